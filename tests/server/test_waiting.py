"""Waiting: calls that wait take no thread from those that answer at once; a stream follows its iterator."""

from collections.abc import Iterator
from threading import Event

import anyio
from anyio.to_thread import current_default_thread_limiter, run_sync

from masis.server.waiting import WaitingRoom


def test_more_calls_wait_than_the_server_has_threads_and_others_are_answered() -> None:
    async def crowd() -> tuple[str, int]:
        room, begun, go_on = WaitingRoom(), [], Event()
        most = int(current_default_thread_limiter().total_tokens) + 5

        async def wait() -> None:
            await room.run(lambda: (begun.append(1), go_on.wait(30)))

        async with anyio.create_task_group() as group:
            for _ in range(most):
                group.start_soon(wait)
            with anyio.fail_after(20):
                while len(begun) < most:
                    await anyio.sleep(0.01)
                answer = await run_sync(lambda: "at once")
            go_on.set()
        return answer, len(begun) - most

    assert anyio.run(crowd) == ("at once", 0)


def test_a_stream_gives_every_part_in_order_and_ends() -> None:
    def parts() -> Iterator[str]:
        yield from ("a", "", "b")

    async def heard() -> list[str]:
        return [part async for part in WaitingRoom().follow(parts())]

    assert anyio.run(heard) == ["a", "", "b"]
