"""`leyboard host --certificate`: pages and their messages come by https."""

import asyncio
import datetime
import ipaddress
import ssl
import subprocess
import sys

import aiohttp
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from host_tools import ROOT
from tests.host.broker import free_ports
from tests.host.seated import SocketCaller
from tests.host.test_seats_killed import hosting


@pytest.fixture
def certificate(tmp_path):
    """Return a file with a certificate for this computer and its key, as people make them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "leyboard.local")])
    now = datetime.datetime.now(datetime.UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(here, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    file = tmp_path / "certificate.pem"
    file.write_bytes(made.public_bytes(pem) + key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ))
    return file


def test_pages_and_messages_come_by_https(tmp_path, certificate):
    port = str(*free_ports(1))
    with hosting("--game", "mars", "--window", "0", "--serve", port, "--folder",
                 str(tmp_path / "table"), "--certificate", str(certificate)) as host:
        link = host.links["Red"]
        page = link.partition("#")[0]
        assert page == "https://127.0.0.1:%s/" % port

        async def visit():
            trusted = aiohttp.TCPConnector(ssl=ssl.create_default_context(cafile=certificate))
            async with aiohttp.ClientSession(connector=trusted) as session:
                async with session.get(page) as answer:
                    assert "<title>" in await answer.text()
                async with session.ws_connect(page + "table") as socket:
                    return (await SocketCaller.come(socket, link)).joined

        assert asyncio.run(visit())["ok"]


def test_a_certificate_that_cannot_be_used_is_refused(tmp_path):
    for text in (None, "nothing of the kind\n"):
        file = tmp_path / "certificate.pem"
        if text:
            file.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "host_tools.cli", "host", "--no-open", "--game", "mars",
             "--window", "0", "--serve", str(*free_ports(1)), "--folder", str(tmp_path / "table"),
             "--certificate", str(file)],
            cwd=ROOT, capture_output=True, text=True, timeout=60,
        )
        assert done.returncode == 1 and "Traceback" not in done.stderr
        said = "it is no PEM file" if text else "there is no such file"
        assert str(file) in done.stderr and said in done.stderr
