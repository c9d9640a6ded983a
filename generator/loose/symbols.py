"""The signs of plain-text formulas, and what each is in TeX."""

import re

_LETTERS = "αβγδεϵζηθϑικλμνξπρσςτυφϕχψωΓΔΘΛΞΠΣΥΦΨΩ"
_LETTER_NAMES = """
alpha beta gamma delta varepsilon epsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma varsigma tau
upsilon varphi phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
GREEK = {letter: f"\\{name}" for letter, name in zip(_LETTERS, _LETTER_NAMES.split(), strict=True)}

RELATIONS = {
    "=": "=",
    "≈": r"\approx",
    "≠": r"\ne",
    "≤": r"\le",
    "≥": r"\ge",
    "<=": r"\le",
    ">=": r"\ge",
    "<": "<",
    ">": ">",
    "<<": r"\ll",
    ">>": r"\gg",
    "≪": r"\ll",
    "≫": r"\gg",
    "∈": r"\in",
    "∉": r"\notin",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "∝": r"\propto",
    "∼": r"\sim",
    "≡": r"\equiv",
    "+": "+",
    "-": "-",
    "−": "-",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "⋅": r"\cdot",
    "∙": r"\cdot",
    "*": "*",
    "/": "/",
    "÷": r"\div",
    "⊙": r"\odot",
    "⊗": r"\otimes",
    "⊕": r"\oplus",
    "∘": r"\circ",
}
"""Operators between operands, of all ranks."""

TELLING = frozenset("∈∉⊂⊆∝⊙⊗⊕∘")
"""Operators that stand nowhere but in formulas."""

PRODUCTS = frozenset("×·⋅∙⊙⊗")

_TEX_FUNCTIONS = "log ln lg exp max min sin cos tan sinh cosh tanh det dim inf sup"
_OTHER_FUNCTIONS = "softmax Softmax sigmoid Sigmoid relu ReLU gelu GELU silu SiLU erf sign diag tr rank Var Cov clip"
FUNCTIONS = {name: f"\\{name}" for name in _TEX_FUNCTIONS.split()} | {
    name: rf"\operatorname{{{name}}}" for name in _OTHER_FUNCTIONS.split()
}

SIGNS = {"∑": r"\sum", "Σ": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial", "∇": r"\nabla", "√": r"\sqrt"}
"""Signs that stand nowhere but in formulas; `Σ` only with bounds."""

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ", "0123456789+-niT", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ", "0123456789+-ijknt", strict=True))
PRIMES = frozenset("′'")
BLACKBOARD = frozenset("RNZQC")

LETTERS = re.compile(r"[A-Z]|[A-Z][A-Za-z]|[a-z]|d[a-z]|[A-Z]{2}[a-z]")
"""Letters that may be symbols side by side; longer runs are words."""

_SHORT_WORDS = "am an as at be by do go he if in is it me my no of on or so to up us we vs"
ENGLISH = frozenset(_SHORT_WORDS.split())
