import io
import unicodedata
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
from PIL import Image

from generator.read.pictures import read_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30">{}<text x="4" y="20">图文</text></svg>'


def png(width: int = 20, height: int = 12) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (90, 9, 9)).save(out, "PNG")
    return out.getvalue()


def test_a_picture_inside_the_folder_is_named_after_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "Bild 图.PNG").write_bytes(png())

    picture = read_picture(tmp_path, "Bild%20图.PNG")

    assert picture.problem == ""
    assert picture.asset is not None
    assert picture.asset.name.startswith("bild-20-")
    assert picture.asset.name.isascii()
    assert (picture.asset.data, picture.asset.width, picture.asset.height) == (png(), 20, 12)


def test_names_match_in_any_unicode_form(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "é.png")).write_bytes(png())

    assert read_picture(tmp_path, unicodedata.normalize("NFC", "é.png")).asset is not None


@pytest.mark.parametrize(
    "written",
    ["../secret.png", "/etc/passwd", "https://example.org/x.png", "file:///etc/passwd", "//host/x.png", "link.png"],
)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, written: str) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "secret.png")

    picture = read_picture(folder, written)

    assert picture.asset is None
    assert picture.problem


def test_a_folder_that_is_a_symlink_out_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.png").write_bytes(png())
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "img").symlink_to(tmp_path / "out")

    assert read_picture(folder, "img/x.png").asset is None


def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fake.png").write_text("这不是图片\n", encoding="utf-8")

    assert read_picture(tmp_path, "fake.png").asset is None


def test_a_picture_cut_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.png").write_bytes(png(200, 200)[:-40])

    assert read_picture(tmp_path, "cut.png").asset is None


def test_a_huge_picture_is_scaled_down_and_told(tmp_path: Path) -> None:
    (tmp_path / "huge.png").write_bytes(png(4000, 1000))

    picture = read_picture(tmp_path, "huge.png")

    assert picture.asset is not None
    assert (picture.asset.width, picture.asset.height) == (2000, 500)
    assert "4000 × 1000 pixels" in picture.problem


@pytest.mark.parametrize(
    "part",
    [
        "<script>alert(2)</script>",
        '<image href="file:///etc/hostname" width="9" height="9"/>',
        '<rect onclick="alert(1)" width="1" height="1"/>',
        "<foreignObject><b/></foreignObject>",
        '<rect style="fill:url(http://example.org/x)" width="1" height="1"/>',
        "<style>@import 'http://example.org/x.css';</style>",
        '<use href="other.svg#x"/>',
        '<a href="javascript:alert(1)"><rect width="1" height="1"/></a>',
    ],
)
def test_what_can_act_in_an_svg_is_left_out_and_told(tmp_path: Path, part: str) -> None:
    (tmp_path / "x.svg").write_text(SVG.format(part), encoding="utf-8")

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    text = picture.asset.data.decode()
    assert "图文" in text
    assert not any(bad in text for bad in ("script", "file:", "onclick", "foreign", "http://ex", "import", "other.svg"))
    assert "left out" in picture.problem


def test_words_that_a_drawing_program_wrote_as_html_are_told(tmp_path: Path) -> None:
    part = '<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">编码器 与\n解码器</p></foreignObject>'
    (tmp_path / "x.svg").write_text(SVG.format(part), encoding="utf-8")

    assert read_picture(tmp_path, "x.svg").problem == (
        "holds <foreignObject> with the words '编码器 与 解码器', left out; "
        "save the picture anew with its words as text, not as HTML"
    )


@pytest.mark.parametrize("rule", ["@import url(http://example.org/x.css);", "@IMPORT 'x.css' screen;"])
def test_a_style_loses_what_it_imports_and_keeps_the_rest(tmp_path: Path, rule: str) -> None:
    (tmp_path / "x.svg").write_text(SVG.format(f"<style>{rule} rect{{fill:red}}</style>"), encoding="utf-8")

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    assert "<style> rect{fill:red}</style>" in picture.asset.data.decode()
    assert picture.problem == "holds @import, left out; remove it from the file"


def test_a_style_that_would_import_once_cut_is_left_out(tmp_path: Path) -> None:
    style = "<style>@im@import x;port 'http://example.org/x.css'; rect{fill:red}</style>"
    (tmp_path / "x.svg").write_text(SVG.format(style), encoding="utf-8")

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    assert "style" not in picture.asset.data.decode()


def test_an_svg_with_entities_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("")
    (tmp_path / "x.svg").write_text(bomb, encoding="utf-8")

    assert read_picture(tmp_path, "x.svg").asset is None


def test_an_svg_in_another_encoding_is_read_by_what_it_declares(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_bytes(('<?xml version="1.0" encoding="gb18030"?>' + SVG.format("")).encode("gb18030"))

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    assert "图文" in picture.asset.data.decode()


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0" encoding="no-such"?>' + SVG.format("") + "\udcff",
        SVG.format("<g>" * 5000 + "</g>" * 5000),
        SVG.format('<g id="a>b">' * 5000 + "</g>" * 5000),
        SVG.format("<!-- <g/> -->" + "<g>" * 5000 + "</g>" * 5000),
        '<?xml version="1.0" encoding="undefined"?>' + SVG.format("") + "\udcff",
        '<?xml version="1.0" encoding="rot13"?>' + SVG.format("") + "\udcff",
        SVG.format('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>'),
        SVG.format(
            '<g id="g0"/>' + "".join(f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 10}</g>' for n in range(1, 9))
        ),
    ],
    ids=[
        "unknown encoding",
        "deep",
        "deep, with a bracket",
        "deep, after a comment",
        "undefined",
        "rot13",
        "circle",
        "bomb",
    ],
)
def test_an_svg_that_could_not_be_drawn_in_reason_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.svg").write_bytes(text.encode("utf-8", "surrogateescape"))

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is None
    assert picture.problem


@pytest.mark.parametrize("size", ["1.2.3", "1e999", "-5", "50%", "٣"])
def test_a_size_beyond_reason_is_none(tmp_path: Path, size: str) -> None:
    (tmp_path / "x.svg").write_text(SVG.replace('"80"', f'"{size}"').replace('"30"', f'"{size}"').format(""), "utf-8")

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    assert (picture.asset.width, picture.asset.height) == (300, 150)


@pytest.mark.parametrize(
    "style", [r"fill:u\72l(http://x.y)", "fill:image-set('http://x.y' 1x)", 'fill:src("http://x.y")']
)
def test_a_style_can_not_spell_an_address_another_way(tmp_path: Path, style: str) -> None:
    (tmp_path / "x.svg").write_text(
        SVG.format(f"<style>rect{{{style}}}</style><rect style={quoteattr(style)}/>"), "utf-8"
    )

    picture = read_picture(tmp_path, "x.svg")

    assert picture.asset is not None
    assert b"x.y" not in picture.asset.data


@pytest.mark.parametrize("written", ["a%00.png", "x" * 300 + ".png", "circle.png"])
def test_a_name_that_no_file_can_have_is_missing(tmp_path: Path, written: str) -> None:
    (tmp_path / "circle.png").symlink_to(tmp_path / "circle.png")

    picture = read_picture(tmp_path, written)

    assert picture.asset is None
    assert picture.problem


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_svg_is_known_by_its_root_however_it_is_written(tmp_path: Path, encoding: str) -> None:
    text = '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="8" height="3"><s:rect width="8" height="3"/></s:svg>'
    (tmp_path / "x.svg").write_bytes(("\n" * (encoding == "utf-8") + text).encode(encoding))

    picture = read_picture(tmp_path, "x.svg")

    assert picture.problem == ""
    assert picture.asset is not None
