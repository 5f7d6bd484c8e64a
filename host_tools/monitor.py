"""`leyboard monitor`: shows what a table tells, live."""

from host_tools.arguments import subcommand
from host_tools.client import Client
from host_tools.ports import add_port, open_port
from host_tools.terminal import say


def register(commands):
    sub = subcommand(
        commands,
        "monitor",
        run,
        "show events and log of a table, live, until Ctrl-C",
        ("monitor", "monitor --port /dev/ttyACM0"),
    )
    add_port(sub)


def run(arguments):
    with Client(open_port(arguments.port)) as table:
        hello = table.hello()
        say("firmware %s on %s" % (hello.firmware, hello.profile))
        for message in table.events():
            say(told(message))


def told(message):
    """Return a message of the table as a line for people."""
    if "log" in message:
        return "log: %s" % message["log"]
    event = message.get("event", "answer")
    parts = ["%s=%s" % (key, value) for key, value in message.items() if key != "event"]
    return "%s: %s" % (event, " ".join(parts))
