"""Arguments that name an MQTT broker: of `leyboard host` and `leyboard tables`."""

from argparse import ArgumentTypeError
from urllib.parse import urlsplit

from host_tools.arguments import is_elsewhere, secret
from host_tools.errors import CommandError


def a_broker(text: str) -> str:
    """An argument type: an MQTT broker, or the place of its address."""
    if is_elsewhere(text):
        return text
    try:
        at = urlsplit(text)
        is_one = at.scheme in ("mqtt", "mqtts") and bool(at.hostname) and at.port != 0
    except ValueError:  # of a port or an address that is none
        is_one = False
    if not is_one:
        raise ArgumentTypeError("give a broker, as mqtt://HOST:1883 or mqtts://HOST")
    return text


def broker_of(text: str) -> str:
    """Return the broker that an argument names; raises CommandError."""
    broker = secret(text)
    try:
        return a_broker(broker)
    except ArgumentTypeError as error:
        raise CommandError("%s: %s" % (text, error)) from None
