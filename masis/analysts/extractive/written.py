"""Written claims: whether a supported one in a writer's own words is read to say what is asked.

The gate judges the statement under a claim. What the writer took from it may be something else: the row is
the right one, the claim tells its other half, or what it is near to. So the claim is read by itself too.
"""

import math
from collections.abc import Mapping

from masis.analysts.extractive.rank import shipped
from masis.domain.verification.claims import Claim

SIGNALS = (
    "source",  # log odds by the gate's weights that the statement it rests on answers, at most 6 either way
    "direct",  # how directly the claim by itself is read to answer
    "support",  # the chance that what it cites bears it out
)
"""Named features, in the order of the fit (``scripts/fit_written.py``)."""
_MOST = 6.0


def signals(claim: Claim, source: float, direct: float) -> dict[str, float]:
    """Return what the fit looks at for a claim and a part, named as above."""
    return {
        "source": max(-_MOST, min(_MOST, source)),
        "direct": direct,
        "support": claim.support,
    }


def says_it(found: Mapping[str, float]) -> bool:
    """Tell whether a claim with these signals may be an answer: at a fitted chance of a half and more."""
    weights: Mapping[str, float] = shipped()["written"]
    return weights["intercept"] + math.fsum(weights[name] * value for name, value in found.items()) >= 0
