"""Shared Redis: one that does not answer costs a look now and then, and never an error."""

import redis

from masis.ops.shared_redis import SharedRedis


def test_a_server_that_did_not_answer_is_left_alone_for_a_while() -> None:
    now, asked = [100.0], []

    def away() -> str:
        asked.append(now[0])
        raise redis.ConnectionError

    shared = SharedRedis("redis://127.0.0.1:1/0", lambda: now[0])
    assert [shared.asked(away, "alone") for _ in range(3)] == ["alone"] * 3
    now[0] += 16
    assert shared.asked(lambda: "together", "alone") == "together"
    assert asked == [100.0]
