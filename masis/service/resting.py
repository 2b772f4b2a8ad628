"""Resting: garbage is dropped now and then, and models and what they read once nothing was worked on."""

from collections.abc import Callable, Sequence

from masis.domain.once import forget_all
from masis.ops.memory import drop_garbage, give_back
from masis.service.jobs import Machine

REST_LOOK_SECONDS = 150.0
"""Time between two looks; what finds no work twice in a row rests."""


class Resting:
    """Looks whether jobs were worked on since the last look.

    Questions and audits that come close together read the same passages: what is remembered of them is
    worth its room, up to 150 MB after the audit of five pages, only for so long. The same holds for the
    models, 63 MB, which whoever opens a page has loaded again by the time a question is typed.
    """

    def __init__(self, machines: Sequence[Machine], forget: Callable[[], None]) -> None:
        """Look at these machines; ``forget`` drops models and what other parts remember of texts."""
        self._machines = machines
        self._forget = forget
        self._seen = -1

    def look(self) -> None:
        """Drop garbage, and what is remembered too where nothing was worked on since the last look."""
        loads = [machine.load for machine in self._machines]
        begun = sum(load.begun for load in loads)
        if begun != self._seen or any(load.waiting or load.working for load in loads):
            self._seen = begun
        else:  # each time: a page that was opened has loaded the models without any work
            forget_all()
            self._forget()
        drop_garbage()
        give_back()
