"""The alphabet of types the grammar is written in.

Owns the token, what each type letter stands for, and the phrase that tokens make. Knows no text.

Content      n number  o ordinal  y four-digit number  N pair 4.22 or 4-22  E date in digits  C clock 9:30
             M month  X month that is also a word  W weekday  Y weekday that is also a word  U unit
             D day  Z period  J time on a day  I finished interval  0 now
             p part of a day  m am, pm  h o'clock  Q quarter  S season  V season that is also a word  H feast
             v couple, few, half  z a, an   1-7 Japanese counters 年 月 日 時 分 秒 年代
Operators    l last  t this  f next  b before last  a ago  A hace  e before  c about  ~ ごろ  q early, end of
             i of  @ at  T the  O on, in  & and  | or  g to  u until  d dash  w between  r from  s since  k before
             j after  F から  B まで  R 以降  ) or later  > within  < 以内  * 翌日  ^ half past  + y media  \\ menos
             ! the same time of the year  ? the same day  : hedge
             # a label such as page  ` the word  " さん  % los años  , / . ; marks  _ function word  x anything else
Made by rules  K clock  9 bare hour  G clock range  8 bare range  P part of a day as a time  L an amount in one word
"""

from __future__ import annotations

from lossless_memory.typed import Any, NamedTuple

from .ir import Node


class Token(NamedTuple):
    """A type letter, its value, and the half-open stretch of the folded text it covers."""

    kind: str
    value: Any
    start: int
    end: int


class Candidate(NamedTuple):
    """A phrase found: its stretch of the folded text, how little its language fits, its language and its form.

    `aside`: it describes a noun and may not be when it was said.
    """

    start: int
    end: int
    rank: int
    language: str
    node: Node
    aside: bool
