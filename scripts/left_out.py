"""Organisations that trainings leave out: what is fitted on a head's readings is fitted on these."""

OF_STATEMENTS = frozenset(
    {
        *("ADOBE", "AMERICAN WATER WORKS", "COSTCO", "GENERAL MILLS"),
        *("business/autoparts", "business/hospital", "business/windfarm"),
        *("reports/bank", "reports/utility", "variants/guidance/a"),
    }
)
"""No head for claims has been trained on their statements, and no head for answers on those of papers."""
