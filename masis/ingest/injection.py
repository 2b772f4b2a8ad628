"""Injection: tell passages that instruct a reader's model from passages that inform a person.

A flag warns and is shown; it never removes a passage, so a rare false alarm costs nothing but a look.
Policies and manuals are full of orders, so an order alone is not enough: it must address a model, its
instructions, or the answer it is about to give.
"""

import re

_MODEL = (
    r"(?:ai (?:assistant|model|system|agent|reader|summari[sz]er)s?|llms?|(?:large )?language models?"
    r"|chatbots?|chatgpt|gpt|copilot|claude|gemini)"
)
_TOLD = r"(?:instructions?|prompts?|directions|guidelines|context|messages?|commands)"

_DROP = ("ignore", "disregard", "forget")
_NAMES = (" ai", "ai ", "llm", "language model", "chatbot", "gpt", "copilot", "claude", "gemini")

# Words without which a group of patterns cannot match: looking for them first makes the check of an
# ordinary passage a hundred times faster than its embedding.
_GROUPS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (  # Orders to drop what was said before; "do not ignore ..." is what a manual says.
        _DROP,
        (
            r"(?<!not )(?<!never )(?<!n't )\b(?:ignore|disregard|forget)\b[^.\n]{0,40}"
            rf"\b(?:previous|prior|earlier|above|preceding|your|system|original)\b[^.\n]{{0,30}}\b{_TOLD}\b",
            rf"(?<!not )(?<!never )(?<!n't )\b(?:ignore|disregard|forget)\b[^.\n]{{0,20}}\b{_TOLD}\b"
            r"[^.\n]{0,20}\b(?:above|before|so far|you (?:were|have been) given)\b",
            r"\b(?:ignore|disregard|forget) (?:everything|all|anything)\b[^.\n]{0,20}"
            r"\b(?:above|before|said|told)\b",
        ),
    ),
    (
        ("override", "bypass", "following", "not follow"),
        (
            r"\b(?:override|bypass|stop following|do not follow) (?:all )?(?:of )?your\b[^.\n]{0,30}"
            r"\b(?:instructions?|prompt|programming|guidelines|rules|filters)\b",
        ),
    ),
    (  # Giving the reader a new part to play.
        ("you are now", "you are no longer", "you are actually", "developer mode", "dan mode", "jailbreak"),
        (
            r"\byou are (?:now|no longer|actually) (?:an? |the )?(?:\w+ ){0,3}?"
            r"(?:ai|bot|chatbot|language model|dan|unrestricted|unfiltered|jailbroken"
            r"|assistant(?! \w+(?:er|or|ary)\b))\b",
            r"\b(?:jailbreak|developer mode|dan mode)\b[^.\n]{0,20}\b(?:enabled|activated)\b",
        ),
    ),
    (  # Addressing the model by name.
        (*_NAMES, "unrestricted", "virtual assistant", "automated"),
        (
            r"\b(?:pretend|act|behave|respond|answer|roleplay)\b[^.\n]{0,20}"
            r"\b(?:as if you (?:are|were)|to be|as) (?:an? |the )?(?:\w+ ){0,2}?"
            rf"(?:ai|{_MODEL}|unrestricted)\b",
            rf"\bas an? (?:ai|{_MODEL}|virtual assistant)\b[^.\n]{{0,30}}"
            r"\byou (?:must|should|shall|will|have to|are required)\b",
            r"\b(?:note|message|instructions?|attention|notice|reminder)\b:? (?:to|for) (?:the |any |all )*"
            rf"(?:{_MODEL}|ai\s*:)",
            rf"\b(?:ai|{_MODEL})\b[^.\n]{{0,40}}\b(?:reading|processing|summari[sz]ing) this\b",
            rf"\bif you are an? (?:ai|{_MODEL}|automated (?:system|assistant|reader))\b",
            rf"\b(?:dear|hey|hello|attention),? (?:ai|{_MODEL})\b",
        ),
    ),
    (  # Steering the answer.
        (
            "your answer",
            "the answer",
            "your summary",
            "the summary",
            "your output",
            "the output",
            "this instruction",
            "these instructions",
            "this prompt",
            "regardless",
            "no matter what",
            "the user that",
            "summarizing",
            "summarising",
            "questions about",
            "asked about",
            "rate th",
            "rank th",
            "score th",
        ),
        (
            r"\b(?:do not|don't|never) (?:mention|cite|quote|reveal|disclose|include|refer to)\b[^.\n]{0,60}"
            r"\b(?:in (?:your|the) (?:answer|summary|output)|these instructions"
            r"|this (?:instruction|prompt))\b",
            r"\bin your (?:answer|summary|output)\b[^.\n]{0,40}\b(?:always|only|claim|say that|recommend)\b",
            r"\b(?:answer|respond|reply)\b[^.\n]{0,30}\b(?:with|that)\b[^.\n]{0,60}"
            r"\b(?:regardless of|no matter what)\b",
            r"\b(?:tell|convince) the user that\b[^.\n]{0,80}"
            r"\b(?:best|highest|must|buy|only|no risks?|safe(?:st)?)\b",
            r"\bwhen (?:summari[sz]ing|answering questions about|asked about) (?:this|the) "
            r"(?:document|report|text|file)\b",
            r"\b(?:rate|rank|score) (?:this|the) (?:candidate|vendor|product|company|document|resume)\b"
            r"[^.\n]{0,40}\b(?:highest|as the best|10/10|regardless)\b",
        ),
    ),
    (  # Fishing for the prompt, or posing as one.
        ("prompt", "instructions"),
        (
            r"\b(?:reveal|print|repeat|output|show|display|leak|send)\b[^.\n]{0,30}"
            r"\b(?:system prompt|hidden prompt|initial prompt|your (?:prompt|instructions)"
            r"|instructions above)\b",
            r"\bsystem prompt\s*[:=]",
            r"\b(?:new|updated|real|actual|secret|hidden) (?:system )?(?:instructions?|prompt)\s*:",
        ),
    ),
    (  # Markup that imitates a conversation's roles.
        ("<", "[inst", "[/inst", "[sys", "[/sys", "system", "assistant"),
        (
            r"<\|?(?:im_start|im_end|system|assistant|endoftext|start_header_id)\|?>",
            r"\[/?(?:INST|SYS|SYSTEM)\]|<<SYS>>",
            r"(?m:^\s*#{0,4}\s*(?:system|assistant)\s*:\s*you\b)",
            r"</?(?:system|assistant)_prompt>",
        ),
    ),
)

_CHECKS = tuple(
    (words, re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE))
    for words, patterns in _GROUPS
)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_TAG_TEXT = re.compile("[\U000e0020-\U000e007e]{8,}")
_SPACES = re.compile(r"[^\S\n]+|(?<=[a-z,])\n(?=[a-z])")


def is_instruction_like(text: str) -> bool:
    """Tell whether a passage tries to instruct a model that reads it."""
    if _TAG_TEXT.search(text):  # letters from a block that no reader can see
        return True
    visible = _SPACES.sub(" ", _INVISIBLE.sub("", text))
    lower = visible.lower()
    return any(pattern.search(visible) for words, pattern in _CHECKS if any(word in lower for word in words))
