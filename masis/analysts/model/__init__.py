"""Model-backed analysts: each asks a language model through a prompt of its own."""

from collections.abc import Callable

from masis.analysts.base import Analysts
from masis.analysts.model.analysts import (
    ModelCritic,
    ModelEvaluator,
    ModelOrchestrator,
    ModelPlanner,
    ModelSynthesizer,
)
from masis.analysts.model.one_claim import OneClaimCritic
from masis.analysts.model.planning import ModelOutlinePlanner
from masis.config import Settings
from masis.llm.base import ChatModel
from masis.llm.openai import Role, openai_chats


def model_analysts(settings: Settings, chat: Callable[[Role], ChatModel] | None = None) -> Analysts:
    """Return the four analysts on the models the settings name, or on the chats handed in."""
    chat_for = chat or openai_chats(settings)
    if settings.model_profile == "small":
        return _for_small_models(settings, chat_for)
    return Analysts(
        orchestrator=ModelOrchestrator(chat_for("orchestrator")),
        synthesizer=ModelSynthesizer(chat_for("synthesizer"), settings.model_max_output_tokens),
        critic=ModelCritic(chat_for("critic"), settings.context_chars),
        evaluator=ModelEvaluator(chat_for("evaluator"), settings.context_chars),
        planner=ModelPlanner(chat_for("orchestrator")),
        outline_planner=ModelOutlinePlanner(chat_for("orchestrator")),
    )


def _for_small_models(settings: Settings, chat_for: Callable[[Role], ChatModel]) -> Analysts:
    """Return analysts with short prompts, whose auditor is asked about one claim at a time."""
    return Analysts(
        orchestrator=ModelOrchestrator(chat_for("orchestrator")),
        synthesizer=ModelSynthesizer(
            chat_for("synthesizer"), settings.model_max_output_tokens, prompt="synthesizer_small"
        ),
        critic=OneClaimCritic(chat_for("critic"), settings.context_chars),
        evaluator=ModelEvaluator(chat_for("evaluator"), settings.context_chars, prompt="evaluator_small"),
        planner=ModelPlanner(chat_for("orchestrator")),
    )
