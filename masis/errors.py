"""Everything that can go wrong, as one tree.

MasisError
├── InvalidInput            a person can fix it; the message is shown as it is
│   ├── DocumentRejected    an upload that was refused; nothing of it was stored
│   │   └── PasswordRequired    an encrypted file; ask for the password and try again
│   ├── FolderUnreadable    a folder that is followed cannot be read now; nothing was changed
│   ├── CaseChanged         somebody else changed the case first; nothing was saved, look again
│   ├── NotFound            no such thing, or not for this workspace and person (the two look alike)
│   ├── NotAllowed          a member's role or a token does not reach that far; the message says whose would
│   └── ConfigurationError  a setting is missing or does not fit the others
├── DataFolderInUse         another MASIS process owns the embedded data folder
├── Cancelled               the analyst stopped the work; what was finished is kept
└── ServiceUnavailable      an outage; trying later helps; a run turns it into an escalation
    ├── StoreUnavailable        the database server cannot be reached; runs under way wait for it
    ├── OriginalsUnavailable    the bucket of the originals cannot be reached; nothing was taken in
    ├── QueueUnavailable        Redis cannot be reached; what was asked begins when it is back
    ├── RetrievalUnavailable    the vector store cannot be reached or answers with a fault
    │   └── PassagesMissing         it lost passages, which are being put back
    ├── EmbeddingUnavailable    the embedding service cannot be reached
    ├── SignInUnavailable       the provider at which people sign in cannot be reached
    ├── ToolUnavailable         a tool beside the documents cannot be reached; runs go on without it
    └── ModelUnavailable        the language model cannot be reached or its limit was not freed in time
        ├── ContextTooLong      it did not fit the model's window; ask again, once, with less evidence
        ├── ModelReplyInvalid   it answered, but nothing usable, after every step of the ladder
        │   └── ModelRefused    it declined, or its filter stopped the reply; asking again does not help
        └── BudgetReached       what may be spent on models is spent; nothing was called

Anything else that is raised is a programming error and stays loud.
"""

from typing import Literal

RejectionCode = Literal[
    "too_large",
    "too_many_pages",
    "wrong_type",
    "unsupported_type",
    "encrypted",
    "wrong_password",
    "damaged",
    "archive_bomb",
    "forbidden_xml",
    "empty",
    "no_text",
    "bad_name",
    "timed_out",
    "crashed",
]


class MasisError(Exception):
    """Base of every error MASIS raises on purpose."""


class InvalidInput(MasisError):
    """What a person gave cannot be used; the message says how to mend it."""


class DocumentRejected(InvalidInput):
    """An upload was refused and nothing of it was stored."""

    def __init__(self, code: RejectionCode, message: str) -> None:
        """Keep the machine-readable code beside the sentence for people."""
        super().__init__(message)
        self.code: RejectionCode = code


class PasswordRequired(DocumentRejected):
    """The file is encrypted; the same upload with its password will be read."""


class NotFound(InvalidInput):
    """No such thing in this workspace for this person."""


class FolderUnreadable(InvalidInput):
    """A folder is not there, cannot be read or was replaced; nothing was changed."""


class CaseChanged(InvalidInput):
    """Somebody else changed the case in the meantime; nothing was saved."""


class NotAllowed(InvalidInput):
    """The person may see the workspace, but not do this in it."""


class ConfigurationError(InvalidInput):
    """The settings do not make a working system; the message names the setting."""


class DataFolderInUse(MasisError):
    """Another MASIS process holds the embedded data folder."""


class Cancelled(MasisError):
    """The analyst stopped the work."""


class ServiceUnavailable(MasisError):
    """Something outside is down; a later try may succeed."""

    calls: int = 0
    """Model calls made before it was noticed, so that a run still counts them."""
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    """What those calls cost, as far as the server said; ``Usage.of`` reads it, ``Usage.charge`` adds."""


class StoreUnavailable(ServiceUnavailable):
    """The database server cannot answer; what was committed is kept."""


class OriginalsUnavailable(ServiceUnavailable):
    """The store of uploaded files cannot answer."""


class QueueUnavailable(ServiceUnavailable):
    """The queue of the workers cannot answer; what is written down begins when it can."""


class RetrievalUnavailable(ServiceUnavailable):
    """The vector store cannot answer."""


class PassagesMissing(RetrievalUnavailable):
    """Not every passage that was taken in can be searched; the message says how many can."""


class EmbeddingUnavailable(ServiceUnavailable):
    """The embedding service cannot answer."""


class SignInUnavailable(ServiceUnavailable):
    """The provider at which people sign in cannot answer."""


class ToolUnavailable(ServiceUnavailable):
    """A tool beside the documents cannot answer."""


class ModelUnavailable(ServiceUnavailable):
    """The language model cannot answer."""

    def __init__(self, message: str, *, calls: int = 0) -> None:
        """Keep how many model calls were made before giving up, so that a run still counts them."""
        super().__init__(message)
        self.calls = calls


class ContextTooLong(ModelUnavailable):
    """The request did not fit the model's window; the caller may ask again with less evidence."""

    window_tokens: int | None = None
    """The size of the window, where the server named it."""


class ModelReplyInvalid(ModelUnavailable):
    """The model answered with nothing usable; counts as a failed call, never as approval."""


class ModelRefused(ModelReplyInvalid):
    """The model declined, or a content filter stopped it; the message holds its words."""


class BudgetReached(ModelUnavailable):
    """A cap on tokens or money is reached, so the model was not called; the message says which."""
