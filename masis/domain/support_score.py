"""Support score: the fitted chance that its sources carry a sentence, and the lines it must reach."""

from math import exp

from masis.domain.support_features import FEATURES, Features
from masis.domain.support_weights import BIAS, WEIGHTS

# Least chance of being supported. Cross-validated on the fit half, 57 % of the sentences under the first line
# are unsupported, and 5 % of the supported ones fall under it (scripts/fit_support.py prints the curve).
LEAST_SUPPORT = 0.55
# Matching figures in digits say that sentence and source speak of the same: a lower line.
LEAST_WITH_FIGURES = 0.35


def support_score(found: Features) -> float:
    """Return the chance that the sentence is supported."""
    slope = BIAS + sum(WEIGHTS[name] * value for name, value in zip(FEATURES, found.values, strict=True))
    return 1 / (1 + exp(min(500.0, max(-500.0, slope))))
