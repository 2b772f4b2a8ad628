"""Lines: a run as lines of the log that one can follow; numbers and names, never contents."""

import logging

from masis.ops.signals import ModelCalled, RunBegan, RunEnded, Signal, StepEnded, UploadEnded

log = logging.getLogger("masis.work")

_TOLD = ("decision", "cause", "confidence", "chunks", "filtered_out", "warning", "overall_score")
"""Of a trace entry: what is a number or one of a few words."""


def write(signal: Signal) -> None:
    """Write the line of a signal; the run, its workspace and its person come from the context."""
    match signal:
        case RunBegan():
            log.info("run resumed" if signal.resumed else "run began", extra={"engine": signal.engine})
        case StepEnded():
            told = {name: signal.entry[name] for name in _TOLD if signal.entry.get(name) is not None}
            step = {"agent": signal.agent, "round": signal.round, "took_ms": round(signal.milliseconds, 1)}
            log.info("agent ended", extra={**step, **told})
        case RunEnded():
            ended = {"ending": signal.ending, "took_s": round(signal.seconds, 3), "rounds": signal.rounds}
            if signal.confidence is not None:
                ended["confidence"] = signal.confidence
            log.info("run ended", extra={**ended, "tokens": signal.usage.tokens})
        case ModelCalled():
            asked = {"role": signal.role, "model": signal.model, "took_s": round(signal.seconds, 3)}
            fault = {"fault": signal.fault} if signal.fault else {}
            log.info("model called", extra={**asked, "tokens": signal.usage.tokens, **fault})
        case UploadEnded():
            took = {"state": signal.state, "kind": signal.kind, "took_s": round(signal.seconds, 3)}
            log.info("upload ended", extra={**took, "pages": signal.pages})
