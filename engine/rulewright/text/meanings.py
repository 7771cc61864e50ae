"""What each diagnostic means: every id is declared here once, with a sentence, in the group of what it is about.

A fault's message tells what is wrong at one place; the sentence tells what the id stands for anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_FILES = {
    "no-pack": "There is no pack where one is looked for: no folder with a `pack.yaml` in it.",
    "unknown-pack": "No folder, file or bundled pack has this name.",
    "overlay-alone": "An overlay was named instead of the pack that it changes.",
    "empty-file": "A file of the pack holds nothing.",
    "too-large": "A file, all files together, or the number of files goes beyond what a pack may have.",
    "unreadable-file": "A file or folder cannot be read.",
    "binary-file": "A file is no text.",
    "not-utf8": "A file is not saved as UTF-8.",
    "odd-character": "A file holds a character that no text can hold.",
    "odd-file": "Something is named like a file of a pack and is none.",
    "odd-link": "A link among the files leads out of the pack, to a folder, or nowhere.",
}

_YAML = {
    "yaml-syntax": "A line is not readable as YAML.",
    "merge-conflict": "A merge of two versions of the file has left marks to be decided.",
    "tab": "A line is indented with tabs; YAML knows only spaces.",
    "indentation": "A line stands at a margin that fits nothing above it.",
    "no-key": "A line is no `key: value`.",
    "key-not-a-word": "A key is a whole group where a word belongs.",
    "after-value": "Something follows a value that is already complete.",
    "open-quote": "A quotation mark is never closed.",
    "open-bracket": "A brace or bracket is never closed.",
    "escape": "A backslash stands before something it means nothing with.",
    "colon-in-value": "A colon and a blank stand inside a value without quotes, and YAML reads a new key there.",
    "cut-off": "A blank and `#` begin a comment in the middle of a value, so the rest of it would be lost.",
    "folded-text": "A text stands below `>`, which joins its lines; texts stand below `|`.",
    "missing-bar": "A text of several lines stands below a key without `|`.",
    "joined-lines": "A value without `|` goes on in the next line, so its lines would be joined.",
    "quoted-text": "A text stands in quotation marks that change it on the way.",
    "quoted-number": "A number stands in quotation marks, which make words of it.",
    "odd-number": "A number is written so that YAML reads another one.",
    "text-in-braces": "A text stands in braces or brackets, where YAML would split it in silence.",
    "yaml-alias": "YAML's `&` and `*` are not part of the format.",
    "yaml-tag": "YAML's `!` is not part of the format.",
    "yaml-merge": "YAML's `<<` is not part of the format.",
    "second-document": "A file holds a second document, begun by `---`.",
    "duplicate-key": "A key is written twice in one mapping.",
}

_SECTIONS = {
    "no-sections": "A file does not consist of sections such as `things:`.",
    "unknown-key": "A section, or an entry of one, has no such key.",
    "missing-key": "A key is missing that cannot be left out.",
    "wrong-type": "A value has another form than its key takes.",
    "wrong-range": "The numbers of a range stand the wrong way round, or a number lies outside of what is allowed.",
    "duplicate-id": "An id is given twice.",
    "reserved-name": "An id is a word of the language.",
    "unknown-value": "An enum, option or field has no such value.",
    "unknown-option": "The pack has no such option.",
    "no-flow": "The pack has no `flow:`, so nothing would ever happen.",
    "no-do": "A step or an action says nothing that it does.",
    "two-ways": "A step says in two ways how it goes.",
    "no-menu": "An action names no menu, so nobody is ever offered it.",
    "empty-menu": "No action stands in a menu.",
    "half-kept": "One of `keep:` and `from:` stands without the other.",
    "odd-arrow": "An arrow leads from an area to itself.",
    "bad-count": "So many things, numbers or dice cannot be.",
}

_NAMES = {
    "unknown-name": "Nothing that could stand here has this name.",
    "unknown-kind": "There is no such kind.",
    "unknown-type": "There is no such type.",
    "unknown-field": "What is read, or filled in, has no field of this name.",
    "unknown-symbol": "No face of these dice shows such a symbol.",
    "unknown-die": "There is no such kind of die.",
    "unknown-call": "Nothing that can be called, or answered by a hook, has this name.",
    "unknown-area": "There is no such area.",
    "unknown-place": "There is no such place.",
    "unknown-player": "There is no such player.",
    "unknown-menu": "There is no such menu.",
    "unknown-period": "Nothing that begins and ends has this name.",
    "ambiguous-call": "A name may mean several calls.",
    "hidden-name": "A local has a name that means something already.",
    "duplicate-field": "A kind has two fields of one name, or one named like a kind or a place.",
    "not-callable": "Parentheses follow something that cannot be called.",
}

_TYPES = {
    "wrong-kind": "A value of another kind is needed here.",
    "wrong-arguments": "A call has too many arguments, too few, or one of a name it does not know.",
    "maybe-none": "This may be none, and has not been tested.",
    "never-none": "This is compared with none, which it can never be.",
    "no-owner": "A player is wanted, and what stands there belongs to none, now or ever.",
    "no-condition": "A number, or another value that is neither true nor false, stands where a condition belongs.",
    "list-of-numbers": "A number is read from several things at once, outside of `sum`, `min`, `max` and `count`.",
    "list-of-truths": "Something true or false is read from several things at once.",
    "list-field": "A stored field would hold a list.",
    "unknown-start": "What a field begins with cannot be computed before a game.",
    "missing-value": "A thing does not say what a field without a default is.",
    "missing-does": "A thing leaves out a text that has to give a value.",
    "no-result": "A text gives a value back, and its signature does not say of what type.",
    "missing-return": "A text that gives a value may end without one.",
    "missing-row": "A table has no row for a key.",
    "not-constant": "A value is not known before the game begins, and has to be.",
    "not-settable": "This cannot be set.",
    "set-derived": "A computed field is set.",
    "lost-roll": "A die is read where its roll is not at hand.",
    "not-kept": "What is read is gone by then.",
    "circular-kind": "A kind is, through its parents, its own parent.",
    "circular-field": "A field is computed from itself.",
    "circular-modifier": "A modifier of a field reads the field that it modifies.",
    "circular-table": "A table is asked by its own rows.",
    "circular-place": "A thing would lie at itself.",
    "no-place": "A thing does not say where it begins.",
    "no-back": "Something is to be hidden of what never has a back: players and areas.",
    "wrong-place": "A thing would go where its kind, or the place, says that it never lies.",
    "too-big": "A number is larger than the language can hold.",
    "division-by-zero": "Something is divided by zero.",
}

_TEXTS = {
    "syntax": "A text is not written as the language is.",
    "too-deep": "Texts, values or folders stand too deep inside each other.",
    "impure": "A text that is only read, such as a condition, would change or decide something.",
    "no-effect": "A statement changes nothing.",
    "unreachable": "A statement stands behind one that always ends the text.",
    "no-decider": "Somebody must decide, and the text does not say who.",
    "may-not-run": "A running call is read where it may not be running.",
    "missing-result": "A hook that stands in for a call may end without the value that the call gives.",
    "early-proceed": "A hook on a step lets it run and goes on behind that, but the flow runs a step after its hooks.",
    "no-proceed": "`proceed()` stands where nothing is kept waiting.",
    "no-branches": "`together` or `timer` stands where there are no branches.",
    "not-together": "This may not stand in branches that are decided at the same moment.",
}

_OVERLAYS = {
    "unknown-overlay": "No overlay has this name.",
    "unknown-id": "An overlay names a definition, or a key of one, that the pack does not have.",
    "wrong-pack": "An overlay is made for another pack, or for another version of it.",
    "overlay-conflict": "Two chosen overlays touch one key, and neither names the other in `after:`.",
    "overlay-circle": "Overlays name each other in `after:` in a circle.",
    "overlay-change": "An overlay changes keys of something that has no keys.",
    "overlay-options": "The overlay of an option changes the options.",
}

_GAMES = {
    "forbidden-move": "A thing was moved where it may not lie.",
    "number-too-large": "A number has grown beyond what the language can hold.",
    "blind-pick": "In `together`, things were to be picked among ones that their decider cannot tell apart.",
    "proceeded-twice": "A hook let what it stands in for run twice.",
    "endless-text": "A text has not come to an end with all that a game may use up.",
    "endless-calls": "Texts have called each other without end.",
    "endless-rules": "Rules have set each other off without end.",
    "endless-flow": "The flow has gone round without end.",
    "engine-fault": "The engine or an agent is at fault, not the pack.",
    "malformed-playthrough": "A file is not a playthrough as the engine writes it.",
}

_TESTS = {
    "not-so": "What a test expects does not hold after its run.",
    "proves-nothing": "A test would pass without its run, or tells no difference from its twin.",
    "asked-otherwise": "A prompt was asked with other options than the test says, or was asked at all.",
    "not-seen": "A seat does not see what the test says that it sees.",
    "not-hidden": "A seat has read of what the test says is hidden from it.",
    "missing-answer": "A decision came up for which the test has no answer.",
    "missing-dice": "Dice were thrown for which the test has no faces.",
    "missing-draw": "A thing was drawn that the test does not name, or one it names was not there to be drawn.",
    "wrong-answer": "An answer of a test is none of the options.",
    "unused-answer": "An answer of a test was never asked for.",
    "unused-dice": "Faces of a test were never thrown.",
    "unused-draw": "Something was to be drawn in a test and never was.",
    "capped": "What a test runs does not come to an end.",
    "failed": "A text asks for what cannot be while a test runs.",
    "over-before": "The game is over before a test runs, or before all that it runs has begun.",
    "no-item": "A test runs a step inside one that goes through a list, and does not say for which item.",
    "wrong-players": "A test is for a number of players that the pack does not allow.",
    "unknown-test": "There is no such test.",
    "unknown-prompt": "Nothing is ever asked under this name.",
    "unknown-step": "The flow has no such step.",
    "unknown-item": "A step has no item of this name.",
    "unknown-seat": "Nobody has this seat.",
    "unknown-thing": "There is no such thing.",
    "unknown-face": "No die has such a face.",
    "unknown-rule": "The ledger has no such rule.",
}

GROUPS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Files": _FILES,
        "YAML": _YAML,
        "Sections and keys": _SECTIONS,
        "Names": _NAMES,
        "Kinds of values": _TYPES,
        "Texts": _TEXTS,
        "Overlays": _OVERLAYS,
        "Games in play": _GAMES,
        "Tests of a pack": _TESTS,
    }
)
"""The sentence of each id, by groups, in the order in which a designer meets them."""

MEANINGS: Mapping[str, str] = MappingProxyType(
    {id: sentence for group in GROUPS.values() for id, sentence in group.items()}
)
"""The sentence of every id."""
