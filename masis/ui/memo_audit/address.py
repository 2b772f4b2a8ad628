"""Draft address: which audit is open in this tab, kept in the address so that a reload finds it again."""

from masis.ui.shared.session import put_address, session


def open_audit(audit_id: str) -> None:
    """Open an audit, or none."""
    current = session()
    current.draft_id, current.draft_sentence, current.draft_quote = audit_id, None, 0
    current.page_number = None
    put_address()
