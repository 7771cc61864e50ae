"""What makes a test worth having: that it fails where nothing happens, or has a twin in which something does."""

from __future__ import annotations

from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Text
from rulewright.text.suggest import nearest
from rulewright.trials.trial import Trial

PROVES_NOTHING = "proves-nothing"


def find_twin(trial: Trial, trials: dict[str, Trial]) -> tuple[Trial | None, list[Diagnostic]]:
    """The test that a test is unlike, if it names one, and what is wrong with the choice of it."""
    if trial.unlike is None:
        return None, []
    twin = trials.get(trial.unlike.source)
    if twin is None or twin is trial:
        near = nearest(trial.unlike.source, [name for name in trials if name != trial.id.source])
        hint = f"did you mean `{near}`?" if near else ""
        return None, [Diagnostic("unknown-test", trial.unlike.span, f"there is no other test `{trial.unlike}`", hint)]
    differences = _differences(trial, twin)
    if not differences and (trial.dice, trial.draws, _replies(trial)) == (twin.dice, twin.draws, _replies(twin)):
        return None, [_fault(trial, f"`{twin.id}` differs in nothing", "a twin differs in one thing given")]
    if len(differences) > 1:
        message = f"`{twin.id}` differs in more than one thing: {', '.join(differences)}"
        return None, [_fault(trial, message, "a twin differs in one thing given")]
    return twin, []


def proves_nothing(trial: Trial, twin: Trial | None, met_by_twin: bool) -> Diagnostic | None:
    """The fault of a test all of whose expectations held before the run, unless its twin breaks them."""
    if twin is None:
        hint = "expect what the run changes, or name the test that differs in one given and changes it: `unlike: …`"
        return Diagnostic(PROVES_NOTHING, trial.id.span, "all that this expects holds before the run already", hint)
    if met_by_twin:
        message = f"all that this expects holds in `{twin.id}`, too, so nothing shows that it could be otherwise"
        related = (Related(twin.id.span, "the twin"),)
        return Diagnostic(PROVES_NOTHING, trial.id.span, message, "", related)
    return None


def _fault(trial: Trial, message: str, hint: str) -> Diagnostic:
    return Diagnostic(PROVES_NOTHING, trial.id.span if trial.unlike is None else trial.unlike.span, message, hint)


def _differences(one: Trial, other: Trial) -> list[str]:
    """What of all that is given, chosen and run is not the same. Dice, draws and answers follow from it."""
    pairs: list[tuple[dict[str, object], dict[str, object]]] = [
        ({path.source: value.source for path, value in one.given}, {p.source: v.source for p, v in other.given}),
        ({id_.source: value.source for id_, value in one.options}, {i.source: v.source for i, v in other.options}),
        ({"players": _source(one.players)}, {"players": _source(other.players)}),
        ({"run": _acts(one)}, {"run": _acts(other)}),
    ]
    return [name for left, right in pairs for name in {**left, **right} if left.get(name) != right.get(name)]


def _replies(trial: Trial) -> list[tuple[str, list[tuple[str, ...]]]]:
    return [(str(key), [reply.names for reply in replies]) for key, replies in trial.answers]


def _acts(trial: Trial) -> list[tuple[str, bool, str]]:
    return [(act.text.source, act.is_step, _source(act.of)) for act in trial.run]


def _source(text: Text | None) -> str:
    return "" if text is None else text.source
