r"""The one list of TeX commands that an author may use.

Each is drawn by all three that draw formulas: MathJax as Anki configures it (the deck), mathra (the handbook) and
math-core (the cheat sheet). Left out on purpose, though one or two of them know it: `\tag` and `\label` (nothing is
numbered), `\color` (print is black), `\cancel` and `\boxed` (no stroke and no box in MathML Core), `\substack` and
`\widetilde` (math-core refuses them), `\mathscr` (mathra draws `\mathcal`), `\P`, `\medspace`, `\bm`, `\coloneqq`, `\argmax` and `\dcases`
(MathJax needs an extension that Anki does not load).
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho sigma
varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
_OPERATORS = """
cdot times div pm mp ast star circ bullet oplus ominus otimes oslash odot wedge vee cap cup setminus land lor lnot neg
dagger ddagger diamond bigcirc uplus sqcap sqcup
"""
_RELATIONS = """
le leq ge geq ll gg lt gt ne neq equiv approx sim simeq cong propto prec succ preceq succeq doteq asymp lesssim gtrsim
leqslant geqslant lll ggg triangleq approxeq mid nmid parallel nparallel perp in ni notin subset subseteq supset
supseteq subsetneq supsetneq nsubseteq models vdash dashv not
"""
_ARROWS = """
to gets rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow longrightarrow longleftarrow
longleftrightarrow Longrightarrow Longleftarrow Longleftrightarrow implies iff impliedby mapsto longmapsto uparrow
downarrow updownarrow Uparrow Downarrow hookrightarrow hookleftarrow rightharpoonup leftharpoonup rightleftharpoons
nearrow searrow swarrow nwarrow leadsto xrightarrow xleftarrow
"""
_LARGE = """
sum prod coprod int iint iiint oint bigcup bigcap bigoplus bigotimes bigodot bigvee bigwedge limits nolimits
"""
_FUNCTIONS = """
lim max min sup inf limsup liminf log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth det
dim ker hom deg gcd Pr arg operatorname operatorname* bmod pmod mod
"""
_SYMBOLS = """
infty partial nabla forall exists nexists emptyset varnothing ell hbar imath jmath Re Im aleph wp prime angle triangle
top bot checkmark square blacksquare bigstar ldots cdots vdots ddots dots S
"""
_FENCES = """
left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm langle rangle lfloor rfloor
lceil rceil lvert rvert lVert rVert vert Vert lbrace rbrace lbrack rbrack backslash
"""
_STRUCTURE = """
frac dfrac tfrac cfrac binom dbinom tbinom sqrt hat widehat bar tilde vec dot ddot dddot check breve acute grave
mathring overline underline overbrace underbrace overset underset stackrel overrightarrow overleftarrow phantom
hphantom vphantom mathop mathbin mathrel mathord mathopen mathclose mathinner mathstrut
"""
_STYLES = """
displaystyle textstyle scriptstyle scriptscriptstyle text textrm textbf textit texttt textsf mathrm mathbf mathit mathsf
mathtt mathbb mathcal mathfrak boldsymbol
"""
_SPACES = "quad qquad enspace thinspace negthinspace hspace kern mkern begin end"
_SIGNS = "{ } | , : ; ! % $ & # _ \\"

COMMANDS: Final = frozenset(
    " ".join(
        (
            *(_GREEK, _OPERATORS, _RELATIONS, _ARROWS, _LARGE, _FUNCTIONS, _SYMBOLS, _FENCES, _STRUCTURE, _STYLES),
            *(_SPACES, _SIGNS),
        )
    ).split()
) | {" "}
"""Every accepted command, without its backslash."""

ENVIRONMENTS: Final = frozenset(
    [
        "aligned",
        "align",
        "align*",
        "gather",
        "gathered",
        "multline",
        "equation",
        "cases",
        "matrix",
        "pmatrix",
        "bmatrix",
        "Bmatrix",
        "vmatrix",
        "Vmatrix",
        "array",
    ]
)
"""Every accepted environment."""

_USUAL: Final = {
    "bm": r"\boldsymbol",
    "pmb": r"\boldsymbol",
    "medspace": r"\:",
    "thickspace": r"\;",
    "coloneqq": ":=",
    "argmax": r"\operatorname*{arg\,max}",
    "argmin": r"\operatorname*{arg\,min}",
    "mathscr": r"\mathcal",
    "widetilde": r"\tilde",
    "rm": r"\mathrm",
    "bf": r"\mathbf",
    "it": r"\mathit",
    "over": r"\frac",
    "tag": "",
    "label": "",
    "color": "",
    "textcolor": "",
    "cancel": "",
    "boxed": "",
    "hline": "",
    "substack": "",
    "choose": r"\binom",
    "eqnarray": "aligned",
    "split": "aligned",
    "alignedat": "aligned",
    "dcases": "cases",
    "rcases": "cases",
    "smallmatrix": "matrix",
}
"""What to write instead of a few commands and environments that authors know from elsewhere; nothing, if empty."""

_LENGTH: Final = re.compile(r"\s*[{\[]?\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(em|ex|pt|mu)\s*[}\]]?")
_EMS: Final = {"em": 1, "ex": 0.43, "pt": 0.1, "mu": 1 / 18}
_WITH_LENGTH: Final = {"hspace": "{1em}", "kern": "1em", "mkern": "3mu", "\\": "[1em]"}
"""The commands that take a length, and an example of one; a line's end only if a bracket follows."""

_MOST_BACK: Final = 3
"""Em that a formula may go back in all: more would lay it over the text before."""

_DEEPEST: Final = 40
"""Levels of groups: with more, one of those who draw formulas gives up."""

_COMMAND = re.compile(r"\\(operatorname\*|[A-Za-z]+|.)", re.DOTALL)
_GROUP = re.compile(r"\\(?:left|right|begin|end)(?![A-Za-z])|\\.|[{}]", re.DOTALL)
_GROUPS: Final = {"{": 1, "}": -1, r"\left": 1, r"\right": -1, r"\begin": 1, r"\end": -1}
_INSIDE = re.compile(r"\\begin\s*\{.*\\end\s*\{", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{([^{}]*)\}")
_RULED_ARRAY = re.compile(r"\\begin\s*\{array\}\s*\{[^{}]*\|")


def refused(tex: str) -> tuple[str, ...]:
    """Return what in *tex* is outside the accepted list, each with what to write instead; nothing if all is in."""
    commands = dict.fromkeys(match[1] for match in _COMMAND.finditer(tex))
    environments = dict.fromkeys(match[1] for match in _ENVIRONMENT.finditer(tex))
    found = [_advice(rf"\{name}", name, COMMANDS, "\\") for name in commands if name not in COMMANDS]
    found += [
        _advice(f"environment {name}", name, ENVIRONMENTS, "") for name in environments if name not in ENVIRONMENTS
    ]
    if _RULED_ARRAY.search(tex):
        found.append("rules in an array are not drawn everywhere; write a table, or an array without '|'")
    return (*found, *_sign_faults(tex), *_length_faults(tex), *_depth_faults(tex))


def _sign_faults(tex: str) -> Iterator[str]:
    bare = _COMMAND.sub("", tex)
    if "%" in bare:
        yield r"'%' begins a comment in TeX, and the rest would be missing; write \%"
    if "&" in bare and "&" in _COMMAND.sub("", _INSIDE.sub("", tex)):
        yield r"'&' stands outside aligned, cases and the like; put it inside one, or write \& for the sign"


def _length_faults(tex: str) -> Iterator[str]:
    back = 0.0
    for match in _COMMAND.finditer(tex):
        command = match[1]
        if command in ("!", "negthinspace"):
            back += 1 / 6
        if command not in _WITH_LENGTH or (command == "\\" and not tex[match.end() :].lstrip().startswith("[")):
            continue
        length = _LENGTH.match(tex, match.end())
        if length is None or (command == "mkern") != (length[2] == "mu"):
            yield rf"\{command} is followed by no length; write \{command}{_WITH_LENGTH[command]}"
        else:
            back -= min(0.0, float(length[1]) * _EMS[length[2]])
    if back > _MOST_BACK:
        yield f"the formula goes back by {back:.0f}em, over the text before it; keep below {_MOST_BACK}em"


def _depth_faults(tex: str) -> Iterator[str]:
    depth = deepest = 0
    for match in _GROUP.finditer(tex):
        depth += _GROUPS.get(match[0], 0)
        deepest = max(deepest, depth)
    if deepest > _DEEPEST:
        yield f"the formula is nested {deepest} levels deep; part it, {_DEEPEST} can be drawn"


def _advice(what: str, name: str, accepted: frozenset[str], mark: str) -> str:
    usual = _USUAL.get(name)
    if usual is None:
        near = get_close_matches(name, sorted(accepted), n=1, cutoff=0.7)
        usual = mark + near[0] if near else None
    return f"{what} is not accepted in formulas" + (
        f"; write {usual}" if usual else "; write it with accepted commands"
    )
