"""Faults of structure: unknown, missing and mistyped keys, each at its place and in the designer's words.

The schemas never offer alternatives (`anyOf`, `oneOf`, `if`): what a value may be follows from its section, its key and
its type alone, so each message speaks of the one branch that was meant.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import abc
from dataclasses import replace
from functools import cache
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from rulewright.pack.bars import is_statement, missing_bar, near_key
from rulewright.pack.values import Data, Entry, Mapping, Scalar, Sequence, Value
from rulewright.resources import schema_path
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from rulewright.text.suggest import nearest, spelling

_PAIR = re.compile(r"([\w.]+) *=+ *([\w.]+)")
_SEVERAL = re.compile(r" *, *(?:or |and )?| (?:or|and) ")
_NUMBER = re.compile(r"[-+]?\d+")
_ARROW = re.compile(r"([\w{} +]*?\w}?) *(<->|<-|->) *([\w{].*)")
_COMMON = "common.schema.json"
_SHAPE = "below `{}:` stands the section, below that the id: `things:`, the kind, the id, then the key"
_YES_OR_NO = {"yes": "true", "on": "true", "no": "false", "off": "false"}
SYNONYMS = {
    **dict.fromkeys(("every", "foreach"), "each"),
    **dict.fromkeys(("until", "repeat", "while"), "loop"),
    **dict.fromkeys(("functions", "procedures", "effects"), "procs"),
    **dict.fromkeys(("cards", "components", "tokens", "pieces"), "things"),
    **dict.fromkeys(("spaces", "locations", "fields", "rooms"), "areas"),
    **dict.fromkeys(("connections", "paths", "links"), "arrows"),
    **dict.fromkeys(("description", "rules_text"), "text"),
    **dict.fromkeys(("location", "place", "where", "area"), "at"),
    **dict.fromkeys(("number", "amount", "copies", "quantity"), "count"),
    "when": "if",
    "name": "title",
    "then": "do",
}
_Place = tuple[Entry | None, Value]
Plain = Data | dict[str, Any] | list[Any]


@cache
def sections() -> tuple[str, ...]:
    """The names of the sections a pack may have, without those that only an overlay has."""
    return tuple(_schemas()["pack.schema.json"]["$defs"]["sections"]["properties"])


@cache
def entry_keys(section: str) -> tuple[str, ...]:
    """The keys an entry of `areas`, `arrows`, `kinds` or `things` may have beside those that a pack gives it."""
    schema = _schemas()[f"{section}.schema.json"]
    entry = schema["items"] if section == "arrows" else schema["additionalProperties"]
    if section == "things":
        entry = entry["additionalProperties"]
    return tuple(entry["properties"])


def check_schema(root: Mapping) -> list[Diagnostic]:
    """The faults of structure of one file of a pack or overlay, sorted by place."""
    faults: dict[tuple[Span, str, str], Diagnostic] = {}
    for error in _validator().iter_errors(_plain(root)):
        for fault in _explain(root, error):
            faults.setdefault((fault.span, fault.id, fault.message), fault)
    barred = [fault.span.line for fault in faults.values() if fault.id == "missing-bar"]
    found = [each for each in faults.values() if each.id != "missing-key" or each.span.line not in barred]
    return sorted(found, key=lambda fault: fault.span)


@cache
def _schemas() -> dict[str, Any]:
    folder = schema_path("pack").parent
    pack = json.loads(schema_path("pack").read_text(encoding="utf-8"))
    found: dict[str, Any] = {"pack.schema.json": pack}
    waiting = [pack]
    while waiting:
        for name in _references(waiting.pop()):
            if name not in found:
                found[name] = json.loads((folder / name).read_text(encoding="utf-8"))
                waiting.append(found[name])
    return {name: _inlined(schema, found[_COMMON]["$defs"]) for name, schema in found.items()}


def _inlined(schema: Any, common: abc.Mapping[str, Any]) -> Any:
    """A schema with the small shared ones written out, which validates faster."""
    if isinstance(schema, list):
        return [_inlined(part, common) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {key: _inlined(part, common) for key, part in schema.items()}
    target = whole.get("$ref")
    if isinstance(target, str) and target.startswith(f"{_COMMON}#/$defs/"):
        del whole["$ref"]
        whole = {**_inlined(common[target.rpartition("/")[2]], common), **whole}
    return whole


def _references(schema: object) -> abc.Iterator[str]:
    """The files to which a schema refers."""
    if isinstance(schema, dict):
        target = schema.get("$ref")
        if isinstance(target, str) and not target.startswith("#"):
            yield target.partition("#")[0]
        for part in schema.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)


@cache
def _validator() -> Draft202012Validator:
    resources = [(name, DRAFT202012.create_resource(schema)) for name, schema in _schemas().items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(_schemas()["pack.schema.json"], registry=registry)


def _plain(value: Value) -> Plain:
    if isinstance(value, Scalar):
        return value.data
    if isinstance(value, Mapping):
        return {key: _plain(entry.value) for key, entry in value.entries.items()}
    return [_plain(item) for item in value.items]


def _explain(root: Mapping, error: ValidationError) -> abc.Iterator[Diagnostic]:
    path = list(error.absolute_path)
    entry, value = _locate(root, path)
    schema = cast("dict[str, Any]", error.schema)
    match error.validator:
        case "additionalProperties" if isinstance(value, Mapping) and entry is not None and _is_text(value):
            key = entry.key
            yield missing_bar(key.source, key.span.file, key.span.line, key.span.end_column)
        case "additionalProperties" if isinstance(value, Mapping):
            for fault in _unknown_keys(value, schema):
                shape = path[-1:] in (["change"], ["replace"]) and fault.hint.startswith("known")
                yield replace(fault, hint=_SHAPE.format(path[-1])) if shape else fault
        case "required" if isinstance(value, Mapping):
            required = [key for key in cast("list[str]", error.validator_value) if not _meant(key, value, schema)]
            yield from _missing_keys(entry, value, required)
        case _ if "propertyNames" in error.absolute_schema_path and isinstance(value, Mapping):
            key = value.entries[str(error.instance)].key
            yield Diagnostic("wrong-type", key.span, f"`{key.source}` is no {_bare(schema)}", _key_cure(key, schema))
        case _ if isinstance(value, Mapping | Sequence) and entry is not None and _is_text(value):
            key = entry.key
            yield missing_bar(key.source, key.span.file, key.span.line, key.span.end_column)
        case _ if path[-3:-2] == ["things"] and isinstance(value, Scalar):
            yield _no_kind(root, path) or _wrong_type(path, entry, value, schema)
        case _:
            yield _wrong_type(path, entry, value, schema)


def _is_text(value: Mapping | Sequence) -> bool:
    """Whether what YAML took for keys, or for items of a list, are lines of a text."""
    if value.braced:
        return False
    if isinstance(value, Sequence):
        return any(isinstance(item, Scalar) and is_statement(item.source) for item in value.items)
    return any(is_statement(f"{key}:") or is_statement(key) for key in value.entries)


def _no_kind(root: Mapping, path: abc.Sequence[str | int]) -> Diagnostic | None:
    """What to say of a thing that stands where its kind belongs; None where single things below a kind are none."""
    entry, things = _locate(root, path[:-1])
    if entry is None or not isinstance(things, Mapping) or (len(things.entries) < 2 and len(path) == 3):
        return None
    if not all(isinstance(each.value, Scalar) for each in things.entries.values()):
        return None
    id = entry.key.source
    message = f"`{id}` stands where a kind belongs: below a kind stand things, each with its keys"
    return Diagnostic("wrong-type", entry.key.span, message, f"write the kind of `{id}` above it, and indent it below")


def _locate(root: Mapping, path: abc.Sequence[str | int]) -> _Place:
    """The value at a path, and the entry that holds it or the list that it stands in."""
    entry: Entry | None = None
    value: Value = root
    for step in path:
        if isinstance(value, Mapping):
            entry = value.entries[str(step)]
            value = entry.value
        elif isinstance(value, Sequence) and isinstance(step, int):
            value = value.items[step]
    return entry, value


def _unknown_keys(value: Mapping, schema: abc.Mapping[str, Any]) -> abc.Iterator[Diagnostic]:
    known = list(schema.get("properties", {}))
    for key, entry in value.entries.items():
        if key not in known:
            yield unknown_key(entry.key, known, value)


def unknown_key(key: Scalar, known: abc.Sequence[str], owner: Mapping) -> Diagnostic:
    """The diagnostic of a key that nothing knows: the nearest one not yet there is meant, else the nearest of all."""
    name = key.source
    free = [other for other in known if other not in owner.entries]
    meant = next((other for other in known if other == SYNONYMS.get(name)), None)
    meant = meant or nearest(name, free) or nearest(name, known)
    hint = f"did you mean `{meant}`?" if meant else f"known: {', '.join(known)}"
    if not meant and (name == "else" or re.search(r"[ (]", name)):
        hint = "a text of several lines stands below `KEY: |`"
    return Diagnostic("unknown-key", key.span, f"unknown key `{name}`", hint)


def _meant(key: str, value: Mapping, schema: abc.Mapping[str, Any]) -> bool:
    """Whether a key that is missing stands there misspelt, which has a fault of its own."""
    known = schema.get("properties", {})
    closed = schema.get("additionalProperties") is False
    return closed and any(
        SYNONYMS.get(name, nearest(name, (key,))) == key for name in value.entries if name not in known
    )


def _missing_keys(entry: Entry | None, value: Mapping, required: abc.Sequence[str]) -> abc.Iterator[Diagnostic]:
    in_list = entry is None or entry.value is not value
    span = value.span if in_list or entry is None else entry.key.span
    if in_list:
        span = Span(span.file, span.line, span.column, span.line, span.column + 1)
    owner = "this" if in_list or entry is None else f"`{entry.key.source}`"
    lacking = [key for key in required if key not in value.entries]
    if in_list and lacking == ["from", "to"]:
        yield Diagnostic("missing-key", span, "an arrow needs `from:` and `to:`", "or write it as `a <-> b`")
        return
    for key in lacking:
        yield Diagnostic("missing-key", span, f"{owner} lacks `{key}:`")


def _wrong_type(
    path: abc.Sequence[str | int], entry: Entry | None, value: Value, schema: abc.Mapping[str, Any]
) -> Diagnostic:
    wanted = schema.get("title", "something else")
    name = f"`{entry.key.source}`" if entry is not None else "a file"
    if path and isinstance(path[-1], int):
        name = f"an item of {name}"
    empty = isinstance(value, Scalar) and value.empty
    span = entry.key.span if empty and entry is not None else _short(value)
    message = f"{name} wants {wanted}, not {_what(value)}"
    return Diagnostic("wrong-type", span, message, _cure(value, schema))


def _what(value: Value) -> str:
    match value:
        case Sequence():
            return "a list" if value.items else "an empty list"
        case Mapping():
            return "keys with values" if value.entries else "empty braces"
        case Scalar(source=source, style="|"):
            return f"the text `{source.partition(chr(10))[0][:40]}…`"
        case Scalar() if value.empty:
            return "nothing"
        case _:
            return f"`{value.source[:60]}`"


def _cure(value: Value, schema: abc.Mapping[str, Any]) -> str:
    types = schema.get("type", [])
    if "object" in types and "string" not in types and isinstance(value, Scalar) and not value.style and value.source:
        pair = _PAIR.fullmatch(value.source)
        near = f"write `{{{pair[1]}: {pair[2]}}}`" if pair else near_key(value.source)
        if near:
            return near
    if isinstance(value, Scalar) and (cure := _of_words(value, schema)):
        return cure
    if isinstance(value, Mapping) and value.braced and "effect language" in str(schema.get("title", "")):
        pairs = [(key, entry.value) for key, entry in value.entries.items()]
        return f"write `{' and '.join(f'{key} == {each.source}' for key, each in pairs if isinstance(each, Scalar))}`"
    if isinstance(value, Sequence) and "title" in schema and value.items and "array" not in types:
        if "object" in types:
            grouped = value.braced and all(isinstance(item, Mapping) for item in value.items)
            return "keys and values stand in braces: `{…}`" if grouped else ""
        return "drop the brackets" if value.braced and len(value.items) == 1 else ""
    if not isinstance(value, Scalar):
        return ""
    if value.style in ("'", '"') and types == "integer" and _NUMBER.fullmatch(value.source):
        return "drop the quotes"
    if value.empty:
        return "write it behind the colon, or delete the key"
    if types == "boolean" and value.source.casefold() in _YES_OR_NO:
        return f"write `{_YES_OR_NO[value.source.casefold()]}`"
    if str(schema.get("title", "")).startswith("a list") and _SEVERAL.search(value.source) and not value.style:
        return f"put it in brackets: `[{_SEVERAL.sub(', ', value.source)}]`"
    options = [str(option) for option in schema.get("enum", [])] or ["true", "false"] * (types == "boolean")
    if str(schema.get("title", "")).startswith("an id"):
        return _as_id(value.source)
    meant = nearest(value.source, options)
    return f"did you mean `{meant}`?" if meant else spelling(value.source)


def _key_cure(key: Scalar, schema: abc.Mapping[str, Any]) -> str:
    title = _bare(schema)
    if title.startswith("signature"):
        bare = re.fullmatch(r"[a-z]\w*", key.source)
        unclosed = key.source.count("(") - key.source.count(")")
        return f"write `{key.source}{'()' if bare else ')'}`" if bare or unclosed == 1 else spelling(key.source)
    if title.startswith("before STEP"):
        return f"write `after {key.source}`" if re.fullmatch(r"[a-z][\w.]*", key.source) else ""
    return spelling(key.source) or (_as_id(key.source) if title.startswith("id") else "")


def _as_id(written: str) -> str:
    """The hint for an id that only has other signs than ids have; empty where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", written).encode("ascii", "ignore").decode()
    id = re.sub(r"[^a-z0-9]+", "_", plain.lower().replace("'", "")).strip("_")
    return f"write `{id}`" if re.match("[a-z]", id) else ""


def _of_words(value: Scalar, schema: abc.Mapping[str, Any]) -> str:
    """The cure of a word where a text is wanted, and of an arrow that is nearly one."""
    arrow = _ARROW.fullmatch(value.source) if "arrow" in str(schema.get("title", "")) else None
    if arrow is not None:
        one, sign, other = arrow.groups()
        return f"write `{other} -> {one}`" if sign == "<-" else f"blanks stand around it: `{one} {sign} {other}`"
    if isinstance(value.data, bool) and "a few words" in str(schema.get("title", "")):
        return "say in a few words what it is about"
    return ""


def _bare(schema: abc.Mapping[str, Any]) -> str:
    """What a schema wants, without its article."""
    title = str(schema.get("title", "key that may stand here"))
    return title.removeprefix("an ").removeprefix("a ")


def _short(value: Value) -> Span:
    """The place of a value: all of a scalar on one line, else its first character."""
    span = value.span
    if span.end_line == span.line and (isinstance(value, Scalar) or value.braced):
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)
