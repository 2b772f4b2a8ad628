"""A mail server for tests: takes what is sent to it on a socket of this machine, or refuses it."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread


@dataclass
class Mailbox:
    """What arrived, with the addresses of the envelope."""

    port: int = 0
    refuses: frozenset[str] = frozenset()
    """Addresses that are answered with a 550."""
    mails: list[tuple[tuple[str, ...], EmailMessage]] = field(default_factory=list)

    @property
    def to(self) -> list[str]:
        """Return everybody who got a mail, in the order of arrival."""
        return [address for people, _ in self.mails for address in people]


class Talk(socketserver.StreamRequestHandler):
    """One connection."""

    server: "Server"

    def handle(self) -> None:
        """Answer each line, and take a mail after ``DATA``."""
        self._say("220 test")
        people: list[str] = []
        for line in iter(self.rfile.readline, b""):
            word = line.split(None, 1)[0].upper()
            if word == b"QUIT":
                self._say("221 bye")
                return
            if word == b"RCPT":
                self._say(self._named(line, people))
            elif word == b"DATA":
                self._say("354 go on")
                self.server.box.mails.append((tuple(people), self._mail()))
                people.clear()
                self._say("250 ok")
            else:
                self._say("250 ok")

    def _named(self, line: bytes, people: list[str]) -> str:
        address = line.split(b"<")[1].split(b">")[0].decode()
        if address in self.server.box.refuses:
            return "550 nobody of this name"
        people.append(address)
        return "250 ok"

    def _mail(self) -> EmailMessage:
        lines = iter(self.rfile.readline, b".\r\n")
        read = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(read, EmailMessage)
        return read

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class Server(socketserver.ThreadingTCPServer):
    """Serves one mailbox."""

    daemon_threads = True

    def __init__(self, box: Mailbox) -> None:
        self.box = box
        super().__init__(("127.0.0.1", 0), Talk)


@contextmanager
def smtp_server() -> Iterator[Mailbox]:
    """Serve as long as the block runs."""
    box = Mailbox()
    with Server(box) as server:
        box.port = server.server_address[1]
        Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
        yield box
        server.shutdown()
