"""All figures of the book."""

from __future__ import annotations

from .drawing import Figure
from .lora import lora
from .optimizer import adam_states, lr_schedules

FIGURES: tuple[Figure, ...] = (
    adam_states(),
    lr_schedules(),
    lora(),
)
