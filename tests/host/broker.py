"""A Mosquitto of one's own, for tests."""

import asyncio
import contextlib
import signal
import socket
import subprocess
import threading

import aiomqtt
import pytest
from paho.mqtt import publish

from tests.programs import MOSQUITTO

needs_mosquitto = pytest.mark.mosquitto


def free_ports(count):
    """Return ports that nobody listens on."""
    with contextlib.ExitStack() as stack:
        found = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in found:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in found]


class Broker:
    """A broker at `url`, for pages at `at`, that can be stopped and started again; with `memory`
    it knows then what it kept."""

    def __init__(self, folder, memory=False):
        assert MOSQUITTO, "LEYBOARD_NEEDS_ALL is set, but there is no Mosquitto"
        plain, pages = free_ports(2)
        self.url = "mqtt://127.0.0.1:%d" % plain
        self.at = "ws://127.0.0.1:%d/" % pages
        self.port = plain
        self._file = folder / "mosquitto.conf"
        self._kept = folder / "mosquitto.db"
        self._file.write_text(
            "user root\n"  # as root it would become a user who may write nothing here
            "allow_anonymous true\nlistener %d 127.0.0.1\n"
            "listener %d 127.0.0.1\nprotocol websockets\n"
            "persistence %s\npersistence_location %s/\nautosave_on_changes true\n"
            "autosave_interval 1\n" % (plain, pages, str(memory).lower(), folder)
        )
        self.start()

    def start(self):
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen([MOSQUITTO, "-c", self._file], stdout=quiet, stderr=quiet)
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert self._process.poll() is None, "Mosquitto ended"

    def stop(self):
        self._process.kill()
        self._process.wait()

    def save(self, known):
        """Have it write its memory, until that has what is `known`."""
        for _ in range(300_000):
            if self._kept.exists() and known in self._kept.read_bytes():
                return
            self._process.send_signal(signal.SIGUSR1)
        raise AssertionError("Mosquitto keeps nothing")

    def publish(self, topic, data, retain=False):
        """Publish a message, as anybody may."""
        at = {"hostname": "127.0.0.1", "port": self.port}
        publish.single(topic, data, qos=1, retain=retain, **at)


@contextlib.contextmanager
def listening(broker, heard):
    """Note all that goes through a broker, as whoever runs it could."""

    async def listen(ready):
        async with aiomqtt.Client("127.0.0.1", broker.port) as client:
            await client.subscribe("#")
            ready.set()
            async for message in client.messages:
                heard.append(str(message.topic).encode() + bytes(message.payload))

    def run():
        with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
            asyncio.run(kept(listen(ready)))

    async def kept(todo):
        task[:] = [asyncio.get_running_loop(), asyncio.current_task()]
        await todo

    task = []
    ready = threading.Event()
    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(60)
    yield
    task[0].call_soon_threadsafe(task[1].cancel)
    thread.join()
