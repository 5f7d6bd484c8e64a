"""`leyboard monitor`: shows what a table tells, live."""

from rich.console import Console

from host_tools.arguments import subcommand
from host_tools.table import Table, add_port, find


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
    console = Console(highlight=False)
    with Table(find(arguments.port)) as table:
        hello = table.ask("hello")
        console.print("firmware %s on %s" % (hello["firmware"], hello["profile"]), style="bold")
        for message in table.messages():
            console.print(told(message), markup=False)


def told(message):
    """Return a message of the table as a line for people."""
    if "log" in message:
        return "log: " + message["log"]
    event = message.get("event", "answer")
    parts = ["%s=%s" % (key, value) for key, value in message.items() if key != "event"]
    return "%s: %s" % (event, " ".join(parts))
