"""HTML as the text a person reads."""

from __future__ import annotations

import time

import pytest

from lossless_memory.sources.htmltext import LONGEST, text_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", ""),
        ("plain", "plain"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("a<br>b", "a\nb"),
        ("<p>Spar <b>var</b>nish,\n  see <a href='x'>this</a>.</p>", "Spar varnish, see this."),
        ("<ul><li>one</li><li><p>two</p><ul><li>in</li></ul></li></ul>", "- one\n- two\n  - in"),
        ("<ol><li>a<li>b</ol>", "1. a\n2. b"),
        ("<pre><code>if x:\n    y &lt; 2</code></pre>", "```\nif x:\n    y < 2\n```"),
        ("use <code>ls</code> now", "use `ls` now"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><p>2</p></td></tr></table>", "a | b\n1 | 2"),
        ("<script>bad()</script><style>x</style><!-- c -->5 < 6 &amp; 7", "5 < 6 & 7"),
        ("</p></ul></pre>left", "left"),
        ("<b", "<b"),
    ],
)
def test_html_becomes_the_text_a_person_reads(html: str, expected: str) -> None:
    assert expected == text_of(html)


def test_too_long_html_is_left_as_it_is() -> None:
    assert text_of("x" * (LONGEST + 1)) is None


@pytest.mark.parametrize("piece", ["<", "<!--", "<a ", "</", "<![CDATA[", "&", "<?", "<a b='", "<script>", "&#"])
def test_what_never_ends_costs_no_more_than_its_length(piece: str) -> None:
    begun = time.process_time()
    text_of(piece * (LONGEST // len(piece)))
    assert time.process_time() - begun < 5
