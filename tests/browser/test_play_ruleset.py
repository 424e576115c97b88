"""What `manage.py playruleset` does with a page: measure, photograph and play it by clicks."""

from tools.play_ruleset import Photographer

PAGE = """<div id="live"><div class="status"><p style="font-size: 9px">tiny</p></div>
<div class="board" style="position: relative">
<p class="narrow" style="width: 20px; overflow: hidden">unbreakable</p>
<p class="below">hidden</p>
<p class="above" style="position: absolute; left: 0; top: 0; width: 400px; height: 90%;
  background: red"></p>
<button class="can" data-target="a" style="width: 30px">a</button>
<div class="playfield" style="width: 2000px">p</div>
<div class="tray" style="margin-top: -20px; height: 20px; overflow: auto">t<br><b>row</b></div>
</div></div>"""


def test_what_is_too_small_or_too_large_or_hidden_is_found(bare_page, tmp_path):
    bare_page.evaluate("(html) => { document.body.innerHTML = html }", PAGE)
    photographer = Photographer(bare_page, tmp_path)
    photographer.shoot("planted")
    assert len(list(tmp_path.glob("01-planted-*.png"))) == 6
    told = "\n".join(f"{fault}: {what}" for (fault, _), what in photographer.found.items())
    for said in (
        "phone: smaller than 11 px: tiny 9",
        "phone: smaller than 40 px to the touch: a 30",
        "phone: covered or cut: unbreakable (narrow): cut",
        "phone: covered or cut: hidden (below): under above",
        "phone: below the edge: row",
        "desk: overlaps or overflows: the page scrolls sideways",
        "desk: overlaps or overflows: .playfield over .tray",
    ):
        assert said in told, told
