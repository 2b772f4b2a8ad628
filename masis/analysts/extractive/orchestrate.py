"""Orchestrator: tell a question that can be researched from a greeting, an errand or a vague one."""

from masis.domain.conversation.followup import fragment_of, resolve
from masis.domain.conversation.patterns import pattern, stems_of
from masis.domain.conversation.topics import named_terms
from masis.domain.conversation.turns import Conversation, Triage, may_ask_back
from masis.domain.conversation.typed import language_note, other_language
from masis.domain.language.periods import without_periods
from masis.domain.language.questions import Part, parse
from masis.domain.language.words import concepts, fold, tokens, words

_CHOICES = (
    "An overview of the main points",
    "The key figures and how they changed",
    "The main risks that are named",
)
_GREETING_REPLY = "Hello. Which question should I answer from the documents of this workspace?"
_OFF_TASK_REPLY = (
    "I answer questions from the documents of this workspace only. What would you like to know from them?"
)
_IN_ENGLISH = (
    "Could you put it in English, or send it once more as it is to have its names and figures found?"
)
_CLEAR = "Names a topic that can be searched for."


class ExtractiveOrchestrator:
    """Let every question through that names what is asked; ask back where nothing does."""

    def triage(self, question: str, conversation: Conversation) -> Triage:
        """Return what kind of question it is, with the question back where one is needed."""
        text = " ".join(question.split())
        if pattern("greeting").match(text):
            return Triage(
                kind="greeting", reason="A greeting, not a question.", question_back=_GREETING_REPLY
            )
        if pattern("off_task").search(text):
            return Triage(
                kind="off_task", reason="Not a question about the documents.", question_back=_OFF_TASK_REPLY
            )
        resolution = resolve(question, conversation)
        resolved = resolution.question if resolution.changed else ""
        clear = Triage(
            reason="Leans on the thread, which says what is meant." if resolved else _CLEAR,
            resolved_question=resolved,
        )
        if not may_ask_back(conversation):
            return clear
        language = other_language(text)
        if language:
            note = language_note(language)
            back = f"{note} {_IN_ENGLISH}"
            return Triage(kind="vague", reason=note, question_back=back, choices_from="documents")
        if not _is_vague(resolved or text, follows=bool(conversation.turns)):
            return clear
        return Triage(
            kind="vague",
            reason="Names no topic that could be searched for.",
            question_back=_question_back(text),
            choices=_CHOICES,
        )


def _is_vague(text: str, *, follows: bool) -> bool:
    """Tell whether a part names nothing to search for; a follow-up may lean on the turn before."""
    first, *others = parse(text).parts
    if follows:
        return len(words(text)) < 2 and not _says_enough(first)
    return (
        not _says_enough(first)
        or _is_open(first)
        or any(not (_says_enough(part) or part.carried) for part in others)
    )


def _says_enough(part: Part) -> bool:
    """Tell whether a part has an attribute, a name or a code."""
    return bool(named_terms(part) or part.names or _code(part.text))


def _is_open(part: Part) -> bool:
    """Tell whether a part is an unfinished question with one slot filled, or just an everyday word."""
    named = {concept for name in part.names for concept in concepts(name)}
    said = [term for term in named_terms(part) if term not in named]
    filled = [bool(said), bool(part.names or _code(part.text)), bool(part.periods)]
    fragment = fragment_of(part.text)
    if fragment and fragment.opened:
        return sum(filled) < 2
    lone = len(said) == 1 and (len(words(part.text)) == 1 or bool(pattern("about").match(part.text)))
    return lone and sum(filled) == 1 and said[0] in stems_of("broad")


def _code(text: str) -> bool:
    """Tell whether a text holds a number or a code that is no period."""
    return any(letter.isdigit() for token in tokens(without_periods(text)) for letter in token.text)


def _question_back(text: str) -> str:
    pointer = pattern("pointer").search(text)
    if pointer:
        said = fold(pointer.group())
        return f"What does “{said}” refer to: which topic, document or figure should I look into?"
    found = [token.text for token in tokens(text) if token.stem in named_terms(parse(text).parts[0])]
    if found:
        return f"What about {found[0]} would you like to know, and for which period or business?"
    return "Which topic, figure or document would you like to know about?"
