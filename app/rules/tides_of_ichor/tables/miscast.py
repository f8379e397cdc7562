"""The miscast table (TI-MIS-R01 to R30): each row's words beside what it does.

A row's title names the condition that it leaves. Unless a row releases it, the spell fails.
"""

from app.engine.tables import Row, Table
from app.rules.tides_of_ichor.calamities import (
    CallComet,
    Detonate,
    DrainSummons,
    DrawMetal,
    RaiseSummons,
    Tread,
    WearMetal,
)
from app.rules.tides_of_ichor.effects import (
    THE_SPELL,
    Heal,
    LetInHunter,
    LoseWounds,
    OpenRift,
    ReleaseSpell,
    RowEffect,
    SpellFails,
    TurnSpellAstray,
    WithLore,
    lasting,
)
from app.rules.tides_of_ichor.lingering import (
    AllCasting,
    Bound,
    Burning,
    Comet,
    DarkBargain,
    Feral,
    Forgotten,
    HalvedStats,
    KeptAlive,
    LowestStat,
    NextCasting,
    NoCasting,
    NoForce,
    OpenGuard,
    Rot,
    Shadow,
    Struggle,
    Unprotected,
    Vortex,
    WildMagic,
)
from app.rules.tides_of_ichor.options import DARK_BOLT


def _row(
    number: int, title: str, words: str, *effects: RowEffect, ours: str = "", fails: bool = True
) -> Row[RowEffect]:
    all_effects = (SpellFails(), *effects) if fails else effects
    return Row(number, number, title, all_effects, words, ours)


BARGAIN = DarkBargain(bolt=DARK_BOLT, damage=2, growth=2)
BLOODY_BARGAIN = DarkBargain(bolt=DARK_BOLT, damage=2, growth=2, blood=True)

MISCASTS: Table[RowEffect] = Table(
    "miscast",
    "Miscasts",
    (
        _row(
            1, "Last words",
            "The spell runs out of the wizard like water, and takes its own words along.",
            ReleaseSpell(),
            lasting(Forgotten(spell=THE_SPELL.name)),
            ours="It rolls spell power against an enemy, and never has irresistible force.",
            fails=False,
        ),
        _row(
            2, "A thread kept",
            "The weave comes apart, but the wizard keeps hold of one thread.",
            lasting(NextCasting(), casting=10),
            ours="Any casting roll uses it up, also one to put off a comet or to keep control.",
        ),
        _row(
            3, "Smoke",
            "There is a smell of smoke, and that is all.",
        ),
        _row(
            4, "Brimming over",
            "More power than one mind can steer fills the wizard to the brim.",
            lasting(casting=-20, spell_power=20),
        ),
        _row(
            5, "Wrong way",
            "The spell works. It simply has its own idea of where to go.",
            TurnSpellAstray(),
            ours="A personal spell on somebody else, or a spell on a zone that holds nobody of its "
            "kind, makes no sense. It doesn't count as cast, rolls spell power against an enemy, "
            "and never has irresistible force.",
            fails=False,
        ),
        _row(
            6, "Dazed",
            "For a moment there is only a bright noise where thoughts should be.",
            lasting(NoCasting(), turns=1),
            ours="It ends with the caster's next turn.",
        ),
        _row(
            7, "Bolted gates",
            "In fright the wizard slams the gates of the mind, and they stay half shut.",
            lasting(NoForce(), adds_up=False),
            ours="It is stronger than row 28.",
        ),
        _row(
            8, "A splinter",
            "Something thin and cold has got in, and sits behind the eyes.",
            lasting(casting=-10),
        ),
        _row(
            9, "Green fire",
            "What should have become a spell licks over the wizard in green flames.",
            LoseWounds(a_level=1),
        ),
        _row(
            10, "Lightning in the bones",
            "Orange sparks run through every limb and leave them weak.",
            lasting(HalvedStats(), adds_up=False),
            ours="It halves the stats as conditions before it have left them.",
        ),
        _row(
            11, "Vortex",
            "The wizard is a hole in the weave, and all magic runs down it.",
            lasting(NoCasting(), Vortex(), adds_up=False),
            ours="A spell on several lands once. Of several vortices the one of the wizard who "
            "joined first takes it.",
        ),
        _row(
            12, "The weakest link",
            "Strength and skill drain away until the poorest gift is the best one left.",
            lasting(LowestStat(), adds_up=False),
            ours="The lowest stat as conditions before it have left them.",
        ),
        _row(
            13, "A stowaway",
            "Something had been waiting for a door, and the spell is one.",
            LetInHunter(),
            ours="Its claws, and that it runs (dash) to a prey two zones away or more.",
        ),
        _row(
            14, "Slippery winds",
            "The winds of magic are eels now.",
            lasting(casting=-15, spell_power=-15),
        ),
        _row(
            15, "A rift",
            "The air tears from end to end, and a laughing horde tumbles out.",
            OpenRift(daemons="1d3+1"),
            ours="Their figures; one initiative roll for all of a rift; they spare other daemons.",
        ),
        _row(
            16, "Stripped by Light",
            "A white glare burns away all that stood between the wizard and harm.",
            lasting(Unprotected(), adds_up=False),
            WithLore(("light",), (Heal(),)),
            ours="Also the armor's weight on casting. What protects later counts again.",
        ),
        _row(
            17, "The beast wakes",
            "Weapons drop; there are teeth and nails for that now.",
            WithLore(
                ("beasts",),
                (lasting(Feral(attacks=2), s=5, adds_up=False),),
                otherwise=(lasting(Feral(), adds_up=False),),
            ),
            ours="No move or dash either, as the text has it. Fists by the option unarmed_damage.",
        ),
        _row(
            18, "Lodestone",
            "Rivets, rings and buckles fly at the wizard from all around.",
            DrawMetal(),
            WithLore(("metal",), (WearMetal(),)),
            ours="One sum of damage, lessened once by the caster's own armor, DR and ward.",
        ),
        _row(
            19, "Torch",
            "The wizard is on fire, and the fire doesn't mean to go out.",
            WithLore(
                ("fire",),
                (lasting(Burning(damage=2, spreads=True)),),
                otherwise=(lasting(Burning(damage=2)),),
            ),
            ours="Each fire burns by itself.",
        ),
        _row(
            20, "Half a shadow",
            "The wizard's outline comes and goes.",
            WithLore(
                ("shadow",),
                (lasting(Shadow(percent=50, immune=True), adds_up=False),),
                otherwise=(lasting(Shadow(percent=50), adds_up=False),),
            ),
            ours="A shadow is one until its next turn begins. Rows 27 and 30 reach it still.",
        ),
        _row(
            21, "Falling star",
            "High up, something large has noticed the wizard, and is coming.",
            WithLore(("heavens",), (lasting(Comet(spell=THE_SPELL)),), otherwise=(CallComet(),)),
            ours="The free roll is made by itself; a success counts as a cast of the spell.",
        ),
        _row(
            22, "Open grave",
            "The cold that should have taken others starts with the wizard.",
            LoseWounds(half=True),
            RaiseSummons(lore="necromancy", bonus=10),
            DrainSummons(
                spared="necromancy", overcome=50, resisted=25, lores=("death", "necromancy"), wp=5
            ),
            ours="Daemons of rows 13 and 15 are summons. Whose summon it is makes no difference.",
        ),
        _row(
            23, "The green foot",
            "A foot the size of a hut comes down, and is in no hurry to leave.",
            WithLore(
                ("waaaggghh",),
                (Tread(a_level=2, enemy_up_to=60, ally_up_to=80),),
                otherwise=(Tread(a_level=2, enemy_up_to=40, ally_up_to=70),),
            ),
            ours="DR and ward count. It treads on one more at most.",
        ),
        _row(
            24, "Tied to the winds",
            "Every breath of magic on the field tugs at the wizard.",
            WithLore(
                ("high magic",),
                (lasting(AllCasting(change=-20), Bound(heals=True)),),
                otherwise=(lasting(AllCasting(change=-20), Bound()),),
            ),
            ours="The casting roll decides, whatever a row makes of it; free rolls can harm, not "
            "heal. Bound twice, the penalty adds up and the rest doesn't.",
        ),
        _row(
            25, "Dark bargain",
            "A voice offers a spell, and names a price afterwards.",
            WithLore(
                ("dark magic",),
                (lasting(BLOODY_BARGAIN, adds_up=False),),
                otherwise=(lasting(BARGAIN, adds_up=False),),
            ),
            ours="The spell (option dark_bolt). Harm is W lost. The turn of the miscast is free.",
        ),
        _row(
            26, "Eye of Slaanesh",
            "Being hurt begins to look like a pleasant way to pass the time.",
            WithLore(
                ("slaanesh",),
                (lasting(OpenGuard(), dr=5, ws=10, s=10, t=10, ag=10, adds_up=False),),
                otherwise=(lasting(OpenGuard(), dr=5, adds_up=False),),
            ),
            ours="Blows only: spells still roll spell power. A critical is rolled for as ever.",
        ),
        _row(
            27, "Eye of Nurgle",
            "The flesh goes soft and black, and more of it every moment.",
            LoseWounds(flat=1),
            WithLore(
                ("nurgle",),
                (lasting(Rot(loss=2), KeptAlive(least=10), max_w=10), Heal(w=10)),
                otherwise=(lasting(Rot(loss=2)),),
            ),
            ours="Each rot counts by itself. The first W is lost before anything heals.",
        ),
        _row(
            28, "Eye of Tzeentch",
            "From now on nothing that is cast here will be a small thing.",
            WithLore(
                ("tzeentch",),
                (lasting(WildMagic(), casting=10),),
                otherwise=(lasting(WildMagic(), casting=-20),),
            ),
            ours="It holds while its bearer lives and is there.",
        ),
        _row(
            29, "Eye of Khorne",
            "A roar fills the skull, and the magic already in it wants to get out.",
            lasting(NoCasting(), AllCasting(change=-10), Struggle(spell=THE_SPELL), adds_up=False),
            ours="A miscast that follows has no spell in hand for rows 1 and 5.",
        ),
        _row(
            30, "Burst",
            "All of it gets out at once.",
            Detonate(a_level=5, dies=50),
        ),
    ),
)  # fmt: skip
