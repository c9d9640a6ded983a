"""The frozen baseline: the same book by one plain WeasyPrint run, as one would write it in an afternoon.

One document, `target-counter` for the page numbers of the contents, formulas as mathra delivers them, fonts as they
are. It stays as it is, so that ratios of different days can be compared.

usage: python -m tests.bench.baseline SOURCE OUT.pdf
"""

import re
import sys
from html import escape
from pathlib import Path

import mathra
from weasyprint import HTML

from generator.document import Citation, CrossReference, Image
from generator.model import Book, Card
from generator.pipeline import load
from generator.plaintext import line_text
from generator.render.highlight import highlighted
from generator.render.html import Dialect, blocks_to_html, inlines_to_html, plain_figure
from generator.typefaces import typeface

_STYLE = """
@font-face { font-family: BaseSerif; src: url("%s"); }
@font-face { font-family: BaseSans; src: url("%s"); }
@page { size: A4; margin: 20mm 25mm 22mm; @bottom-center { content: counter(page); font: 9pt BaseSans; } }
@page :left { @top-left { content: string(chapter); font: 9pt BaseSans; } }
@page :right { @top-right { content: string(chapter); font: 9pt BaseSans; } }
html { font: 10.5pt/1.65 BaseSerif; }
h1 { string-set: chapter content(); break-before: right; bookmark-level: 1; font: 22pt BaseSans; }
h2 { bookmark-level: 2; font: 14pt BaseSans; }
h3 { bookmark-level: 3; font: 12pt BaseSans; break-after: avoid; }
.contents a::after { content: leader(".") target-counter(attr(href), page); }
.xref::after { content: "（第 " target-counter(attr(href), page) " 页）"; }
.short { border-left: 3pt solid #999; padding-left: 8pt; }
pre { font: 8.5pt/1.4 BaseSans; white-space: pre-wrap; background: #f4f4f4; padding: 6pt; }
table { border-collapse: collapse; width: 100%%; font-size: 9pt; }
td, th { border-bottom: .5pt solid #999; padding: 2pt 4pt; text-align: left; }
img { max-width: 100%%; }
.callout { background: #f4f4f4; padding: 4pt 8pt; }
"""


def page(book: Book) -> str:
    """Return the whole book as one HTML document."""
    dialect = Dialect(
        math=lambda tex, display: _formula(tex, display=display),
        image=lambda image: _image(image, book),
        cross_reference=_cross_reference,
        citation=lambda citation: _citation(citation, book),
        code=highlighted,
        footnote=lambda label: f"<sup>{escape(label)}</sup>",
        figure=plain_figure,
        callout_name=str,
    )
    body = [f"<h1>{escape(book.edition.title)}</h1>", '<nav class="contents">']
    for chapter in book.chapters:
        body.append(f'<p><a href="#{chapter.id}">{escape(line_text(chapter.title))}</a></p>')
        body += [f'<p><a href="#{card.id}">{escape(line_text(card.question))}</a></p>' for card in chapter.cards]
    body.append("</nav>")
    for chapter in book.chapters:
        body.append(f'<h1 id="{chapter.id}">{inlines_to_html(chapter.title, dialect)}</h1>')
        body.append(blocks_to_html(chapter.intro, dialect))
        for section in chapter.sections:
            body.append(f"<h2>{inlines_to_html(section.title, dialect)}</h2>" if section.title else "")
            body += [_card(card, dialect) for card in section.cards]
    body.append("<h1>参考文献</h1>")
    body += [f"<p>{escape(source.label)}：{escape(source.title)}</p>" for source in book.sources.values()]
    style = _STYLE % (typeface("serif").as_uri(), typeface("sans").as_uri())
    return f'<html lang="zh-CN"><meta charset="utf-8"><style>{style}</style>{"".join(body)}</html>'


def _card(card: Card, dialect: Dialect) -> str:
    return (
        f'<h3 id="{card.id}">{inlines_to_html(card.question, dialect)}</h3>'
        f'<div class="short">{blocks_to_html(card.short, dialect)}</div>{blocks_to_html(card.detail, dialect)}'
    )


def _formula(tex: str, *, display: bool) -> str:
    return str(mathra.render(tex, "zh", display=display)["svg"])


def _image(image: Image, book: Book) -> str:
    asset = book.assets.get(image.source or "")
    if asset is None:
        return escape(image.alt)
    return re.sub(r"<\?xml.*?\?>", "", asset.data.decode()) if asset.media_type == "image/svg+xml" else ""


def _cross_reference(reference: CrossReference, inner: str) -> str:
    return f'<a class="xref" href="#{reference.target}">{inner}</a>'


def _citation(citation: Citation, book: Book) -> str:
    labels = (book.sources[cite.key].label for cite in citation.cites if cite.key in book.sources)
    return f"[{escape('; '.join(labels))}]"


def main() -> None:
    """Write the baseline's PDF."""
    source, out = sys.argv[1:]
    HTML(string=page(load(Path(source)).book)).write_pdf(out, pdf_variant="pdf/ua-1")


if __name__ == "__main__":
    main()
