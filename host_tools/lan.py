"""The address, certificate and name of `leyboard host` in a local network."""

import contextlib
import socket
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

from host_tools.errors import CommandError
from host_tools.files import read_bytes

NAME = "leyboard.local"


def certificate_of(file: Path | None) -> ssl.SSLContext | None:
    if file is None:
        return None
    read_bytes(file)  # what cannot be read is said in our words
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(file)
    except ssl.SSLError:
        raise CommandError("cannot use the certificate %s: it is no PEM file with a certificate "
                           "and the key of it" % file) from None
    return context


def address_here() -> str:
    """Return the address of this computer in its network; raises CommandError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: a datagram socket has no greeting
        except OSError:
            raise CommandError("this computer is in no network; leave --lan out") from None
        address: str = probe.getsockname()[0]
        return address


@contextlib.asynccontextmanager
async def named(address: str, port: int) -> AsyncIterator[None]:
    """Announce the name leyboard.local in the network for a `with`, unless another table has it
    already."""
    from zeroconf import Error, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

    service = ServiceInfo("_http._tcp.local.", "Leyboard._http._tcp.local.", port=port,
                          addresses=[socket.inet_aton(address)], server=NAME + ".")
    zeroconf = AsyncZeroconf(interfaces=[address])
    try:
        with contextlib.suppress(Error):
            await zeroconf.async_register_service(service)
        yield
    finally:
        await zeroconf.async_close()
