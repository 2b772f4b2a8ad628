"""Synonyms: words of business that ask for and state the same thing."""

from collections.abc import Iterable

from masis.domain.terms import stem

_GROUPS = """
revenue sales turnover
headcount employees staff workforce personnel
profit earnings income
customer client
acquire buy purchase takeover acquisition
increase rise grow gain climb improve
decrease decline fall drop shrink reduce reduction
begin start launch commence
build construct
approve authorise sign endorse
chief head lead leader
cost expense spend expenditure
competitor rival peer
risk threat hazard exposure
plan intend aim target goal objective
recommend advise propose suggest
firm company business group corporation
supplier vendor
office location site
pay salary wage compensation remuneration
dividend payout distribution
quit resign leave depart
hire recruit appoint
ensure guarantee
create establish found form
name call title
kill die death
help assist aid support
big large
price fee tariff charge
main key principal major primary
""".strip().splitlines()

_CANONICAL: dict[str, str] = {}
for _group in _GROUPS:
    _members = _group.split()
    for _word in _members:
        _CANONICAL.setdefault(stem(_word), stem(_members[0]))

_SHORT_FORMS = {
    "nrr": ("net", "revenue", "retention"),
    "grr": ("gross", "revenue", "retention"),
    "arr": ("annual", "recurring", "revenue"),
    "mrr": ("monthly", "recurring", "revenue"),
    "ceo": ("chief", "executive", "officer"),
    "cfo": ("chief", "financial", "officer"),
    "coo": ("chief", "operating", "officer"),
    "cto": ("chief", "technology", "officer"),
    "capex": ("capital", "expenditure"),
    "opex": ("operating", "expenses"),
    "r&d": ("research", "development"),
    "fcf": ("free", "cash", "flow"),
    "cac": ("customer", "acquisition", "cost"),
    "nps": ("net", "promoter", "score"),
    "eps": ("earnings", "per", "share"),
    "cogs": ("cost", "goods", "sold"),
    "yoy": ("year", "year"),
    "kpi": ("key", "performance", "indicator"),
    "hr": ("human", "resources"),
    "m2": ("square", "metre"),
    "sqm": ("square", "metre"),
    "km2": ("square", "kilometre"),
    "uk": ("united", "kingdom"),
    "us": ("united", "states"),
    "eu": ("european", "union"),
}
_LONG_FORMS = {short: frozenset(stem(word) for word in full) for short, full in _SHORT_FORMS.items()}


def canonical(word_stem: str) -> str:
    """Return the stem that stands for all of its synonyms."""
    return _CANONICAL.get(word_stem, word_stem)


def matches(term: str, present: frozenset[str], present_canonical: frozenset[str]) -> float:
    """Return how well a set of stems holds a term: 1 itself or written out, .65 by a synonym, else 0."""
    if term in present:
        return 1.0
    full = _LONG_FORMS.get(term)
    if full is not None and full <= present:
        return 1.0
    if any(term in long_form and short in present for short, long_form in _LONG_FORMS.items()):
        return 0.9
    if canonical(term) in present_canonical:
        return 0.65
    return _stretched(term, present)


def _stretched(term: str, present: frozenset[str]) -> float:
    """Match forms the stemmer keeps apart (``strateg``, ``strategi``) and single typing errors."""
    if len(term) >= 4 and f"{term.removesuffix('e')}ag" in present:
        return 0.8  # leak and leakage, store and storage
    if len(term) < 5 or not term.isalpha():
        return 0.0
    near = any(
        len(other) >= 5
        and abs(len(term) - len(other)) <= 3
        and (other.startswith(term) or term.startswith(other) or _one_apart(term, other))
        for other in present
    )
    return 0.8 if near else 0.0


def _one_apart(one: str, other: str) -> bool:
    """Tell whether two longer words differ by one letter: changed, added or left out."""
    if min(len(one), len(other)) < 6 or one[0] != other[0] or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    return short[at + (len(short) == len(long)) :] == long[at + 1 :]


def canonicals(stems: Iterable[str]) -> frozenset[str]:
    """Return the canonical form of every stem."""
    return frozenset(canonical(one) for one in stems)


_MEASURES = """
salary wage pay compensation remuneration earn paid
cost price expense spend expenditure fee charge tariff worth paid pay budget invest
rate percentage
emission co2 co2e greenhouse carbon
margin
return roe roi roce
premium
rent lease rental
interest
dividend payout distribution
tax taxation
bonus incentive
pension
fine penalty
headcount employee staff workforce personnel person fte employ job
customer client account subscriber
revenue sale turnover
profit earnings income ebit ebitda loss result
debt borrow loan liability
equity
asset
cash
budget cost expenditure invest fund
price fee charge cost tariff
share
churn attrition
backlog order
turnover revenue sale attrition
deposit
valuation value worth
capitalisation
score
capacity
consumption
investment invest capex expenditure spend
inventory stock
goodwill
provision
depreciation amortisation
utilisation
warranty
retention nrr grr
satisfaction nps csat
overtime
absence sick
flow cash
auditor audit
officer ceo cfo coo cto ciso chief
chairman chair chairwoman chairperson president
treasurer
secretary
founder found establish
insurer insurance insure underwriter
landlord lessor
lender bank loan
""".strip().splitlines()


def _measures() -> dict[str, frozenset[str]]:
    """Return the forms of every measure: its own line when it heads one, else all lines it stands in."""
    heads: dict[str, frozenset[str]] = {}
    others: dict[str, frozenset[str]] = {}
    for line in _MEASURES:
        members = [stem(word) for word in line.split()]
        heads.setdefault(members[0], frozenset(members))
        for word in members[1:]:
            others[word] = others.get(word, frozenset()) | frozenset(members)
    return {**others, **heads}


_MEASURE_FORMS = _measures()


def measure_forms(head: str) -> frozenset[str]:
    """Return the stems by which a measure may be stated; none when the word is no known measure."""
    return _MEASURE_FORMS.get(head, frozenset())
