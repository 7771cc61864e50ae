"""Arkham Express by hand over columns of ints, as fast as a careful person would write it: nothing in it is general.

It plays the same game as arkham_objects.py. Heroes, tokens and areas are numbers, what they are and hold stands in
lists of this module, so only one game can be played at a time. Prompts are indices into PROMPTS.
"""

import random
from hashlib import blake2b

PROMPTS = [
    "Choose your character",
    "Who goes first?",
    "ambush",
    "rest",
    "pay_to_reroll",
    "buy_reroll.d",
    "Which dice do you roll again? (roll {n} of {opt.rolls})",
    "on_the_way",
    "walk.to",
    "swap.mate",
    "What changes hands between {me} and {mate}?",
    "sharing_a_space",
    "add_to_attack",
    "{m} still stands",
    "Retreat to",
    "Which item do you lose?",
    "at_a_gate",
    "Hit {n} of {r.fight}",
    "Cthulhu strikes; which damage do you take?",
    "{body} Stamina damage left: how much for {h}?",
    "{mind} Sanity damage left: how much for {h}?",
]

# Areas: the numbered ones are 5 to 11, in the order of their numbers.
UNIVERSITY, STORE, MAGICK, LODGE, HOSPITAL, FIRST_SPOT, BOX = 0, 1, 2, 3, 4, 5, 12
PATHS = [(0, 5), (0, 9), (0, 3), (0, 4), (5, 8), (8, 6), (6, 9), (9, 7)]
PATHS += [(7, 3), (3, 11), (11, 4), (4, 10), (10, 5), (11, 2), (2, 1)]
EXITS = [[] for _ in range(13)]
for one, other in PATHS:
    EXITS[one].append(other)
    EXITS[other].append(one)
SPOTS = range(FIRST_SPOT, BOX)

# Heroes: lulu, kathryn, lucia, dick, al, gregory.
HEROES = range(6)
MAX_STAMINA = [4, 4, 4, 6, 6, 5]
MAX_SANITY = [6, 6, 6, 4, 4, 5]
EXTRA_MOVE = [1, 0, 0, 0, 0, 0]
SEAL_PRICE = [5, 5, 4, 5, 5, 5]

# Tokens: cultists, ghouls, gug, shoggoth, phantoms, nightgaunts, star spawn, hound.
TOKENS = range(13)
TOUGHNESS = [1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 2, 2]
AGAINST_MANY = [3, 3, 3, 3, 3, 4, 4, 3, 3, 3, 3, 5, 5]
MAGICAL = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
NO_RETREAT = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]

CLUE, MOVE, HEAL, MONSTER, FIGHT = range(5)
SIDES = [CLUE, MOVE, HEAL, MONSTER, FIGHT, FIGHT]
DICE = [0, 1, 2, 3, 4]
YES_NO = (0, 1)

clue_cap = [0] * 6
gun_cap = [0] * 6
spell_cap = [0] * 6
rerolls_monsters = [0] * 6
stamina = [0] * 6
sanity = [0] * 6
clues = [0] * 6
guns = [0] * 6
spells = [0] * 6
seat = [0] * 6
at = [0] * 6
down = [0] * 6
ambushed = [0] * 6
may_rest = [0] * 6
out = [0] * 6
visiting = [0] * 6
heroes_at = [[] for _ in range(13)]
token_at = [0] * 13  # by area
monster = [0] * 13  # by token: which side is up
stock = []

log = []


class GameOver(Exception):
    pass


class SixthGateClosed(Exception):
    pass


def stream(seed, game, purpose):
    digest = blake2b(f"{seed}/{game}/{purpose}".encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big")).random


def decide(who, prompt, options):
    i = agents[who](prompt, options)
    log.append(i)
    return options[i]


def relocate(h, a):
    heroes_at[at[h]].remove(h)
    at[h] = a
    heroes_at[a].append(h)


def shop(h):
    a = visiting[h]
    if a == STORE:
        if guns[h] < gun_cap[h]:
            visiting[h] = -1
            guns[h] += 1
    elif a == MAGICK and spells[h] < spell_cap[h]:
        visiting[h] = -1
        spells[h] += 1


def summon(roller):
    global on_board
    if not stock:
        return
    for a in SPOTS:
        if token_at[a] < 0:
            t = stock.pop(0)
            monster[t] = 1
            token_at[a] = t
            on_board += 1
            if on_board >= 6:
                raise GameOver(None, "Arkham is overrun")
            for h in heroes_at[a]:
                ambushed[h] = h != roller
            return


def loose_dice(me, r):
    """The first die of each face that may be bought a new throw."""
    seen = 0
    found = []
    monsters = rerolls_monsters[me]
    for i in DICE:
        f = r[i]
        if f != MONSTER or monsters:
            b = 1 << f
            if not seen & b:
                seen |= b
                found.append(i)
    return found


def pay_to_reroll(me, r):
    while clues[me] > 0:
        if not rerolls_monsters[me] and r.count(MONSTER) == 5:
            return
        if not decide(seat[me], 4, YES_NO):
            return
        buy_reroll(me, r)


def buy_reroll(me, r):
    d = loose_dice(me, r)
    i = decide(seat[me], 5, d) if len(d) > 1 else d[0]
    clues[me] -= 1
    r[i] = SIDES[int(draw() * 6)]


def roll_again(me, r):
    s = seat[me]
    agent = agents[s]
    for _ in YES_NO:
        pay_to_reroll(me, r)
        faces = []
        left = []
        for f in r:
            if f != MONSTER:
                if f in faces:
                    left[faces.index(f)] += 1
                else:
                    faces.append(f)
                    left.append(1)
        if not faces:
            return
        taken = []
        live = list(range(len(faces)))
        while live:
            i = agent(6, [*live, -1])
            if i == len(live):
                break
            g = live[i]
            taken.append(g)
            left[g] -= 1
            if not left[g]:
                live.remove(g)
        taken.sort()
        log.append(tuple(taken))
        if not taken:
            return
        again = []
        for g, f in enumerate(faces):
            n = taken.count(g)
            if n:
                for i in DICE:
                    if r[i] == f:
                        again.append(i)
                        n -= 1
                        if not n:
                            break
        again.sort()
        for i in again:
            r[i] = SIDES[int(draw() * 6)]
    pay_to_reroll(me, r)


def has_mate(me):
    there = heroes_at[at[me]]
    if len(there) > 1:
        mine = clues[me] or guns[me] or spells[me]
        for h in there:
            if h != me and (mine or clues[h] or guns[h] or spells[h]):
                return True
    return False


def swap(me):
    mine = clues[me] or guns[me] or spells[me]
    m = [h for h in heroes_at[at[me]] if h != me and (mine or clues[h] or guns[h] or spells[h])]
    h = decide(seat[me], 9, m) if len(m) > 1 else m[0]
    # Clues: n to the mate, or -n to me. Then 100 and on: gun, gun back, spell, spell back, nothing.
    o = list(range(1, min(clues[me], clue_cap[h] - clues[h]) + 1))
    o += range(-1, -min(clues[h], clue_cap[me] - clues[me]) - 1, -1)
    if guns[me] and guns[h] < gun_cap[h]:
        o.append(100)
    if guns[h] and guns[me] < gun_cap[me]:
        o.append(101)
    if spells[me] and spells[h] < spell_cap[h]:
        o.append(102)
    if spells[h] and spells[me] < spell_cap[me]:
        o.append(103)
    o.append(104)
    k = decide(seat[me], 10, o) if len(o) > 1 else 104
    if k < 100:
        clues[me] -= k
        clues[h] += k
        return k
    if k == 100:
        guns[me] -= 1
        guns[h] += 1
        shop(me)
    elif k == 101:
        guns[h] -= 1
        guns[me] += 1
    elif k == 102:
        spells[me] -= 1
        spells[h] += 1
        shop(me)
    elif k == 103:
        spells[h] -= 1
        spells[me] += 1
    return 0


def on_the_way(me, found, heals, steps):
    s = seat[me]
    while True:
        o = [0]
        if steps > 0:
            o.append(1)
        if heals > 0:
            if stamina[me] < MAX_STAMINA[me]:
                o.append(2)
            if sanity[me] < MAX_SANITY[me]:
                o.append(3)
        if len(heroes_at[at[me]]) > 1 and has_mate(me):
            o.append(4)
        if len(o) == 1:
            return
        k = decide(s, 7, o)
        if k == 0:
            return
        if k == 1:
            o = EXITS[at[me]]
            a = decide(s, 8, o) if len(o) > 1 else o[0]
            steps -= 1
            heroes_at[at[me]].remove(me)
            at[me] = a
            heroes_at[a].append(me)
            visiting[me] = a
            if a == STORE or a == MAGICK:
                shop(me)
            t = token_at[a]
            if t >= 0 and monster[t]:
                steps = 0
        elif k == 2:
            heals -= 1
            stamina[me] += 1
        elif k == 3:
            heals -= 1
            sanity[me] += 1
        elif swap(me) > 0 and found:
            n = min(found, clue_cap[me] - clues[me])
            found -= n
            clues[me] += n


def improve(me, r, need, gun_helps, spell_helps):
    """Gives the number of Fights in the end."""
    n = r.count(FIGHT)
    s = seat[me]
    bonus = 0
    while n < need:
        o = [0]
        if gun_helps and guns[me]:
            o.append(1)
        if spell_helps and spells[me]:
            o.append(2)
        if clues[me] and (rerolls_monsters[me] or r.count(MONSTER) < 5):
            o.append(3)
        if len(o) == 1:
            return n
        k = decide(s, 12, o)
        if k == 0:
            return n
        if k == 1:
            guns[me] -= 1
            bonus += 1
            n += 1
        elif k == 2:
            spells[me] -= 1
            bonus += 1
            n += 1
        else:
            buy_reroll(me, r)
            n = r.count(FIGHT) + bonus
    return n


def hurt(me, magical, n):
    column = sanity if magical else stamina
    v = column[me] - n
    if v > 0:
        column[me] = v
    else:
        column[me] = 0
        collapse(me)


def collapse(h):
    down[h] = 1
    ambushed[h] = 0
    relocate(h, HOSPITAL)
    clues[h] -= clues[h] // 2
    for _ in range((guns[h] + spells[h]) // 2):
        if guns[h]:
            if spells[h] and decide(seat[h], 15, YES_NO):
                spells[h] -= 1
            else:
                guns[h] -= 1
        else:
            spells[h] -= 1


def retreat(me, t):
    hurt(me, MAGICAL[t], 1)
    if not down[me]:
        o = EXITS[at[me]]
        relocate(me, decide(seat[me], 14, o) if len(o) > 1 else o[0])


def combat(me, t):
    visiting[me] = -1
    magical = MAGICAL[t]
    need = AGAINST_MANY[t] if players > 2 else TOUGHNESS[t]
    while True:
        r = [
            SIDES[int(draw() * 6)],
            SIDES[int(draw() * 6)],
            SIDES[int(draw() * 6)],
            SIDES[int(draw() * 6)],
            SIDES[int(draw() * 6)],
        ]
        if improve(me, r, need, not magical, magical) >= need:
            monster[t] = 0
            return
        hurt(me, magical, need)
        if down[me]:
            return
        if not NO_RETREAT[t] and decide(seat[me], 13, YES_NO):
            retreat(me, t)
            visiting[me] = at[me]
            shop(me)
            return


def rest(me):
    a = at[me]
    if a == LODGE:
        if not decide(seat[me], 3, YES_NO):
            return False
        clues[me] = min(clue_cap[me], clues[me] + 2)
        return True
    if a == HOSPITAL:
        k = decide(seat[me], 3, (0, 1, 2))
        if k == 1:
            stamina[me] = MAX_STAMINA[me]
        elif k == 2:
            sanity[me] = MAX_SANITY[me]
        return k > 0
    return False


def recover(h):
    if stamina[h] == 0:
        stamina[h] = MAX_STAMINA[h]
    if sanity[h] == 0:
        sanity[h] = MAX_SANITY[h]
    down[h] = 0


def turn(me):
    if down[me]:
        recover(me)
        return
    s = seat[me]
    t = token_at[at[me]]
    pinned = ambushed[me] and t >= 0 and monster[t]
    if pinned:
        if not NO_RETREAT[t] and decide(s, 2, YES_NO):
            retreat(me, t)
            may_rest[me] = 0
            t = token_at[at[me]]
            if t < 0 or not monster[t]:
                ambushed[me] = 0
            return
    elif may_rest[me] and rest(me):
        may_rest[me] = 0
        return
    r = [
        SIDES[int(draw() * 6)],
        SIDES[int(draw() * 6)],
        SIDES[int(draw() * 6)],
        SIDES[int(draw() * 6)],
        SIDES[int(draw() * 6)],
    ]
    roll_again(me, r)
    if r.count(MONSTER) >= 3:
        summon(me)
    found = r.count(CLUE)
    n = min(found, clue_cap[me] - clues[me])
    clues[me] += n
    visiting[me] = at[me]
    shop(me)
    on_the_way(me, found - n, r.count(HEAL), 0 if pinned else r.count(MOVE) + EXTRA_MOVE[me])
    t = token_at[at[me]]
    while t >= 0 and monster[t]:
        combat(me, t)
        if down[me]:
            break
        while has_mate(me):
            if not decide(s, 11, YES_NO):
                break
            swap(me)
        t = token_at[at[me]]
    a = at[me]
    t = token_at[a]
    if t >= 0 and not monster[t] and clues[me] >= SEAL_PRICE[me] and decide(s, 16, YES_NO):
        close_gate(me, a)
    ambushed[me] = 0
    may_rest[me] = (a == LODGE or a == HOSPITAL) and not down[me]


def close_gate(me, a):
    global on_board, prizes, starter
    clues[me] -= SEAL_PRICE[me]
    if prizes == 5:
        starter = me
    token_at[a] = -1
    on_board -= 1
    prizes += 1
    if prizes >= 6:
        raise SixthGateClosed


def team():
    return [h for h in HEROES if seat[h] and not out[h]]


def around():
    start = seat[starter]
    return sorted(team(), key=lambda h: (seat[h] - start) % players)


def attack_boss(me):
    global boss_stamina, boss_sanity
    s = seat[me]
    r = [SIDES[int(draw() * 6)] for _ in DICE]
    for _ in range(improve(me, r, boss_stamina + boss_sanity, solo, solo)):
        if boss_stamina and not (boss_sanity and decide(s, 17, YES_NO)):
            boss_stamina -= 1
        else:
            boss_sanity -= 1
        if solo:
            if not boss_stamina or not boss_sanity:
                raise GameOver("players", "Cthulhu is banished")
        elif not boss_stamina and not boss_sanity:
            raise GameOver("players", "Cthulhu is banished")


def fall(h):
    out[h] = 1
    if not team():
        raise GameOver(None, "Cthulhu devours Arkham")
    relocate(h, BOX)


def take_either():
    for h in team():
        if decide(seat[h], 18, YES_NO):
            v = sanity[h] = max(0, sanity[h] - boss_sanity)
        else:
            v = stamina[h] = max(0, stamina[h] - boss_stamina)
        if not v:
            fall(h)


def share(prompt, damage, own, others):
    """A hero takes no more than it has, and no less than the others cannot bear."""
    low = max(0, damage - others)
    high = min(own, damage)
    if low > high:
        return own
    return decide(1, prompt, range(low, high + 1)) if low < high else low


def share_damage():
    body = boss_stamina
    mind = boss_sanity
    heroes = team()
    all_stamina = sum([stamina[h] for h in heroes])
    all_sanity = sum([sanity[h] for h in heroes])
    for h in heroes:
        all_stamina -= stamina[h]
        all_sanity -= sanity[h]
        hits = share(19, body, stamina[h], all_stamina)
        shocks = share(20, mind, sanity[h], all_sanity)
        body -= hits
        mind -= shocks
        stamina[h] -= hits
        sanity[h] -= shocks
        if not stamina[h] or not sanity[h]:
            fall(h)


def set_up(seed, game):
    global draw, on_board, prizes, starter, boss_stamina, boss_sanity
    draw = stream(seed, game, "die action")
    stamina[:] = MAX_STAMINA
    sanity[:] = MAX_SANITY
    for column in (clues, seat, down, ambushed, may_rest, out):
        column[:] = (0,) * 6
    guns[:] = (0, 0, 0, 1, 0, 0)
    spells[:] = (0, 1, 0, 0, 0, 0)
    at[:] = (BOX,) * 6
    visiting[:] = (-1,) * 6
    clue_cap[:] = (99,) * 6 if solo else (6, 6, 6, 6, 10, 6)
    gun_cap[:] = (99,) * 6 if solo else (1, 1, 1, 2, 1, 1)
    spell_cap[:] = (99,) * 6 if solo else (1, 2, 1, 1, 1, 1)
    rerolls_monsters[:] = (1,) * 6 if solo else (0, 0, 0, 0, 0, 1)
    for there in heroes_at:
        there.clear()
    heroes_at[BOX][:] = HEROES
    token_at[:] = (-1,) * 13
    monster[:] = (0,) * 13
    stock[:] = TOKENS
    on_board = prizes = starter = 0
    boss_stamina = boss_sanity = 6
    for s in range(1, players + 1):
        h = decide(s, 0, heroes_at[BOX][:])
        seat[h] = s
        relocate(h, UNIVERSITY)
    shuffle = stream(seed, game, "place stock")
    for last in range(12, 0, -1):
        other = int(shuffle() * (last + 1))
        stock[last], stock[other] = stock[other], stock[last]
    for _ in range(1 if players <= 2 else 2):
        summon(-1)
    o = team()
    starter = decide(1, 1, o) if len(o) > 1 else o[0]


def play(seed, game, agents_of_seats):
    """Plays one game; gives (winner, why) and the log of answers."""
    global agents, players, solo
    agents = [None, *agents_of_seats]
    players = len(agents_of_seats)
    solo = players == 1
    log.clear()
    try:
        set_up(seed, game)
        try:
            while True:
                for me in around():
                    turn(me)
                    visiting[me] = -1
        except SixthGateClosed:
            visiting[:] = (-1,) * 6
        for h in HEROES:
            if down[h]:
                recover(h)
        while True:
            for me in around():
                attack_boss(me)
            if solo:
                take_either()
            else:
                share_damage()
    except GameOver as over:
        return over.args, log
