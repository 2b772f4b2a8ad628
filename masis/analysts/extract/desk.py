"""Desk: rules that tell a question that can be researched from a greeting, an errand or a vague one."""

import re

from masis.domain.conversation import Conversation, Triage, may_ask_back
from masis.domain.followup import resolve
from masis.domain.terms import stem, word_list, words
from masis.domain.topics import BACKWARD, topic_words

_GREETING = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|thanks?(?: you)?|"
    r"thank you(?: very much)?|bye|"
    r"goodbye|how are you(?: doing)?(?: today)?|who are you|what can you do|what are you)(?:[\s,]+(?:there|"
    r"masis|all|"
    r"everyone|again|so much|a lot))*[\s!.?]*$",
    re.IGNORECASE,
)
_OFF_TASK = re.compile(
    r"^(?:please |can you |could you )*(?:write|compose|sing|make up|draw|paint|code|"
    r"generate) (?:me )?(?:a |an |some )?"
    r"(?:\w+ ){0,3}(?:poem|song|joke|story|haiku|limerick|essay|novel|code|script|program|function|picture|"
    r"image)\b|"
    r"\btell (?:me|us) (?:a|another) (?:joke|story)\b|"
    r"^(?:what(?:'s| is)|calculate|compute|solve)[\s:]*[-\d\s.+*/x×÷^()=?]+$|"
    r"^[-\d\s.+*/^()=?]*[+*/^][-\d\s.+*/^()=?]*$|"
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:instructions?|rules|prompts?|guidelines|"
    r"guardrails)\b|"
    r"\b(?:reveal|print|show|repeat)\b.{0,20}\b(?:system prompt|your (?:instructions|prompt))\b|"
    r"\b(?:you are now|pretend (?:to be|you)|act as (?:a|an|if)|role-?play)\b|"
    r"\bwhat(?:'s| is) the (?:weather|time)\b(?! (?:line|frame|table|horizon|to ))|"
    r"\btranslate\b.{0,60}\b(?:in)?to [A-Z]\w+$",
    re.IGNORECASE,
)
_CHOICES = (
    "An overview of the main points",
    "The key figures and how they changed",
    "The main risks that are named",
)
_GREETING_REPLY = "Hello. Which question should I answer from the documents of this workspace?"
_OFF_TASK_REPLY = (
    "I answer questions from the documents of this workspace only. What would you like to know from them?"
)
_CLEAR = "Names a topic that can be searched for."


class ExtractiveDesk:
    """Let every question through that names a topic; ask back once when there is none."""

    def triage(self, question: str, conversation: Conversation) -> Triage:
        """Return what kind of question it is, with the question back where one is needed."""
        text = " ".join(question.split())
        if _GREETING.match(text):
            return Triage(
                kind="greeting", reason="A greeting, not a question.", question_back=_GREETING_REPLY
            )
        if _OFF_TASK.search(text):
            return Triage(
                kind="off_task", reason="Not a question about the documents.", question_back=_OFF_TASK_REPLY
            )
        resolution = resolve(question, conversation)
        resolved = resolution.question if resolution.changed else ""
        if not may_ask_back(conversation) or not _is_vague(
            resolved or text, follows=bool(conversation.turns)
        ):
            reason = "Leans on the thread, which says what is meant." if resolved else _CLEAR
            return Triage(kind="clear", reason=reason, resolved_question=resolved)
        return Triage(
            kind="vague",
            reason="Names no topic that could be searched for.",
            question_back=_question_back(text),
            choices=_CHOICES,
        )


def _is_vague(text: str, *, follows: bool) -> bool:
    """Tell whether nothing is left to search for; a follow-up may lean on the turn before."""
    said, topics = words(text), topic_words(text)
    if follows:
        return not topics and not any(word in BACKWARD for word in said) and len(said) < 2
    if not topics:
        return True
    if any(ch.isdigit() for ch in text) or text.strip("?!. ").isupper():
        return False  # a code, a year or an abbreviation says enough
    if any(word in BACKWARD for word in said) and all(stem(word) in _CHANGING for word in topics):
        return True  # "How did it develop?" with nothing that "it" could be
    # One everyday word ("performance?", "What about growth?") could mean anything.
    lone = len(topics) == 1 and (len(said) == 1 or _ABOUT.match(text) is not None)
    return lone and stem(topics[0]) in _BROAD_WORDS


_ABOUT = re.compile(
    r"^(?:and |so )?(?:what|how) about\b|^(?:please |can you |could you )*tell (?:me|us) (?:\w+ )?about\b",
    re.IGNORECASE,
)
_CHANGING = frozenset(
    stem(word)
    for word in word_list(
        """develop change evolve perform compare differ grow go increase decrease improve decline rise fall
    drop progress move look work come compared changed affect impact matter cost"""
    )
)


_BROAD_WORDS = frozenset(
    stem(word)
    for word in word_list(
        """performance business company market strategy finance finances financials results situation progress
    growth people team product products customers competition future plan plans problem problems trend trends
    issue issues money overview summary"""
    )
)


def _question_back(text: str) -> str:
    pointing = next((word for word in words(text) if word in BACKWARD), "")
    if pointing:
        return f"What does “{pointing}” refer to: which topic, document or figure should I look into?"
    topics = topic_words(text)
    if topics:
        return f"What about {topics[0]} would you like to know, and for which period or business?"
    return "Which topic, figure or document would you like to know about?"
