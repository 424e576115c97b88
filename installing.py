"""Installs packages with pip and shows in one line how far it is: `python installing.py FILE …`.

The files are lists of requirements. Of what pip says only errors are shown: that there is a newer
pip, who runs it and where it may cache is no concern of who wants to play. If it fails, all that it
warned of is shown, too. Without any package, for there is none yet.
"""

import os
import subprocess
import sys
import threading

QUIET = ("--disable-pip-version-check", "--no-input", "--progress-bar=off", "--no-color")
WARNINGS = ("WARNING:", "DEPRECATION:", "[notice]")
FOUND, PLACED = ("Collecting ", "Processing "), "Installing collected packages: "


def main(files, out=None):
    """Install what the files ask for; returns pip's exit status."""
    line = Line(out or sys.stdout)
    named = [word for name in files for word in ("-r", name)]
    pip = subprocess.Popen(  # noqa: S603 - our own files
        [sys.executable, "-m", "pip", "install", *QUIET, *named],
        # An option would not be understood by older pips, a variable is left alone.
        env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    complaints = []
    listener = threading.Thread(target=complaints.extend, args=(pip.stderr,))
    listener.start()
    for news in progress(pip.stdout):
        line.show(news)
    listener.join()
    status = pip.wait()
    line.end()
    sys.stderr.writelines(told(complaints, failed=status != 0))
    return status


def progress(said):
    """What to show as pip says these lines: packages found, then how many are put in place."""
    count = 0
    for text in said:
        if text.startswith(FOUND):
            count += 1
            yield f"  package {count}: {text.split()[1]}"
        elif text.startswith(PLACED):
            names = text[len(PLACED) :].split(",")
            yield f"  putting {len(names)} packages in their places …"


def told(complaints, *, failed):
    """The lines of pip's standard error that somebody must see."""
    if failed:
        return complaints
    shown, relevant = [], True
    for text in complaints:
        if not text.startswith(" "):  # else it goes on with what was said before
            relevant = bool(text.strip()) and not text.startswith(WARNINGS)
        if relevant:
            shown.append(text)
    return shown


class Line:
    """A line that is written anew on a terminal; elsewhere only what takes long gets one."""

    def __init__(self, out):
        self.out = out
        self.anew = out.isatty()

    def show(self, text):
        if self.anew:
            self.out.write(f"\r\033[K{text[:79]}")
        elif text.endswith("…"):
            self.out.write(f"{text}\n")
        self.out.flush()

    def end(self):
        if self.anew:
            self.out.write("\r\033[K")
            self.out.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
