"""Metrics: signals become numbers that Prometheus' own parser reads; nothing of a content is a label."""

from prometheus_client.parser import text_string_to_metric_families

from masis.ops.breaker import CircuitBreaker, breaker_states
from masis.ops.metrics import Metrics, Standing
from masis.ops.signals import ModelCalled, RunBegan, RunEnded, StepEnded, UploadEnded
from tests.builders import usage


def samples(metrics: Metrics, standing: Standing | None = None) -> dict[str, float]:
    """Return every sample under its name with its labels."""
    text = metrics.text(standing or Standing()).decode()
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_work_is_counted() -> None:
    metrics = Metrics()
    metrics.count(RunBegan("r1", "acme", "local", "t", "extractive", "secret question"))
    metrics.count(StepEnded("r1", "critic", 1, 250.0, {"draft": "secret"}))
    metrics.count(RunEnded("r1", "finalized", 1.5, 0.9, 1, answer="secret answer"))
    metrics.count(ModelCalled("r1", "critic", "gpt", 0.5, usage(2)))
    metrics.count(ModelCalled("r1", "critic", "gpt", 0.5, usage(0), "ModelUnavailable", "secret", "secret"))
    metrics.count(UploadEnded("acme", "done", "pdf", 12, 3.0))
    metrics.count(UploadEnded("acme", "failed", "pdf", 5, 1.0))
    found = samples(metrics)
    assert found["masis_runs_total finalized"] == 1
    assert found["masis_run_seconds_sum finalized"] == 1.5
    assert found["masis_agent_seconds_count critic"] == 1
    assert found["masis_agent_seconds_sum critic"] == 0.25
    assert found["masis_model_calls_total gpt critic"] == 3
    assert found["masis_model_faults_total ModelUnavailable gpt critic"] == 1
    assert found["masis_model_tokens_total input gpt"] == 200
    assert found["masis_pages_read_total"] == 12
    assert found["masis_upload_seconds_total"] == 4.0
    assert found["masis_uploads_total failed"] == 1
    text = metrics.text(Standing()).decode()
    assert "secret" not in text
    assert "acme" not in text
    assert "r1" not in text.replace("gpt", "")


def test_how_things_stand_is_that_of_the_scrape() -> None:
    metrics = Metrics()
    first = Standing(
        {"run": 3}, {"run": 4}, {"search": "open", "count": "closed"}, {"store": True, "disk": False}
    )
    found = samples(metrics, first)
    assert (found["masis_jobs_waiting run"], found["masis_jobs_working run"]) == (3, 4)
    assert (found["masis_breaker_open search"], found["masis_breaker_open count"]) == (1, 0)
    assert (found["masis_part_healthy store"], found["masis_part_healthy disk"]) == (1, 0)
    assert "masis_jobs_waiting run" not in samples(metrics)


def test_two_in_a_process_do_not_meet() -> None:
    first, second = Metrics(), Metrics()
    first.count(RunEnded("r1", "failed", 1.0))
    assert "masis_runs_total failed" not in samples(second)


def test_of_equal_names_the_open_breaker_is_told() -> None:
    kept = [CircuitBreaker(name="both"), CircuitBreaker(failures=1, name="both"), CircuitBreaker()]
    assert breaker_states()["both"] == "closed"
    kept[1]._settle(outage=True, probe=False)
    assert breaker_states()["both"] == "open"
    assert "" not in breaker_states()
