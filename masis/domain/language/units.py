"""Units: currencies, scales, rates and counted things, and how texts declare them for bare numbers."""

import re
from decimal import Decimal
from functools import lru_cache

from masis.domain.language.currencies import CODE, LETTERS, NAME, SIGN, currency_of
from masis.domain.language.vocabulary import listed

NUMBER = "number"
"""The unit of what is known to be no percentage, though it stands where percentages do; it is not said."""
RATES = frozenset({"%", "pp", "x"})
"""Units of what is no amount: shares, points and multiples have no scale and add up to nothing."""
_SCALE_WORDS = {"thousand": 3, "lakh": 5, "lac": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12}
_SCALE_SHORT = {
    "k": 3, "t": 3, "m": 6, "mn": 6, "mln": 6, "mio": 6, "mm": 6, "cr": 7, "b": 9, "bn": 9, "mrd": 9,
    "tn": 12, "trn": 12,
}  # fmt: skip
SCALES = {Decimal(10) ** power: word for word, power in _SCALE_WORDS.items() if word != "lac"}
"""Scales by their factor, as they are spoken."""
SCALE_NAME = f"(?:{'|'.join(_SCALE_WORDS)})s?"
"""Pattern of a scale's name: ``million``, ``crores``."""
_COUNTED = {
    "people": "employee employees staff people worker workers fte ftes headcount colleagues person persons",
    "customer": "customer customers client clients subscriber subscribers user users",
    "day": "day days",
    "week": "week weeks",
    "month": "month months",
    "quarter": "quarter quarters",
    "year": "year years",
    "hour": "hour hours",
    "country": "country countries",
    "site": "site sites plant plants factory factories facility facilities",
    "store": "store stores shop shops outlet outlets branch branches",
    "share": "share shares",
    "vehicle": "vehicle vehicles truck trucks vessel vessels",
    "tonne": "tonne tonnes ton tons",
    "kW": "kw kilowatt kilowatts",
    "MW": "mw megawatt megawatts",
    "GW": "gw gigawatt gigawatts",
    "kWh": "kwh",
    "MWh": "mwh",
    "GWh": "gwh",
    "TWh": "twh",
    "GJ": "gj gigajoule gigajoules",
    "litre": "litre litres liter liters",
    "km": "km kilometre kilometres kilometer kilometers",
    "m3": "m3 m³",
    "kg": "kg kilogram kilograms",
    "oz": "oz ounce ounces",
    "boe": "boe",
    "barrel": "barrel barrels bbl bbls",
    "hectolitre": "hectolitre hectolitres hl",
    "kilolitre": "kilolitre kilolitres kiloliter kiloliters kl",
    "TEU": "teu teus",
    "GT": "gt",
    "MTPA": "mtpa",
    "contract": "contract contracts",
    "supplier": "supplier suppliers",
    "product": "product products",
    "project": "project projects",
}
_COUNT_UNITS = {word: unit for unit, words in _COUNTED.items() for word in words.split()}
_TONNES = re.compile(r"(?P<scale>[kM]?)t(?:onnes?|ons?)?(?:\s?(?:of\s)?CO[2₂]\s?-?(?:e|eq)?\b\.?|\Z)")
_TONNES_SCALES = {"": Decimal(1), "k": Decimal(1000), "M": Decimal(10) ** 6}
_SCALED_THING = re.compile(
    rf"(?i:in\s)?(?:(?P<scale>['‘’]?000|(?i:{SCALE_NAME}))\s(?:of\s)?|(?P<short>[kKM])(?=oz|boe|bbl))?(?P<unit>[^\W\d_]+[3³]?)"
)
"""``million tonnes``, ``'000 barrels``, ``koz``."""
_ALIKE = listed("people km m3 kg oz boe")
"""Units with one form for one and for many."""
MEASURES = listed(
    """
    day week month hour tonne kW MW GW kWh MWh GWh TWh GJ litre km m3 kg oz boe barrel hectolitre kilolitre
    TEU GT MTPA people customer
    """
)
_COUNTABLE = frozenset(
    word for word, unit in _COUNT_UNITS.items() if unit not in {"year", "quarter", "month", "week", "day"}
)
_MONEY = re.compile(
    r"\b(?:cost|expens|revenue|turnover|sales|income|earning|profit|loss|capital|liabilit|asset|equity|debt|cash|loan"
    r"|deposit|benefit|paid|payment|receivable|payable|price|fees?\b|charges?\b|rent\b|salar|wage|budget|spen[dt]"
    r"|invest|fund|dividend|value|amount|balance|tax)",
    re.I,
)
_EACH = re.compile(r"per\s", re.I)
_TIMES = listed("day week month quarter year hour")
_ENDS_COUNTED = listed(
    "in and per to from of or for by with while compared than at on as during did was were"
)
_WORDS_AFTER = re.compile(r"[-\s]?((?:[^\W\d_]+(?:[-\s](?=[^\W\d_])|\b)){1,4})")
_RATES = (
    (re.compile(r"basis|bps?\Z", re.I), "pp", Decimal("0.01")),
    (re.compile(r".*point|p\.?p|ppt", re.I), "pp", Decimal(1)),
    (re.compile(r"x|×|times", re.I), "x", Decimal(1)),
    (re.compile(r"%|per", re.I), "%", Decimal(1)),
)
_UNIT = (
    rf"(?:{SIGN}|{CODE}(?:(?![A-Za-z])|(?=(?:mn?|mln|bn|k)\b))|{NAME}"
    rf"|{LETTERS}(?=\s?(?:['‘’]?000|(?i:in\s)?(?i:{SCALE_NAME}|bn|mn|m|cr)\b)))"
)
_SCALE = rf"(?:['‘’]?000s?|(?i:{SCALE_NAME}|mn|mln|mio|bn|mrd|cr|trn)\b|[mMkK](?![A-Za-z&]))"
_NO_AMOUNT = r"(?!\s?(?!(?:19|20)\d\d\b)\d)"
SCALED_MONEY = rf"(?:{_UNIT})\s?(?:(?i:in)\s)?(?:{_SCALE}){_NO_AMOUNT}"
"""Pattern of a currency with a scale: ``EUR million``, ``$ in thousands``."""
IN_SCALE = r"(?i:thousands|millions|billions|trillions|crores?|lakhs?|lacs)"
"""Pattern of a scale as ``in millions`` declares it."""
_DECLARED = (
    re.compile(rf"(?<!\w)(?P<unit>{_UNIT})\s?(?:(?i:in)\s)?(?P<scale>(?:100\s)?{_SCALE}){_NO_AMOUNT}"),
    re.compile(rf"\b(?i:in)\s(?P<scale>{IN_SCALE})\b(?:\s(?:of\s)?(?P<unit>{_UNIT}))?"),
    re.compile(rf"(?<!\w)(?P<scale>{IN_SCALE}|['‘’]000)\s(?:of\s)?(?P<unit>{_UNIT})"),
    re.compile(
        rf"(?<!\w)(?P<scale>(?i:{SCALE_NAME}|(?:mn|mln|mio|bn|mrd)\.?)|[kKmMT])\s?"
        rf"(?P<unit>{SIGN}|{CODE}\b|{NAME})"
    ),
    re.compile(rf"[,(]\s?(?P<scale>(?i:{SCALE_NAME}))(?=\s*(?:[(),;]|$|[QH]\d|(?:19|20)\d\d))"),
    re.compile(
        rf"\((?:(?i:in)\s)?(?P<unit>{_UNIT})(?:(?:,|\s?/(?!\s?{_UNIT})|\s(?i:per)\s)[^()]{{1,40}})?\)"
    ),
    re.compile(r"\((?:(?i:in)\s)?(?P<unit>%|(?i:per ?cent|percent))\)"),
    re.compile(rf"\b(?i:in)\s(?P<unit>{_UNIT}|%)(?=\s*(?:$|[|),;:\n]))"),
)
_ASKED = re.compile(
    rf"\b(?i:in|how\smany)\s(?:(?:{_SCALE}(?:\sof)?|US|U\.S\.)\s)*"
    rf"(?:(?P<unit>{SIGN}|{CODE}\b|{NAME}(?:(?<=s)|(?=\s*(?:[,;?]|$))))|(?P<rate>%|(?i:per\s?cent(?:ages?)?)\b))"
)
_DIGIT_BEFORE = re.compile(r"(?<!\d)(?!(?:19|20)\d\d\s?\Z)\d(?:[.,]?\d)*\s?\Z")
"""An amount, not a year."""


def scale_of(word: str | None) -> Decimal:
    """Return the factor of a scale word: ``million``, ``bn``, ``k``, ``'000``; 1 for none."""
    if not word:
        return Decimal(1)
    if "000" in word:
        return Decimal(1000)
    plain = word.lower().rstrip(".")
    if plain.startswith("100 "):
        return 100 * scale_of(plain[4:])
    power = _SCALE_SHORT.get(plain) or _SCALE_WORDS.get(plain.removesuffix("s"), 0)
    return Decimal(10) ** power


def rate_of(mark: str | None) -> tuple[str, Decimal]:
    """Return the unit of a rate mark and its factor: 50 basis points are 0.5 percentage points."""
    if not mark:
        return "", Decimal(1)
    return next((unit, factor) for pattern, unit, factor in _RATES if pattern.match(mark))


def read_digits(digits: str) -> tuple[Decimal, Decimal]:
    """Return the number and its smallest written step, whichever separators are used."""
    plain = re.sub(r"['’ \u00a0\u202f]", "", digits)
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", plain) or re.fullmatch(r"\d+,\d{1,2}", plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", plain):
        plain = plain.replace(".", "")
    plain = plain.replace(",", "")
    decimals = len(plain.partition(".")[2])
    return Decimal(plain), Decimal(1).scaleb(-decimals)


@lru_cache(maxsize=256)  # asked again for every row
def asked_unit(question: str) -> str:
    """Return the currency or ``%`` that a question wants its value in, ``how much in dollars``, if any."""
    found = _ASKED.search(question)
    if found is None:
        return ""
    return "%" if found["rate"] else currency_of(found["unit"])


def count_unit_after(text: str, end: int) -> str:
    """Return what a number counts, from the up to four words after it: ``1,240 full-time employees``."""
    found = _WORDS_AFTER.match(text, end, end + 48)
    if not found:
        return ""
    unit = ""  # of "store employees" the last word says what is counted
    for word in re.split(r"[-\s]", found.group(1).lower()):
        if word in _COUNT_UNITS:
            unit = _COUNT_UNITS[word]
            if unit in _TIMES:  # "12-month contract"
                return unit
        elif unit or word in _ENDS_COUNTED:
            return unit
    return unit


def names_money(label: str) -> bool:
    """Tell words that name what is given in money: ``Rent``, ``Staff costs``, ``Net sales``."""
    return _MONEY.search(label) is not None


def counted_unit(label: str) -> str:
    """Return what a table label counts: ``Employees (number)``, ``Customers at year-end``."""
    if names_money(label) or _EACH.search(label):
        return ""
    return next(
        (_COUNT_UNITS[word] for word in re.findall(r"[^\W\d_]+", label.lower()) if word in _COUNTABLE), ""
    )


def is_unit(words: str) -> bool:
    """Tell words that are a unit and no more: ``£``, ``%``, ``EUR/pallet``, ``USD m``, ``MWh``."""
    bare = words.strip().strip("()")
    return declared_unit(f"({bare})") is not None or physical_unit(bare) is not None


def physical_unit(aside: str) -> tuple[str, Decimal] | None:
    """Return unit and scale of words in brackets that are a measure and no more: ``MWh``, ``kt CO2e``."""
    tonnes = _TONNES.fullmatch(aside.strip())
    if tonnes:
        return "tonne", _TONNES_SCALES[tonnes["scale"]]
    if aside.strip(" .").casefold() in {"x", "×", "times"}:
        return "x", Decimal(1)
    scaled = _SCALED_THING.fullmatch(aside.strip(" ."))
    unit = _COUNT_UNITS.get(scaled["unit"].casefold(), "") if scaled else ""
    if scaled is None or unit not in MEASURES:
        return None
    return unit, scale_of(scaled["scale"] or scaled["short"])


def plural_of(unit: str) -> str:
    """Return a unit as it stands behind a number: ``shares`` of ``share``; a document's words as they are.

    Tables give units in the words they print, ``patents`` or ``square feet``, which are plural already.
    """
    if unit == NUMBER:
        return ""
    named = unit in _COUNTED and unit.islower() and unit not in _ALIKE
    return _COUNTED[unit].split()[1] if named else unit


def declared_unit(line: str) -> tuple[str, Decimal] | None:
    """Return the unit and scale a label, caption or header gives to bare numbers, if it gives one."""
    for pattern in _DECLARED:
        for found in pattern.finditer(line):
            if line[found.start()] != "(" and _DIGIT_BEFORE.search(
                line[max(0, found.start() - 12) : found.start()]
            ):
                continue
            groups = found.groupdict()
            unit = groups.get("unit") or ""
            if "%" in unit or unit.lower().startswith("per"):
                return "%", Decimal(1)
            return (currency_of(unit) if unit else ""), scale_of(groups.get("scale"))
    return None
