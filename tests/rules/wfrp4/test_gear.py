"""Every quality and flaw, and the catalogue (WF-GEAR-1, WF-GEAR-2)."""

from pathlib import Path
from typing import Any

import pytest

from app.engine.encounter import Recruit
from app.engine.refusals import Refused
from app.rules.wfrp4 import RULESET
from app.rules.wfrp4.commands import Assess, Attack, Charge, Guard, Interject, Load, PickUp, Ready
from app.rules.wfrp4.events import (
    ArmourDamaged,
    AttackTested,
    CriticalScored,
    DamageDealt,
    Disarmed,
    Fumbled,
    OpposedTested,
    Pushed,
    ShotsChanged,
    SkillTested,
    WeaponDamaged,
    WoundsLost,
)
from app.rules.wfrp4.sheet import read_sheet
from app.rules.wfrp4.tables.ammunition import AMMUNITION_BY_NAME
from app.rules.wfrp4.tables.armour import ARMOUR_BY_NAME
from app.rules.wfrp4.tables.foes import SHEETS
from app.rules.wfrp4.tables.qualities import FLAWS, OUT_OF_COMBAT, QUALITIES
from app.rules.wfrp4.tables.weapons import WEAPONS_BY_NAME
from tests.rules.wfrp4.fights import (
    armed,
    duel,
    every,
    fight,
    fighter,
    levels,
    next_turn,
    only,
    opened,
    recruit,
    round_over,
    settled,
    value,
    with_state,
)
from tests.stories import Story, given

TOUGH: dict[str, Any] = {"wounds": 99}
STRIKE = Attack(actor="hero", target="foe")


def own(*qualities: str, name: str = "sword", **fields: Any) -> dict[str, Any]:
    """A sheet with one weapon of the table that has these qualities."""
    return {**armed(), "weapons": [{"name": name, "qualities": list(qualities), **fields}]}


def bow(*qualities: str, **fields: Any) -> dict[str, Any]:
    return own(*qualities, name="bow", **fields)


def blow_of(story: Story) -> AttackTested:
    return only(story, AttackTested)


def struck(hero: Any, *faces: int, foe: Any = None, **fields: Any) -> Story:
    """Hero strikes a tough foe."""
    strike = Attack(actor="hero", target="foe", **fields)
    return duel({**TOUGH, **(foe or {})}, **hero).when(strike).rolling(*faces)


def dealt(story: Story, line: str) -> int | None:
    return value(only(story, DamageDealt).damage.lines, line)


# --- qualities of weapons -------------------------------------------------------------------------


def test_accurate():
    """WF-GEAR-2: +10."""
    assert value(blow_of(struck(bow("accurate"), 90)).attack.number.lines, "accurate") == 10


@pytest.mark.parametrize(("face", "cool", "broken"), [(90, 51, 1), (90, 50, 0), (20, 51, 1)])
def test_blackpowder(face: int, cool: int, broken: int):
    """WF-GEAR-2: Cool (+20) or Broken, hit or miss."""
    story = struck(own("blackpowder", name="pistol"), face, cool)
    assert levels(story, "foe").get("broken", 0) == broken
    assert only(story, SkillTested).test.number.total == 50


def test_blast():
    """WF-GEAR-2: who stands within its yards is hit too, by what it wears."""
    others = [
        recruit("Near", position=12, armour=[{"name": "mail coat"}, {"name": "mail chausses"}],
                wounds=99),
        recruit("Far", position=14), recruit("Friend", "heroes", position=10),
    ]  # fmt: skip
    hero = recruit("Hero", "heroes", position=0, **bow("blast 3"))
    state = fight(hero, recruit("Foe", position=10, **TOUGH), *others)
    story = given(RULESET, state).when(STRIKE).rolling(25)
    hurt = {d.defender: d.wounds for d in every(story, DamageDealt)}
    assert hurt == {"foe": 7, "near": 5, "friend": 7}
    named = given(RULESET, state).when(Attack(actor="hero", target="foe", caught=("far",)))
    assert [d.defender for d in every(named.rolling(25), DamageDealt)] == ["foe", "far"]


def test_a_blast_has_its_conditions_and_criticals():
    """WF-GEAR-2: for everyone within, by the attacker's own SL."""
    hero = recruit("Hero", "heroes", position=0, **armed("incendiary"))
    state = fight(hero, recruit("Foe", position=3), recruit("Near", position=6))
    story = given(RULESET, state).when(STRIKE).rolling(18)
    assert (levels(story, "foe"), levels(story, "near")) == ({"ablaze": 4}, {"ablaze": 4})
    weak = recruit("Near", position=10, wounds=1)
    state = fight(recruit("Hero", "heroes", position=0, **bow("blast 3")),
                  recruit("Foe", position=10, **TOUGH), weak)  # fmt: skip
    story = given(RULESET, state).when(STRIKE).rolling(25, 50)
    assert only(story, CriticalScored).of == "near"


def test_pushing_takes_distract():
    """WF-GEAR-2."""
    duel().when(Attack(actor="hero", target="foe", push=True)).refused("wrong-weapon")


@pytest.mark.parametrize(
    ("face", "line", "amount"), [(38, "damaging", 8), (31, "sl", 6), (30, "damaging", 10)]
)
def test_damaging(face: int, line: str, amount: int):
    """WF-GEAR-2: the units, where they are more than the SL; 0 counts 10."""
    assert dealt(struck(own("damaging"), face, 98), line) == (amount if line != "sl" else 6)


def test_defensive():
    """WF-GEAR-2: +1 SL on Melee tests against an attack."""
    story = struck(armed("sword"), 90, 90, foe=own("defensive"))
    defence = blow_of(story).defence
    assert defence is not None
    assert value(defence.sl.lines, "defensive") == 1
    dodged = struck(armed("sword"), 90, 90, foe={**own("defensive"), "defence": "dodge"})
    defence = blow_of(dodged).defence
    assert defence is not None
    assert value(defence.sl.lines, "defensive") is None


def test_distract():
    """WF-GEAR-2: a yard per SL, instead of damage, if one wants."""
    story = struck({**own("distract"), "position": 0}, 31, 60, foe={"position": 1}, push=True)
    pushed = only(story, Pushed)
    assert (pushed.yards, pushed.position) == (3, 4)
    assert fighter(story, "foe").wounds == 99
    assert fighter(story, "foe").engaged == ()
    assert only(struck(own("distract"), 31, 60), DamageDealt).wounds


def test_entangle():
    """WF-GEAR-2: a hit entangles."""
    story = struck(own("entangle"), 31, 60)
    assert levels(story, "foe") == {"entangled": 1}
    assert fighter(story, "foe").conditions[0].by == "hero"


def test_fast():
    """WF-GEAR-2: -10 to parry it without Fast; not to dodge."""

    def line(foe: Any) -> int | None:
        defence = blow_of(struck(own("fast"), 90, 90, foe=foe)).defence
        assert defence is not None
        return value(defence.number.lines, "fast weapon")

    assert line({"defence": "parry"}) == -10
    assert line(own("fast")) is None
    assert line({"defence": "dodge"}) is None


def test_fast_comes_in_when_it_likes():
    """WF-GEAR-2, WF-INIT-1: before the acting one, who still has its turn; once a round."""
    state = fight(
        recruit("Hero", "heroes"), recruit("Ally", "heroes"), recruit("Foe", **own("fast"))
    )
    story = given(RULESET, state).when(Interject(actor="foe")).rolling()
    assert story.state.acting == "foe"
    back = next_turn(story)
    assert back.state.acting == "hero"
    assert next_turn(back).state.acting == "ally"
    again = round_over(back)
    assert (again.state.round, again.state.acting) == (2, "hero")
    assert next_turn(again).state.acting == "ally"
    given(RULESET, state).when(Interject(actor="ally")).refused("not-quick")
    begun = with_state(given(RULESET, state), "hero", move_left=False)
    begun.when(Interject(actor="foe")).refused("not-quick")


def test_hack():
    """WF-GEAR-2: the piece that is struck loses an AP, or the shield that opposed."""
    leather = {"armour": [{"name": "leather jack"}]}
    story = struck(own("hack"), 31, 60, foe=leather)
    assert blow_of(story).location == "left arm"
    assert only(story, ArmourDamaged).item == "leather jack"
    assert dealt(story, "leather jack") == -1
    again = next_turn(next_turn(story)).when(STRIKE).rolling(31, 60)
    assert dealt(again, "leather jack") is None
    shielded = struck(own("hack"), 21, 60, foe={**armed("shield"), **leather})
    assert only(shielded, WeaponDamaged).weapon == "shield"
    later = next_turn(next_turn(shielded)).when(STRIKE).rolling(21, 60)
    assert (dealt(shielded, "shield"), dealt(later, "shield")) == (-2 * 1, -1)


def test_impact():
    """WF-GEAR-2: the units on top; 0 counts 10."""
    assert dealt(struck(own("impact"), 37, 60), "impact") == 7
    assert dealt(struck(own("impact"), 30, 60), "impact") == 10


@pytest.mark.parametrize(("qualities", "critical"), [(("impale",), True), ((), False)])
def test_impale(qualities: Any, critical: bool):
    """WF-GEAR-2: critical on multiples of 10 too."""
    story = struck(own(*qualities), 30, 60, *((50,) if critical else ()))
    assert blow_of(story).attack.critical is critical


def test_impaled_missiles_stay():
    """WF-GEAR-2."""
    assert levels(struck(bow("impale"), 25), "foe") == {"lodged missile": 1}


@pytest.mark.parametrize(
    ("worn", "left"),
    [("leather jack", None), ("mail coat", -1)],
)
def test_penetrating(worn: str, left: int | None):
    """WF-GEAR-2: passes what isn't metal, and 1 AP of metal."""
    assert dealt(struck(own("penetrating"), 31, 60, foe={"armour": [{"name": worn}]}), worn) == left


def test_pistol():
    """WF-GEAR-2: may be fired while engaged, without the good of being near."""
    hero = own("pistol", name="bow")
    engaged = with_state(duel(TOUGH, **hero), "hero", engaged=["foe"])
    story = engaged.when(Attack(actor="hero", target="foe", distance=1)).rolling(90, 90)
    assert value(blow_of(story).attack.number.lines, "point blank range") is None
    plain = with_state(duel(TOUGH, **bow()), "hero", engaged=["foe"])
    plain.when(STRIKE).refused("engaged")


def test_precise():
    """WF-GEAR-2: +1 SL on a success only."""
    assert value(blow_of(struck(own("precise"), 31, 60)).attack.sl.lines, "precise") == 1
    assert value(blow_of(struck(own("precise"), 90, 90)).attack.sl.lines, "precise") is None


@pytest.mark.parametrize(("faces", "stunned"), [((10, 40), 1), ((40, 10), 0)])
def test_pummel(faces: Any, stunned: int):
    """WF-GEAR-2: on the head, Strength against Endurance."""
    story = struck(own("pummel"), 20, 98, *faces)
    assert blow_of(story).location == "head"
    assert levels(story, "foe").get("stunned", 0) == stunned
    assert not every(struck(own("pummel"), 31, 60), OpposedTested)


def test_repeater():
    """WF-GEAR-2: so many shots before it is loaded again."""
    hero = {**armed("repeater pistol"), "weapons": [
        {"name": "repeater pistol", "qualities": ["repeater 2", "reload 1"]}]}  # fmt: skip
    story = struck(hero, 90)
    assert only(story, ShotsChanged).left == 1
    again = next_turn(next_turn(story)).when(STRIKE).rolling(90)
    assert only(again, ShotsChanged).left == 0
    empty = next_turn(next_turn(again))
    empty.when(STRIKE).refused("not-loaded")
    loaded = empty.when(Load(actor="hero", weapon="repeater pistol")).rolling(10)
    assert fighter(loaded, "hero").shots[0].left == 2


def test_shield():
    """WF-GEAR-2: its AP when it opposes; from 2 on also against missiles."""
    assert dealt(struck(armed("sword"), 31, 60, foe=armed("shield")), "shield") == -2
    dodged = struck(armed("sword"), 31, 60, foe={**armed("shield"), "defence": "dodge"})
    assert dealt(dodged, "shield") is None
    shot = struck(bow(), 25, 60, foe=armed("sword", "large shield"))
    assert blow_of(shot).with_weapon == "large shield"
    assert dealt(shot, "shield") == -3
    assert blow_of(struck(bow(), 25, foe=armed("sword", "buckler"))).defence is None


@pytest.mark.parametrize(
    ("weapon", "faces", "disarmed", "broken"),
    [
        ("sword", (60, 22, 44, 10, 30), True, False),
        ("sword", (60, 22, 44, 40, 10), False, False),
        ("sword", (60, 22, 44, 4, 96), False, True),
        ("warhammer", (60, 22, 44), False, False),
    ],
)
def test_trap_blade(weapon: str, faces: Any, disarmed: bool, broken: bool):
    """WF-GEAR-2: a critical parry of a blade: Strength, with the SL of the parry."""
    hero = armed(weapon) if weapon == "sword" else own(name=weapon)
    story = struck(hero, *faces, foe=armed("swordbreaker"))
    assert bool(every(story, Disarmed)) is disarmed
    assert (fighter(story, "hero").broken == ("sword",)) is broken
    if disarmed:
        story = given(RULESET, settled(story.state, 5))
        assert (fighter(story, "hero").main, fighter(story, "hero").dropped) == (
            "unarmed", ("sword",),
        )  # fmt: skip
        later = next_turn(next_turn(story)).when(PickUp(actor="hero", weapon="sword")).rolling()
        ready = later.when(Ready(actor="hero", main="sword")).rolling()
        assert fighter(ready, "hero").main == "sword"


def test_unbreakable():
    """WF-GEAR-2."""
    story = struck(own("unbreakable"), 60, 22, 44, 4, 96, foe=armed("swordbreaker"))
    assert fighter(story, "hero").dropped == ("sword",)
    assert not fighter(story, "hero").broken


def test_wrap():
    """WF-GEAR-2: -1 SL on Melee tests against it."""
    defence = blow_of(struck(own("wrap"), 90, 90)).defence
    assert defence is not None
    assert value(defence.sl.lines, "wrap") == -1


# --- flaws of weapons -----------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "fumbled"), [(59, True), (92, True), (58, False), (29, False)])
def test_dangerous(face: int, fumbled: bool):
    """WF-GEAR-2: a failure that shows a 9."""
    story = struck(own("dangerous"), face, 60, *((50,) if fumbled else ()))
    assert bool(every(story, Fumbled)) is fumbled


def test_imprecise():
    """WF-GEAR-2: -1 SL to attack."""
    assert value(blow_of(struck(own("imprecise"), 90, 90)).attack.sl.lines, "imprecise") == -1


def test_reload():
    """WF-GEAR-2: an extended test to its SL; another Action breaks it off."""
    hero = {**armed("crossbow"), "weapons": [{"name": "crossbow", "qualities": ["reload 4"]}]}
    empty = with_state(duel(TOUGH, **hero), "hero", unloaded=["crossbow"])
    empty.when(STRIKE).refused("not-loaded")
    load = Load(actor="hero", weapon="crossbow")
    once = empty.when(load).rolling(20)
    assert (fighter(once, "hero").shots[0].left, fighter(once, "hero").shots[0].sl) == (0, 2)
    twice = next_turn(next_turn(once)).when(load).rolling(20)
    assert fighter(twice, "hero").shots[0].left == 1
    next_turn(next_turn(twice)).when(load).refused("already-loaded")
    broken_off = next_turn(next_turn(once)).when(Guard(actor="hero")).rolling()
    assert fighter(broken_off, "hero").shots[0].sl == 0
    duel(**bow()).when(Load(actor="hero", weapon="bow")).refused("wrong-weapon")


def test_slow():
    """WF-GEAR-2: its bearer comes last, and foes have +1 SL to defend."""
    state = fight(recruit("Hero", "heroes", **own("slow")), recruit("Foe", **TOUGH))
    assert state.order.ids == ("foe", "hero")
    story = next_turn(given(RULESET, state)).when(STRIKE).rolling(90, 90)
    defence = blow_of(story).defence
    assert defence is not None
    assert value(defence.sl.lines, "slow weapon") == 1


def test_tiring():
    """WF-GEAR-2: Impact and Damaging only in a turn with a charge."""
    hero = own("tiring", "impact", "damaging")
    assert dealt(struck(hero, 37, 60), "impact") is None
    story = duel(TOUGH, **hero).when(Charge(actor="hero", target="foe")).rolling(37, 60)
    assert (dealt(story, "impact"), dealt(story, "damaging")) == (7, 7)


def test_undamaging():
    """WF-GEAR-2: AP twice, 0 Wounds too, and never Damaging or Impact."""
    mail = {"armour": [{"name": "mail coat"}], "t": 70}
    story = struck(own("undamaging", "damaging", "impact"), 31, 40, foe=mail)
    assert dealt(story, "mail coat") == -4
    assert (dealt(story, "damaging"), dealt(story, "impact")) == (None, None)
    assert (only(story, DamageDealt).wounds, every(story, WoundsLost)) == (0, [])


# --- armour ---------------------------------------------------------------------------------------


def ap(story: Story) -> dict[str, int]:
    lines = only(story, DamageDealt).damage.lines
    return {n: v for n, v in ((line.name, line.value) for line in lines) if n in ARMOUR_BY_NAME}


def test_flexible():
    """WF-GEAR-2: adds to a piece that isn't; of several of a kind the best counts."""
    names = ("mail shirt", "breastplate", "leather jack")
    story = struck(armed("sword"), 25, 60, foe={"armour": [{"name": n} for n in names]})
    assert blow_of(story).location == "body"
    assert ap(story) == {"breastplate": -2, "mail shirt": -2}


@pytest.mark.parametrize(("face", "critical"), [(33, False), (22, True)])
def test_impenetrable(face: int, critical: bool):
    """WF-GEAR-2: no criticals from odd rolls."""
    foe = {"armour": [{"name": "plate bracers"}]}
    story = struck(armed("sword"), face, 60, *((50,) if critical else ()), foe=foe)
    assert bool(every(story, CriticalScored)) is critical


@pytest.mark.parametrize(("face", "counts"), [(30, False), (50, False), (10, False)])
def test_partial_on_even_rolls(face: int, counts: bool):
    """WF-GEAR-2: doesn't count on an even roll."""
    hero = {**armed("sword"), "ws": 60}
    story = struck(hero, face, 98, foe={"armour": [{"name": "leather skullcap"}]}, called="head")
    assert ("leather skullcap" in ap(story)) is counts


def test_partial_on_odd_rolls():
    """WF-GEAR-2: it counts, but not on a critical."""
    cap = {"armour": [{"name": "leather skullcap"}]}
    assert ap(struck(armed("sword"), 13, 98, foe=cap, called="head")) == {"leather skullcap": -1}
    assert ap(struck(armed("sword"), 11, 98, 50, foe=cap, called="head")) == {}


def test_weakpoints():
    """WF-GEAR-2: doesn't count on a critical with Impale."""
    plate = {"armour": [{"name": "boiled leather breastplate"}]}
    hero = {**own("impale"), "ws": 60}
    assert ap(struck(hero, 22, 60, 50, foe=plate, called="body")) == {}
    assert ap(struck(hero, 21, 60, foe=plate, called="body")) == {"boiled leather breastplate": -2}
    assert ap(struck(armed("sword", ws=60), 11, 60, 50, foe=plate, called="body")) == {
        "boiled leather breastplate": -2
    }


def test_armour_that_hinders():
    """WF-GEAR-1."""
    story = duel(armour=[{"name": "plate helm"}])
    story = story.when(Assess(actor="hero", skill="perception")).rolling(10)
    assert value(only(story, SkillTested).test.number.lines, "plate helm") == -20


# --- craft ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("quality", "sl"), [("practical", 1), ("unreliable", -1)])
def test_practical_and_unreliable(quality: str, sl: int):
    """WF-GEAR-2: on failures."""
    assert value(blow_of(struck(own(quality), 90, 90)).attack.sl.lines, "craft") == sl
    assert value(blow_of(struck(own(quality), 31, 60)).attack.sl.lines, "craft") is None


def test_shoddy():
    """WF-GEAR-2: breaks on a failed double."""
    story = struck(own("shoddy"), 55, 60, 50)
    assert only(story, WeaponDamaged).broken
    assert fighter(story, "hero").main == "unarmed"
    assert not every(struck(own("shoddy"), 56, 60), WeaponDamaged)


def test_durable():
    """WF-GEAR-2: bears so many damages, then a d10 may save it."""
    story = struck(own("shoddy", "durable 1"), 55, 60, 30)
    assert not only(story, WeaponDamaged).broken
    for face, broken in ((2, False), (3, True)):
        again = next_turn(next_turn(story)).when(STRIKE).rolling(55, 60, face, 50)
        assert only(again, WeaponDamaged).broken is broken


def test_durable_armour():
    """WF-GEAR-2: bears so many damages before its AP go."""
    jack = {"armour": [{"name": "leather jack", "qualities": ["durable 1"]}]}
    story = struck(own("hack"), 31, 60, foe=jack)
    again = next_turn(next_turn(story)).when(STRIKE).rolling(31, 60)
    assert dealt(again, "leather jack") == -1
    last = next_turn(next_turn(again)).when(STRIKE).rolling(31, 60)
    assert dealt(last, "leather jack") is None


@pytest.mark.parametrize("quality", ["fine", "lightweight", "ugly", "bulky"])
def test_what_matters_out_of_combat_only(quality: str):
    """WF-GEAR-2: the reference says so, and nothing is changed."""
    assert QUALITIES[quality][2] == OUT_OF_COMBAT
    assert struck(own(quality), 31, 60).events == struck(armed("sword"), 31, 60).events


def test_misfire():
    """WF-GEAR-2: an even fumble with powder bursts it; the units are the SL, on the arm."""
    story = struck(armed("pistol", wounds=99), 88, 50)
    damaged, harm = only(story, WeaponDamaged), only(story, DamageDealt)
    assert (damaged.misfire, damaged.broken) == (True, True)
    assert (harm.defender, harm.location, value(harm.damage.lines, "sl")) == (
        "hero", "right arm", 8,
    )  # fmt: skip
    assert not every(story, Fumbled)
    assert every(struck(armed("pistol"), 99, 50, 50), Fumbled)


# --- skills that one hasn't -----------------------------------------------------------------------


def test_untrained():
    """WF-GEAR-2: crossbow and throwing at bare BS without qualities; others not at all."""
    plain = {"skills": [], "bs": 50}
    duel(**plain, weapons=[{"name": "bow"}]).when(STRIKE).refused("untrained")
    story = duel(TOUGH, **plain, weapons=[{"name": "dart"}]).when(STRIKE).rolling(30)
    blow = blow_of(story)
    assert (blow.attack.number.total, blow.attack.critical) == (50, False)
    flail = duel(TOUGH, skills=[], weapons=[{"name": "flail"}]).when(STRIKE).rolling(59, 60, 50)
    assert every(flail, Fumbled)
    defence = blow_of(flail).defence
    assert defence is not None
    assert value(defence.sl.lines, "wrap") is None


def test_engineering_for_blackpowder():
    """WF-GEAR-2: one for the other, without qualities."""
    skills = [{"name": "Ranged (Engineering)", "advances": 5}]
    story = duel(TOUGH, skills=skills, weapons=[{"name": "pistol"}]).when(STRIKE).rolling(90)
    assert blow_of(story).attack.number.total == 35
    assert not every(story, SkillTested)


# --- the catalogue --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WEAPONS_BY_NAME)
def test_every_weapon_of_the_catalogue(name: str):
    """WF-GEAR-1: a name alone is a weapon."""
    weapon = read_sheet({"weapons": [{"name": name}]}).weapons[0]
    assert weapon.name == name
    assert weapon.kind == "melee" or weapon.range


def test_catalogues():
    """WF-GEAR-1: armour, ammunition, foes."""
    sheet = read_sheet({"armour": [{"name": n} for n in ARMOUR_BY_NAME],
                        "ammunition": [{"name": n} for n in AMMUNITION_BY_NAME]})  # fmt: skip
    assert len(sheet.armour) == len(ARMOUR_BY_NAME) == 14
    assert len(sheet.ammunition) == len(AMMUNITION_BY_NAME) == 8
    for name, foe in SHEETS.items():
        state = opened({}, Recruit(name=name, side="foes", sheet=foe))
        assert state.combatants[name].wounds == foe["wounds"]


def test_the_sheet_overrides_the_catalogue():
    """WF-GEAR-1."""
    own_sword = {"name": "sword", "damage": 9, "qualities": ["fast"]}
    weapon = read_sheet({"weapons": [own_sword]}).weapons[0]
    assert (weapon.damage, weapon.qualities, weapon.group) == (9, ("fast",), "basic")


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"weapons": [{"name": "spoon"}]}, "not-in-table"),
        ({"weapons": [{"name": "sword", "qualities": ["sharp"]}]}, "unknown-quality"),
        ({"weapons": [{"name": "sword", "qualities": ["shield"]}]}, "unknown-quality"),
        ({"weapons": [{"name": "sword", "qualities": ["fast 2"]}]}, "unknown-quality"),
        ({"weapons": [{"name": "sword"}, {"name": "Sword"}]}, "sheet-contradiction"),
        ({"weapons": [{"name": "x", "kind": "ranged", "group": "bow", "damage": 1}]},
         "sheet-contradiction"),
        ({"armour": [{"name": "apron"}]}, "not-in-table"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_sheet(sheet: Any, code: str):
    """WF-GEAR-1."""
    with pytest.raises(Refused) as refusal:
        read_sheet(sheet)
    assert refusal.value.code == code


def test_ammunition():
    """WF-GEAR-1: what it adds to the weapon that shoots it."""
    hero = {**bow(), "ammunition": [{"name": "elf arrow"}, {"name": "arrow"}, {"name": "bullet"}]}
    story = struck(hero, 25, distance=150)
    blow = blow_of(story)
    assert (blow.band, value(blow.attack.number.lines, "accurate")) == ("long", 10)
    assert dealt(story, "bow") == 4
    assert dealt(struck(hero, 25, ammunition="ARROW", distance=50), "bow") == 3
    duel(**hero).when(Attack(actor="hero", target="foe", ammunition="bullet")).refused(
        "unknown-ammunition", fitting=["elf arrow", "arrow"]
    )
    doubly = {**bow("accurate"), "ammunition": [{"name": "elf arrow"}]}
    assert value(blow_of(struck(doubly, 90)).attack.number.lines, "accurate") == 10
    shot = {**armed("blunderbuss"), "ammunition": [{"name": "small shot"}]}
    near = [recruit("Near", position=14, wounds=99)]
    state = fight(
        recruit("Hero", "heroes", position=0, **shot), recruit("Foe", position=10, **TOUGH), *near
    )
    story = given(RULESET, state).when(STRIKE).rolling(25, 50)
    assert [d.defender for d in every(story, DamageDealt)] == ["foe", "near"]
    handgun = {**armed("handgun"), "ammunition": [{"name": "improvised shot"}]}
    assert blow_of(struck(handgun, 85, 50, distance=26)).band == "long"


def test_every_quality_is_tested_here():
    """WF-GEAR-2: the table has no row without a test of its name."""
    text = Path(__file__).read_text().replace("_", " ").casefold()
    missing = [q for q in QUALITIES if f"test {q}" not in text and f'"{q}"' not in text]
    assert missing == []
    assert set(QUALITIES) > FLAWS


@pytest.mark.parametrize(
    ("size", "wounds"),
    [("tiny", 1), ("little", 3), ("small", 9), ("average", 12), ("large", 24), ("enormous", 48),
     ("monstrous", 96)],
)  # fmt: skip
def test_wounds_at_full_health(size: str, wounds: int):
    """WF-WND-2: SB + 2 TB + WPB, by size; Hardy adds TB a level."""
    assert read_sheet({"size": size}).max_wounds == wounds
    hardy = [{"name": "Hardy", "level": 2}]
    assert read_sheet({"size": size, "talents": hardy}).max_wounds == wounds + 6


def test_two_weapons():
    """WF-ATT-7: Dual Wielder: the off hand strikes by the same roll swapped; -10 to defend."""
    hero = armed("sword", "dagger", talents=[{"name": "Dual Wielder"}])
    story = struck(hero, 31, 60, 60, second_target="foe")
    first, second = every(story, AttackTested)
    assert (first.attack.face, second.attack.face) == (31, 13)
    assert (second.weapon, value(second.attack.number.lines, "off hand")) == ("dagger", -20)
    assert value(second.attack.number.lines, "advantage") == 10
    foes = next_turn(story).when(Attack(actor="foe", target="hero")).rolling(90, 90)
    defence = blow_of(foes).defence
    assert defence is not None
    assert value(defence.number.lines, "after two weapons") == -10
    missed = struck(hero, 60, 31, second_target="foe")
    assert len(every(missed, AttackTested)) == 1
    duel(**armed("sword", "dagger")).when(
        Attack(actor="hero", target="foe", second_target="foe")
    ).refused("needs-talent")
