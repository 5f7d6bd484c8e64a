"""Coroutines that run side by side."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any


async def together(*parts: Coroutine[Any, Any, None]) -> None:
    """Run all until the first one ends, then end the others; raises the exception that ended it.
    """
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def soon(event: asyncio.Event, wait_s: float | None) -> None:
    """Wait for an event, at most for some seconds."""
    end_if_cancelled()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(wait_s):
            await event.wait()


def end_if_cancelled() -> None:
    """Raise CancelledError if this task was cancelled but something has swallowed the exception,
    as asyncio.wait_for of Python 3.11 does."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
