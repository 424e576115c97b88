"""Templates are laid out to be read; pages are sent without the line breaks that this takes.

docs/boards.md tells their authors the rules. They hold for HTML of the project itself, which is
what lies in DIRS. Line breaks are taken out of the tokens that Django's lexer makes, not out of the
source, so error pages and makemessages see each file as it was written.
"""

import re
from typing import Any

from django.template import Origin, TemplateDoesNotExist
from django.template import Template as DjangoTemplate
from django.template.base import DebugLexer, Lexer, NodeList, Parser, Token, TokenType
from django.template.loaders import cached
from django.template.loaders.base import Loader as BaseLoader

LINE_BREAK = r"[ \t]*\n[ \t\n]*"
TAG_BEGINS = r"<(?:/?[a-zA-Z][\w-]*|/?\Z|!)"
PIECES = re.compile(rf"{LINE_BREAK}|{TAG_BEGINS}|/?>|[\"']|[^\s<>\"'/]+|.", re.DOTALL)
UNTOUCHED_ELEMENTS = {"<pre", "<textarea", "<script", "<style"}
UNTOUCHED_BLOCKS = {"blocktranslate", "blocktrans", "comment", "verbatim"}


class Place:
    """Where we are in a file; `after` and `line_break` are called for one piece after another."""

    def __init__(self) -> None:
        self.tag = ""  # that we are inside of: "<p", "</p"
        self.quote = ""  # that the value we are inside of began with
        self.raw_until = ""  # the end tag of an element whose content is left in peace
        self.beside_tag = True  # just after a tag, or where the file or a value begins

    def line_break(self, written: str, following: str) -> str:
        """What becomes of a line break, by what stands on either side of it."""
        if self.raw_until:
            return written
        if self.tag and not self.quote:
            return "" if following in {">", "/>"} else " "
        ends = not following or following == self.quote or following[0] == "<"
        return "" if self.beside_tag or ends else " "

    def after(self, piece: str) -> None:
        self.beside_tag = False
        if self.quote:
            if piece == self.quote:
                self.quote = ""
        elif self.tag:
            self._after_piece_of_tag(piece)
        elif piece == self.raw_until or (not self.raw_until and piece[0] == "<"):
            self.tag, self.raw_until = piece, ""

    def _after_piece_of_tag(self, piece: str) -> None:
        if piece in {'"', "'"}:
            self.quote, self.beside_tag = piece, True
        elif piece in {">", "/>"}:
            if self.tag in UNTOUCHED_ELEMENTS:
                self.raw_until = self.tag.replace("<", "</")
            self.tag, self.beside_tag = "", True


def compact_text(text: str, place: Place) -> str:
    """Text between two of Django's tags, or between one and an end of the file."""
    pieces = PIECES.findall(text)
    kept = []
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
        if "\n" in piece:
            kept.append(place.line_break(piece, following))
        else:
            kept.append(piece)
            place.after(piece)
    return "".join(kept)


def compact(tokens: list[Token]) -> list[Token]:
    """These tokens of a template, without the line breaks and indentation that are for readers."""
    place = Place()
    untouched_until = ""
    for token in tokens:
        word = token.contents.partition(" ")[0] if token.token_type == TokenType.BLOCK else ""
        if untouched_until:
            untouched_until = "" if word == untouched_until else untouched_until
        elif word in UNTOUCHED_BLOCKS:
            untouched_until = f"end{word}"
        elif token.token_type == TokenType.TEXT:
            token.contents = compact_text(token.contents, place)
            continue
        place.beside_tag = True
    return tokens


class Template(DjangoTemplate):
    """Compiled as Django does it, from compacted tokens."""

    def compile_nodelist(self) -> NodeList:
        lexer = DebugLexer(self.source) if self.engine.debug else Lexer(self.source)
        engine = self.engine
        parser = Parser(
            compact(lexer.tokenize()),
            engine.template_libraries,
            engine.template_builtins,
            self.origin,
        )
        try:
            nodes = parser.parse()
        except Exception as error_:
            error: Any = error_  # the parser has added the token it was at
            if engine.debug:
                error.template_debug = self.get_exception_info(error, error.token)
            raise
        self.extra_data = parser.extra_data
        return nodes


class Compacting(BaseLoader):
    """What a caching loader makes its templates with."""

    get_contents: Any  # the caching loader's

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> DjangoTemplate:
        tried = []
        for origin in self.get_template_sources(template_name):
            if origin in (skip or ()):
                tried.append((origin, "Skipped to avoid recursion"))
                continue
            try:
                source = self.get_contents(origin)
            except TemplateDoesNotExist:
                tried.append((origin, "Source does not exist"))
                continue
            make = Template if template_name.endswith(".html") else DjangoTemplate
            return make(source, origin, template_name, self.engine)
        raise TemplateDoesNotExist(template_name, tried=tried)


class Loader(cached.Loader, Compacting):
    """Django's loader of templates in DIRS, caching, compacting."""
