"""All tests of a pack: which there are, carried out, with what each proves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from rulewright.pack.ledger import read_rules, unknown_rules
from rulewright.pack.load import PackSource, sections
from rulewright.pack.model import Header
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.ranges import range_in_words
from rulewright.text.suggest import nearest
from rulewright.trials.bench import Bench, Prepared, make_bench
from rulewright.trials.carry_out import Result, carry_out
from rulewright.trials.proof import find_twin, proves_nothing
from rulewright.trials.story import Event
from rulewright.trials.trial import Trial, read_trials

Options = dict[str, str]
Setting = tuple[int, tuple[tuple[str, str], ...]]
"""What a rulebook is made for: the number of players, and the options chosen."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A Verdict is a test and what came of it: it passed if there are no faults; else `events` tell what happened."""

    trial: Trial
    faults: tuple[Diagnostic, ...]
    events: tuple[Event, ...]

    @property
    def passed(self) -> bool:
        """Whether there is nothing to find fault with."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Plan:
    """A Plan is the tests of a pack that are to be carried out, and all that there are, by name."""

    source: PackSource
    header: Header
    options: Options
    overlays: Sequence[Path]
    trials: Mapping[str, Trial]
    chosen: Sequence[str]
    rules: Sequence[str]


class PackBroken(Exception):
    """A PackBroken says that a pack cannot be tested because it cannot be played; it carries the faults."""

    def __init__(self, faults: Sequence[Diagnostic]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


def plan(
    source: PackSource, header: Header, options: Mapping[str, str], overlays: Sequence[Path], only: Sequence[str] = ()
) -> Plan:
    """The tests of a pack with chosen options, those of overlays too; of them those whose names match one of `only`."""
    tree, _, _ = sections(source, options, overlays)
    trials = {trial.id.source: trial for trial in read_trials(tree)}
    chosen = [name for name in trials if not only or any(fnmatchcase(name, pattern) for pattern in only)]
    return Plan(source, header, dict(options), overlays, trials, chosen, [rule.id.source for rule in read_rules(tree)])


def run_tests(tests: Plan) -> list[Verdict]:
    """Carry out the tests of a plan, in order. Raises PackBroken."""
    return _Session(tests).verdicts()


class _Session:
    """One run of the tests of a pack: benches are made as they are needed, each once."""

    def __init__(self, tests: Plan) -> None:
        self.plan = tests
        self.twins: dict[str, Trial] = {}
        self.faults: dict[str, list[Diagnostic]] = {}
        self.settings: dict[str, Setting] = {}
        self.headers: dict[tuple[tuple[str, str], ...], Header] = {}
        self.results: dict[str, Result] = {}
        self.benches: dict[Setting, Bench] = {}

    def verdicts(self) -> list[Verdict]:
        for name in self.plan.chosen:
            self._look_at(self.plan.trials[name])
        needed = dict.fromkeys([*self.plan.chosen, *(twin.id.source for twin in self.twins.values())])
        for name in needed:
            if name not in self.settings:
                self._look_at(self.plan.trials[name])
        for name in needed:
            if not self.faults[name]:
                self.results[name] = self._carry_out(name, list(needed))
        return [self._verdict(self.plan.trials[name]) for name in self.plan.chosen]

    def _look_at(self, trial: Trial) -> None:
        """What can be said of a test before it runs: its rules, options, players and twin."""
        name = trial.id.source
        self.settings[name], faults = self._setting(trial)
        faults += unknown_rules(trial.rules, self.plan.rules)
        twin, found = find_twin(trial, dict(self.plan.trials))
        self.faults[name] = [*faults, *found]
        if twin is not None and name in self.plan.chosen:
            self.twins[name] = twin

    def _setting(self, trial: Trial) -> tuple[Setting, list[Diagnostic]]:
        faults: list[Diagnostic] = []
        known = self.plan.source.options()
        options = dict(self.plan.options)
        for id_, value in trial.options:
            values = [each.source for each in known[id_.source].values] if id_.source in known else []
            name, names = (value, values) if id_.source in known else (id_, list(known))
            if name.source not in names:
                near = nearest(name.source, names)
                hint = f"did you mean `{near}`?" if near else f"there are {', '.join(names) or 'none'}"
                fault, what = ("unknown-value", "value") if id_.source in known else ("unknown-option", "option")
                faults.append(Diagnostic(fault, name.span, f"there is no such {what}", hint))
            else:
                options[id_.source] = value.source
        players, found = self._players(trial, options)
        return (players, tuple(options.items())), [*found, *faults]

    def _players(self, trial: Trial, options: Mapping[str, str]) -> tuple[int, list[Diagnostic]]:
        """How many players a test wants, of those that its options allow."""
        header = self._header(tuple(options.items()))
        if trial.players is None:
            return header.recommended, []
        low, high = header.players
        given = trial.players.source
        if given.isdecimal() and low <= int(given) <= high:
            return int(given), []
        message = f"{header.id} is for {range_in_words(low, high)} players"
        return header.recommended, [Diagnostic("wrong-players", trial.players.span, message)]

    def _header(self, options: tuple[tuple[str, str], ...]) -> Header:
        if options not in self.headers:
            found = self.plan.source.header_with(dict(options), self.plan.overlays)
            self.headers[options] = found or self.plan.header
        return self.headers[options]

    def _carry_out(self, name: str, needed: Sequence[str]) -> Result:
        bench = self._bench(self.settings[name], needed)
        return carry_out(bench, bench.prepared[name], self._unlike(name, bench))

    def _unlike(self, name: str, bench: Bench) -> list[Prepared]:
        """The tests that name this one as their twin and can be read on its bench."""
        own = [other for other, twin in self.twins.items() if twin.id.source == name]
        return [bench.prepared[other] for other in own if not bench.prepared[other].faults]

    def _bench(self, setting: Setting, needed: Sequence[str]) -> Bench:
        """The bench for a setting, with all tests that run on it or are compared with one that does."""
        if setting not in self.benches:
            trials = [
                self.plan.trials[name]
                for name in needed
                if self.settings[name] == setting
                or (name in self.twins and self.settings[self.twins[name].id.source] == setting)
            ]
            players, options = setting
            made, faults = make_bench(self.plan.source, dict(options), self.plan.overlays, players, trials)
            if made is None:
                raise PackBroken(faults)
            self.benches[setting] = made
        return self.benches[setting]

    def _verdict(self, trial: Trial) -> Verdict:
        name = trial.id.source
        if self.faults[name]:
            return Verdict(trial, tuple(self.faults[name]), ())
        result = self._proven(trial, self.results[name])
        if result.faults:
            bench = self.benches[self.settings[name]]
            events = carry_out(bench, bench.prepared[name], told=True).events
            return Verdict(trial, result.faults, events)
        return Verdict(trial, (), ())

    def _proven(self, trial: Trial, result: Result) -> Result:
        """The result, with the fault of proving nothing if it has that one and no other."""
        twin = self.twins.get(trial.id.source)
        if result.faults or (twin is None and not result.held_before):
            return result
        met = twin is not None and self._met_by(twin, trial)
        fault = proves_nothing(trial, twin, met)
        return result if fault is None else replace(result, faults=(fault,))

    def _met_by(self, twin: Trial, trial: Trial) -> bool:
        """Whether all that a test expects holds after its twin has run; one that could not run shows nothing."""
        result = self.results.get(twin.id.source)
        return result is None or bool(result.faults) or result.met.get(trial.id.source, True)
