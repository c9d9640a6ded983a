import pytest

from generator.parse.slugs import github_slug


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("什么是 外推 NTK", "什么是-外推-ntk"),
        ("位置编码（RoPE）怎么算？", "位置编码rope怎么算"),
        ("A_b - c", "a_b---c"),
        ("🔥 Hot!", "-hot"),
    ],
)
def test_slugs_are_those_of_github(heading: str, slug: str) -> None:
    assert github_slug(heading) == slug
