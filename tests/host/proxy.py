"""A proxy between a device or a host and what it reaches by TCP: it swallows, cuts and strands."""

import asyncio
import contextlib
import threading


class Proxy:
    """Passes all on to the port `to` of this computer; `port` is its own."""

    def __init__(self, to):
        self.port = 0
        self.left = threading.Event()  # set when the port has ended a line that nobody else did
        self._to = to
        self._swallows = False
        self._lines = []  # (writer to the caller, writer to the port)
        self._tasks = []  # asyncio alone does not keep a task whose line was aborted
        self._loop = None
        self._task = None
        came = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(came,))
        self._thread.start()
        assert came.wait(60)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.cut()
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(20)

    def _run(self, came):
        async def serve():
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
            server = await asyncio.start_server(self._take, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            came.set()
            await asyncio.Event().wait()

        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(serve())

    async def _take(self, reader, writer):
        with contextlib.suppress(OSError):
            self._tasks.append(asyncio.current_task())
            there, to = await asyncio.open_connection("127.0.0.1", self._to)
            line = (writer, to)
            self._lines.append(line)
            await asyncio.gather(self._pump(line, reader, to), self._pump(line, there, writer))

    async def _pump(self, line, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if line in self._lines and not self._swallows:
                    writer.write(data)
                    await writer.drain()
        if line in self._lines and not self._swallows:
            self._end(line)
        elif writer is line[0]:
            self.left.set()

    def _end(self, line):
        self._lines.remove(line)
        for one in line:
            one.transport.abort()

    def swallow(self):
        """From now on pass nothing on, and close nothing."""
        self._loop.call_soon_threadsafe(setattr, self, "_swallows", True)

    def cut(self):
        """Cut all lines, and let new ones pass."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self):
        self._swallows = False
        for line in list(self._lines):
            self._end(line)

    def strand(self):
        """Cut the lines to all callers; those to the port stay open, as if all went well."""
        self._loop.call_soon_threadsafe(self._strand)

    def _strand(self):
        for line in list(self._lines):
            self._lines.remove(line)
            line[0].transport.abort()
