"""Memo scope: a sentence is looked up in the documents of the organisation it speaks of."""

from masis.domain.memo_audit.memo import MemoSentence
from masis.domain.memo_audit.scope import Scope, Scoping
from masis.domain.profile import DocumentProfile

HARBOUR = DocumentProfile(organisation="Harbour Logistics plc", aliases=("Harbour",))
LUMEN = DocumentProfile(organisation="Lumen Energy AG", aliases=("Lumen",))
BOTH = {"h1": HARBOUR, "h2": HARBOUR, "l1": LUMEN}


def scope(query: str, memo: str = "", heading: str = "", **profiles: DocumentProfile) -> Scope:
    sentence = MemoSentence(start=0, end=1, text=query, kind="claim", query=query, heading=heading)
    return Scoping(memo, profiles or BOTH).of(sentence)


def test_documents_of_one_organisation_need_no_scope() -> None:
    assert scope("Lumen grew.", h1=HARBOUR, h2=HARBOUR) == Scope()


def test_a_name_in_the_sentence_goes_before_its_heading_and_that_before_the_memo() -> None:
    assert scope("Lumen grew.", memo="On Harbour", heading="Harbour").versions == ("l1",)
    assert scope("Sales grew.", memo="On Lumen", heading="Harbour").versions == ("h1", "h2")
    assert scope("Sales grew.", memo="On Lumen").versions == ("l1",)


def test_two_names_open_the_documents_of_both() -> None:
    assert set(scope("Lumen grew faster than Harbour.").versions) == {"h1", "h2", "l1"}


def test_a_memo_on_two_organisations_leaves_a_nameless_sentence_open() -> None:
    assert scope("Sales grew.", memo="Lumen and Harbour") == Scope(sure=False)
    assert scope("Sales grew.") == Scope(sure=False)


def test_documents_that_do_not_say_whose_they_are_stay_in() -> None:
    assert scope("Lumen grew.", **BOTH, note=DocumentProfile()).versions == ("l1", "note")
