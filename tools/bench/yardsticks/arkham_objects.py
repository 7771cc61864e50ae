"""Arkham Express by hand, as an experienced programmer would write it: classes, properties, one method a stage.

It asks the same prompts with the same options in the same order as the pack, and draws the same luck for the same
purposes, so that its log of answers equals the pack's.
"""

import random
from enum import IntEnum
from hashlib import blake2b


class Face(IntEnum):
    CLUE = 0
    MOVE = 1
    HEAL = 2
    MONSTER = 3
    FIGHT = 4


SIDES = [Face.CLUE, Face.MOVE, Face.HEAL, Face.MONSTER, Face.FIGHT, Face.FIGHT]

AREAS = "university store magick lodge hospital docks graveyard woods isle attic station asylum box".split()
LOCATIONS = {"docks": 1, "graveyard": 2, "woods": 3, "isle": 4, "attic": 5, "station": 6, "asylum": 7}
PATHS = (
    "university-docks university-attic university-lodge university-hospital docks-isle isle-graveyard graveyard-attic "
    "attic-woods woods-lodge lodge-asylum asylum-hospital hospital-station station-docks asylum-magick magick-store"
).split()

# name, how many, magical, toughness with one or two players and with more, no retreat
MONSTERS = [
    ("cultist", 3, False, (1, 3), False),
    ("ghoul", 2, False, (1, 3), False),
    ("gug", 1, False, (2, 4), True),
    ("shoggoth", 1, False, (2, 4), False),
    ("phantom", 2, True, (1, 3), False),
    ("nightgaunt", 2, True, (1, 3), False),
    ("star_spawn", 1, True, (2, 5), False),
    ("hound", 1, True, (2, 5), True),
]

ROLLS = 3
DONE = "done"


class GameOver(Exception):
    def __init__(self, winner, why):
        super().__init__(why)
        self.winner = winner
        self.why = why


class SixthGateClosed(Exception):
    pass


class Area:
    def __init__(self, name):
        self.name = name
        self.location = LOCATIONS.get(name, 0)
        self.exits = []
        self.heroes = []
        self.token = None

    @property
    def monster(self):
        return self.token if self.token and self.token.is_monster else None

    @property
    def gate(self):
        return self.token if self.token and not self.token.is_monster else None


class Token:
    def __init__(self, name, magical, toughness, no_retreat):
        self.name = name
        self.magical = magical
        self.toughness = toughness
        self.no_retreat = no_retreat
        self.is_monster = False
        self.at = None


class Hero:
    def __init__(
        self,
        name,
        max_stamina,
        max_sanity,
        clue_cap=6,
        gun_cap=1,
        spell_cap=1,
        seal_price=5,
        extra_move=0,
        rerolls_monsters=False,
        guns=0,
        spells=0,
    ):
        self.name = name
        self.max_stamina = self.stamina = max_stamina
        self.max_sanity = self.sanity = max_sanity
        self.clue_cap = clue_cap
        self.gun_cap = gun_cap
        self.spell_cap = spell_cap
        self.seal_price = seal_price
        self.extra_move = extra_move
        self.rerolls_monsters = rerolls_monsters
        self.clues = 0
        self.guns = guns
        self.spells = spells
        self.seat = None
        self.at = None
        self.down = self.ambushed = self.may_rest = self.out = False
        self.found = self.heals = self.steps = 0
        self.visiting = None

    @property
    def playing(self):
        return self.seat is not None and not self.out

    @property
    def pinned(self):
        return self.ambushed and self.at.monster is not None

    @property
    def room(self):
        return self.clue_cap - self.clues

    @property
    def belongings(self):
        return self.clues + self.guns + self.spells

    def collect(self):
        """Takes the clues found for which there is room."""
        taken = min(self.found, self.room)
        self.found -= taken
        self.clues += taken

    def visit(self, area):
        self.visiting = area
        self.shop()

    def shop(self):
        """Takes what is free at the place it visits, once for each landing, as soon as there is room."""
        if self.visiting is None:
            return
        if self.visiting.name == "store" and self.guns < self.gun_cap:
            self.visiting = None
            self.guns += 1
        elif self.visiting.name == "magick" and self.spells < self.spell_cap:
            self.visiting = None
            self.spells += 1


class Roll:
    def __init__(self, luck):
        self.luck = luck
        self.dice = [self.throw() for _ in range(5)]
        self.bonus = 0

    def throw(self):
        return SIDES[int(self.luck.random() * 6)]

    def count(self, face):
        return self.dice.count(face)

    @property
    def fight(self):
        return self.dice.count(Face.FIGHT) + self.bonus

    def again(self, dice):
        for die in dice:
            self.dice[die] = self.throw()

    def loose(self, monsters):
        """Whether there is a die that may be thrown again."""
        return monsters or self.dice.count(Face.MONSTER) < 5

    def groups(self, monsters=False):
        """The dice that may be thrown again, those of one face together, in order."""
        groups = {}
        for die, face in enumerate(self.dice):
            if monsters or face != Face.MONSTER:
                groups.setdefault(face, []).append(die)
        return list(groups.values())


def stream(seed, game, purpose):
    digest = blake2b(f"{seed}/{game}/{purpose}".encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def half(n):
    return n // 2


class Game:
    """One game. `agents` are called with a prompt and options and give an index; `log` holds what they gave."""

    def __init__(self, seed, game, agents):
        self.agents = agents
        self.players = len(agents)
        self.solo = self.players == 1
        self.log = []
        self.result = None
        self.luck = stream(seed, game, "die action")
        self.areas = {name: Area(name) for name in AREAS}
        for path in PATHS:
            one, other = (self.areas[name] for name in path.split("-"))
            one.exits.append(other)
            other.exits.append(one)
        self.hospital = self.areas["hospital"]
        self.lodge = self.areas["lodge"]
        self.spots = sorted((a for a in self.areas.values() if a.location), key=lambda a: a.location)
        self.heroes = [
            Hero("lulu", 4, 6, extra_move=1),
            Hero("kathryn", 4, 6, spells=1, spell_cap=2),
            Hero("lucia", 4, 6, seal_price=4),
            Hero("dick", 6, 4, guns=1, gun_cap=2),
            Hero("al", 6, 4, clue_cap=10),
            Hero("gregory", 5, 5, rerolls_monsters=True),
        ]
        if self.solo:
            for hero in self.heroes:
                hero.clue_cap = hero.gun_cap = hero.spell_cap = 99
                hero.rerolls_monsters = True
        for hero in self.heroes:
            self.move(hero, self.areas["box"])
        self.stock = [
            Token(name, magical, toughness[self.players > 2], no_retreat)
            for name, many, magical, toughness, no_retreat in MONSTERS
            for _ in range(many)
        ]
        self.shuffle(self.stock, stream(seed, game, "place stock"))
        self.prizes = []
        self.on_board = 0
        self.starter = None
        self.final = False
        self.boss_stamina = self.boss_sanity = 6

    def play(self):
        try:
            self.set_up()
            self.investigate()
            self.final_fight()
        except GameOver as over:
            self.result = (over.winner, over.why)
        return self.result

    # Decisions

    def decide(self, seat, prompt, options):
        index = self.agents[seat - 1](prompt, options)
        self.log.append(index)
        return options[index]

    def pick(self, seat, prompt, options):
        if len(options) == 1:
            return options[0]
        return self.decide(seat, prompt, options)

    def pick_dice(self, seat, prompt, groups):
        """Any number of dice, taken one after the other until it is enough; dice of one face are alike."""
        taken = []
        left = [len(group) for group in groups]
        while any(left):
            open_groups = [index for index, size in enumerate(left) if size]
            options = [groups[index] for index in open_groups] + [None]
            chosen = self.agents[seat - 1](prompt, options)
            if options[chosen] is None:
                break
            left[open_groups[chosen]] -= 1
            taken.append(open_groups[chosen])
        self.log.append(tuple(sorted(taken)))
        return sorted(die for index, group in enumerate(groups) for die in group[: taken.count(index)])

    # Pieces

    @staticmethod
    def shuffle(items, luck):
        for last in range(len(items) - 1, 0, -1):
            other = int(luck.random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    @staticmethod
    def move(hero, area):
        if hero.at is not None:
            hero.at.heroes.remove(hero)
        hero.at = area
        area.heroes.append(hero)

    def team(self):
        return [hero for hero in self.heroes if hero.playing]

    def around(self):
        start = self.starter.seat
        return sorted(self.team(), key=lambda hero: (hero.seat - start) % self.players)

    def summon(self, roller=None):
        spot = next((area for area in self.spots if area.token is None), None)
        if spot is None or not self.stock:
            return
        token = self.stock.pop(0)
        token.is_monster = True
        token.at = spot
        spot.token = token
        self.on_board += 1
        if self.on_board >= 6:
            raise GameOver(None, "Arkham is overrun")
        for hero in spot.heroes:
            hero.ambushed = hero is not roller

    # Set-up

    def set_up(self):
        box = self.areas["box"]
        for seat in range(1, self.players + 1):
            hero = self.pick(seat, "Choose your character", list(box.heroes))
            hero.seat = seat
            self.move(hero, self.areas["university"])
        for _ in range(1 if self.players <= 2 else 2):
            self.summon()
        self.starter = self.pick(1, "Who goes first?", self.team())

    # A turn

    def investigate(self):
        try:
            while True:
                for hero in self.around():
                    self.turn(hero)
                    hero.visiting = None
        except SixthGateClosed:
            for hero in self.heroes:
                hero.visiting = None

    def turn(self, me):
        if me.down:
            self.recover(me)
            return
        if me.pinned and self.slip_away(me):
            return
        if me.may_rest and not me.pinned and self.rest(me):
            me.may_rest = False
            return
        self.roll_dice(me)
        self.on_the_way(me)
        me.found = me.heals = me.steps = 0
        while me.at.monster and not me.down:
            self.combat(me, me.at.monster)
            if not me.down:
                self.share_a_space(me)
        self.at_a_gate(me)
        me.ambushed = False
        me.may_rest = me.at in (self.lodge, self.hospital) and not me.down

    def recover(self, hero):
        if hero.stamina == 0:
            hero.stamina = hero.max_stamina
        if hero.sanity == 0:
            hero.sanity = hero.max_sanity
        hero.down = False

    def slip_away(self, me):
        monster = me.at.monster
        if monster.no_retreat or self.decide(me.seat, "ambush", [DONE, "slip_away"]) == DONE:
            return False
        self.retreat(me, monster)
        me.may_rest = False
        if not me.at.monster:
            me.ambushed = False
        return True

    def rest(self, me):
        options = [DONE]
        if me.at is self.lodge:
            options.append("rest_at_lodge")
        elif me.at is self.hospital:
            options += ["restore_stamina", "restore_sanity"]
        if len(options) == 1:
            return False
        action = self.decide(me.seat, "rest", options)
        if action == DONE:
            return False
        if action == "rest_at_lodge":
            me.clues = min(me.clue_cap, me.clues + 2)
        elif action == "restore_stamina":
            me.stamina = me.max_stamina
        else:
            me.sanity = me.max_sanity
        return True

    # Stages 1 and 2: dice

    def roll_dice(self, me):
        roll = Roll(self.luck)
        self.roll_again(me, roll)
        if roll.count(Face.MONSTER) >= 3:
            self.summon(roller=me)
        me.found = roll.count(Face.CLUE)
        me.collect()
        me.heals = roll.count(Face.HEAL)
        me.steps = 0 if me.pinned else roll.count(Face.MOVE) + me.extra_move
        me.visit(me.at)

    def roll_again(self, me, roll):
        for _ in range(ROLLS - 1):
            self.pay_to_reroll(me, roll)
            groups = roll.groups()
            if not groups:
                return
            prompt = "Which dice do you roll again? (roll {n} of {opt.rolls})"
            dice = self.pick_dice(me.seat, prompt, groups)
            if not dice:
                return
            roll.again(dice)
        self.pay_to_reroll(me, roll)

    def pay_to_reroll(self, me, roll):
        while me.clues > 0 and roll.loose(me.rerolls_monsters):
            if self.decide(me.seat, "pay_to_reroll", [DONE, "buy_reroll"]) == DONE:
                return
            self.buy_reroll(me, roll)

    def buy_reroll(self, me, roll):
        die = self.pick(me.seat, "buy_reroll.d", [group[0] for group in roll.groups(me.rerolls_monsters)])
        me.clues -= 1
        roll.again([die])

    # Stages 3 and 4: on the way

    def on_the_way(self, me):
        while True:
            options = [DONE]
            if me.steps > 0:
                options.append("walk")
            if me.heals > 0 and me.stamina < me.max_stamina:
                options.append("heal_stamina")
            if me.heals > 0 and me.sanity < me.max_sanity:
                options.append("heal_sanity")
            mates = self.mates(me)
            if mates:
                options.append("swap")
            if len(options) == 1:
                return
            action = self.decide(me.seat, "on_the_way", options)
            if action == DONE:
                return
            if action == "walk":
                self.walk(me)
            elif action == "heal_stamina":
                me.heals -= 1
                me.stamina += 1
            elif action == "heal_sanity":
                me.heals -= 1
                me.sanity += 1
            else:
                self.swap(me, mates)

    def walk(self, me):
        to = self.pick(me.seat, "walk.to", me.at.exits)
        me.steps -= 1
        self.move(me, to)
        me.visit(to)
        if to.monster:
            me.steps = 0

    # Sharing a space

    def mates(self, me):
        return [hero for hero in me.at.heroes if hero is not me and hero.belongings + me.belongings > 0]

    def share_a_space(self, me):
        while mates := self.mates(me):
            if self.decide(me.seat, "sharing_a_space", [DONE, "swap"]) == DONE:
                return
            self.swap(me, mates)

    def swap(self, me, mates):
        mate = self.pick(me.seat, "swap.mate", mates)
        options = [("clues", n, me, mate) for n in range(1, me.clues + 1) if n <= mate.room]
        options += [("clues", n, mate, me) for n in range(1, mate.clues + 1) if n <= me.room]
        if me.guns > 0 and mate.guns < mate.gun_cap:
            options.append(("gun", 1, me, mate))
        if mate.guns > 0 and me.guns < me.gun_cap:
            options.append(("gun", 1, mate, me))
        if me.spells > 0 and mate.spells < mate.spell_cap:
            options.append(("spell", 1, me, mate))
        if mate.spells > 0 and me.spells < me.spell_cap:
            options.append(("spell", 1, mate, me))
        options.append(("nothing", 0, me, mate))
        what, n, giver, taker = self.pick(me.seat, "What changes hands between {me} and {mate}?", options)
        if what == "clues":
            giver.clues -= n
            giver.collect()
            taker.clues += n
        elif what == "gun":
            giver.guns -= 1
            giver.shop()
            taker.guns += 1
        elif what == "spell":
            giver.spells -= 1
            giver.shop()
            taker.spells += 1

    # Stage 5: combat

    def combat(self, me, monster):
        me.visiting = None
        while monster.is_monster and me.at is monster.at and not me.down:
            roll = Roll(self.luck)
            self.improve(me, roll, monster.toughness, not monster.magical, monster.magical)
            if roll.fight >= monster.toughness:
                monster.is_monster = False
                return
            self.hurt(me, monster.magical, monster.toughness)
            if me.down:
                return
            options = ["fight"] if monster.no_retreat else ["fight", "retreat"]
            if self.pick(me.seat, "{m} still stands", options) == "retreat":
                self.retreat(me, monster)
                me.visit(me.at)

    def improve(self, me, roll, need, gun_helps, spell_helps):
        while roll.fight < need:
            options = [DONE]
            if gun_helps and me.guns > 0:
                options.append("fire_gun")
            if spell_helps and me.spells > 0:
                options.append("cast_spell")
            if me.clues > 0 and roll.loose(me.rerolls_monsters):
                options.append("buy_reroll")
            if len(options) == 1:
                return
            action = self.decide(me.seat, "add_to_attack", options)
            if action == DONE:
                return
            if action == "fire_gun":
                me.guns -= 1
                roll.bonus += 1
            elif action == "cast_spell":
                me.spells -= 1
                roll.bonus += 1
            else:
                self.buy_reroll(me, roll)

    def retreat(self, me, monster):
        self.hurt(me, monster.magical, 1)
        if not me.down:
            self.move(me, self.pick(me.seat, "Retreat to", me.at.exits))

    def hurt(self, me, magical, n):
        if magical:
            me.sanity = max(0, me.sanity - n)
        else:
            me.stamina = max(0, me.stamina - n)
        if me.stamina == 0 or me.sanity == 0:
            self.collapse(me)

    def collapse(self, hero):
        hero.down = True
        hero.ambushed = False
        self.move(hero, self.hospital)
        hero.clues -= half(hero.clues)
        for _ in range(half(hero.guns + hero.spells)):
            options = []
            if hero.guns > 0:
                options.append("gun")
            if hero.spells > 0:
                options.append("spell")
            if self.pick(hero.seat, "Which item do you lose?", options) == "gun":
                hero.guns -= 1
            else:
                hero.spells -= 1

    # Stage 6: gates

    def at_a_gate(self, me):
        gate = me.at.gate
        if gate is None or me.clues < me.seal_price:
            return
        if self.decide(me.seat, "at_a_gate", [DONE, "close_gate"]) == DONE:
            return
        me.clues -= me.seal_price
        if len(self.prizes) == 5:
            self.starter = me
        me.at.token = None
        gate.at = None
        self.on_board -= 1
        self.prizes.append(gate)
        if len(self.prizes) >= 6:
            raise SixthGateClosed

    # The final fight

    def final_fight(self):
        for hero in self.heroes:
            if hero.down:
                self.recover(hero)
        self.final = True
        while True:
            for hero in self.around():
                self.attack_boss(hero)
            if self.solo:
                self.take_either()
            else:
                self.share_damage()

    def attack_boss(self, me):
        roll = Roll(self.luck)
        self.improve(me, roll, self.boss_stamina + self.boss_sanity, self.solo, self.solo)
        for _ in range(roll.fight):
            options = []
            if self.boss_stamina > 0:
                options.append("stamina")
            if self.boss_sanity > 0:
                options.append("sanity")
            if self.pick(me.seat, "Hit {n} of {r.fight}", options) == "stamina":
                self.boss_stamina -= 1
            else:
                self.boss_sanity -= 1
            if self.boss_beaten():
                raise GameOver("players", "Cthulhu is banished")

    def boss_beaten(self):
        if self.solo:
            return self.boss_stamina == 0 or self.boss_sanity == 0
        return self.boss_stamina == 0 and self.boss_sanity == 0

    def take_either(self):
        for hero in self.team():
            prompt = "Cthulhu strikes; which damage do you take?"
            if self.decide(hero.seat, prompt, ["stamina", "sanity"]) == "stamina":
                hero.stamina = max(0, hero.stamina - self.boss_stamina)
            else:
                hero.sanity = max(0, hero.sanity - self.boss_sanity)
            self.check_fallen(hero)

    def share_damage(self):
        body, mind = self.boss_stamina, self.boss_sanity
        others = self.team()
        for hero in self.team():
            others.remove(hero)
            hits = self.share(
                "{body} Stamina damage left: how much for {h}?", body, hero.stamina, sum(o.stamina for o in others)
            )
            shocks = self.share(
                "{mind} Sanity damage left: how much for {h}?", mind, hero.sanity, sum(o.sanity for o in others)
            )
            body -= hits
            mind -= shocks
            hero.stamina -= hits
            self.check_fallen(hero)
            hero.sanity -= shocks
            self.check_fallen(hero)

    def share(self, prompt, damage, strength, strength_of_others):
        """How much of the damage one hero takes: no more than it has, no less than the others cannot bear."""
        options = [n for n in range(strength + 1) if n <= damage and damage - n <= strength_of_others]
        return self.pick(1, prompt, options) if options else strength

    def check_fallen(self, hero):
        if hero.playing and (hero.stamina == 0 or hero.sanity == 0):
            hero.out = True
            if not self.team():
                raise GameOver(None, "Cthulhu devours Arkham")
            self.move(hero, self.areas["box"])


def play(seed, game, agents):
    """Plays one game; gives (winner, why) and the log of answers."""
    played = Game(seed, game, agents)
    return played.play(), played.log
