"""Chinese time words, in simplified and traditional characters. Phrases are matched longest first."""

from __future__ import annotations

from lossless_memory.timex.ir import At, Day, Now, Part, Period, Rolling, Section, Weekday, Window, Within
from lossless_memory.typed import Any

SPACED = False
ORDER = "ymd"

_WEEK = ("周", "週", "星期", "礼拜", "禮拜")
_NAMES = ("一", "二", "三", "四", "五", "六", "日天")
_WHICH = {
    0: ("这", "這", "本", "这个", "這個", "今個", "今"),
    -1: ("上", "上个", "上個"),
    -2: ("上上", "上上个", "上上個"),
    1: ("下", "下个", "下個"),
}


def _either(*parts: tuple[str, ...]) -> str:
    """Join every choice of one piece from each part, as spellings of one entry."""
    spellings = [""]
    for part in parts:
        spellings = [spelling + piece for spelling in spellings for piece in part]
    return "|".join(spellings)


WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "D",
        {
            "今天|今日|今儿": Day(0),
            "昨天|昨日|尋日|寻日|琴日": Day(-1),
            "前天|前日": Day(-2),
            "大前天|大前日": Day(-3),
            "明天|明日": Day(1),
            "后天|後天": Day(2),
        },
    ),
    (
        "D",
        {
            _either(which, _WEEK, tuple(name)): Within(Weekday(at), Period("week", offset))
            for offset, which in _WHICH.items()
            for at, name in enumerate(_NAMES)
        },
    ),
    (
        "J",
        {
            "昨晚|昨夜": At(Day(-1), Part("night")),
            "前晚": At(Day(-2), Part("night")),
            "今晚|今夜": At(Day(0), Part("tonight")),
            "今早|今晨|今朝": At(Day(0), Part("morning")),
            "昨早|昨晨": At(Day(-1), Part("morning")),
        },
    ),
    (
        "I",
        {
            "前几天|前些天|前不久|前幾天|前阵子|前陣子": Window(days=10),
            "最近|近来|近來|近日|近期": Window(recent_days=30),
            "刚才|剛才|方才": Window(hours=3),
            "刚刚|剛剛": Window(hours=1),
            "这几天|這幾天|最近几天|最近幾天|过去几天": Rolling(((3, "day"),), "few"),
        },
    ),
    (
        "Z",
        {
            _either(which, (*_WEEK, "一周", "一週", "一礼拜", "一禮拜", "一星期")): Period("week", offset)
            for offset, which in _WHICH.items()
        },
    ),
    (
        "Z",
        {
            "本月|这个月|這個月|这月|當月|当月": Period("month"),
            "上个月|上個月|上月": Period("month", -1),
            "上上个月|上上個月|上上月": Period("month", -2),
            "下个月|下個月|下月": Period("month", 1),
            "今年|本年|这一年|這一年": Period("year"),
            "去年|上年": Period("year", -1),
            "前年": Period("year", -2),
            "明年": Period("year", 1),
            "周末|週末|这个周末|這個週末": Period("weekend", -1),
            "上周末|上週末|上个周末|上個週末": Within(Period("weekend"), Period("week", -1)),
            "本季度|这个季度|這個季度": Period("quarter"),
            "上季度|上个季度|上個季度": Period("quarter", -1),
            "上半年": Section("first-half", Period("year")),
            "下半年": Section("second-half", Period("year"), True),
            "月初": Section("head", Period("month"), True),
            "月底|月末": Section("end", Period("month"), True),
            "年初": Section("start", Period("year")),
            "年底|年末": Section("end", Period("year"), True),
            "本世纪|本世紀": Period("century"),
        },
    ),
    ("0", {"现在|現在|此刻|目前": Now()}),
    ("W", {_either(_WEEK, tuple(name)): at for at, name in enumerate(_NAMES)}),
    (
        "U",
        {
            "秒钟|秒鐘": "second",
            "分钟|分鐘": "minute",
            "小时|小時|个小时|個小時|个钟头|個鐘頭|钟头|鐘頭": "hour",
            "天|日间": "day",
            "工作日|个工作日|個工作日": "workday",
            _either(("", "个", "個"), _WEEK): "week",
            "个月|個月": "month",
            "个季度|個季度|季度": "quarter",
            "世纪|世紀": "century",
        },
    ),
    ("1", {"年": "year"}),
    ("2", {"月|月份": "month"}),
    ("3", {"日|号|號": "day"}),
    ("4", {"点|點|点钟|點鐘|时|時": "hour"}),
    ("5", {"分": "minute"}),
    ("6", {"秒": "second"}),
    ("7", {"年代": "decade"}),
    ("n", {"两|兩": 2}),
    (
        "p",
        {
            "早上|早晨|早间|早間|清早|朝早|早": Part("morning"),
            "清晨|黎明|拂晓": Part("dawn"),
            "凌晨": Part("small hours"),
            "一大早|大清早": Part("first thing"),
            "中午|正午": Part("noon"),
            "午饭|午餐|午休": Part("lunch"),
            "晏晝|晏昼|午后|午後": Part("afternoon"),
            "傍晚|黄昏|黃昏": Part("dusk"),
            "晚饭|晚餐": Part("dinner"),
            "晚上|夜里|夜裡|夜晚|晚间|晚間|晚": Part("night"),
            "深夜|半夜|午夜": Part("late night"),
        },
    ),
    ("m", {"上午": "am", "下午": "pm"}),
    ("S", {"春天|春季": 0, "夏天|夏季": 1, "秋天|秋季": 2, "冬天|冬季": 3}),
    (
        "H",
        {
            "元旦": "new-year",
            "情人节|情人節": "valentine",
            "愚人节|愚人節": "april-fools",
            "劳动节|勞動節|五一": "workers-day",
            "母亲节|母親節": "mothers-day",
            "父亲节|父親節": "fathers-day",
            "国庆节|國慶節|国庆|十一黄金周": "china-national-day",
            "万圣节|萬聖節": "halloween",
            "感恩节|感恩節": "thanksgiving",
            "平安夜": "christmas-eve",
            "圣诞节|聖誕節|圣诞|聖誕": "christmas",
        },
    ),
    ("*", {"第二天|次日|翌日": 1, "前一天": -1}),
    ("v", {"几|幾|数|數|好几": "few", "半": "half"}),
    ("l", {"过去|過去|过去的|近|上|上个|上個": "past"}),
    ("f", {"未来|未來|接下来|接下來|之后的|今后": 1}),
    ("a", {"前|以前|之前": "before"}),
    ("c", {"大约|大約|大概|约|約": 1}),
    ("~", {"左右|前后|前後": 1}),
    (
        "q",
        {
            "上旬": "first-third",
            "中旬": "mid",
            "下旬": "last-third",
            "初": "start",
            "底|末": "end",
        },
    ),
    (
        "o",
        {"第一个|第一個|第一": 1, "第二个|第二個|第二": 2, "第三个|第三": 3, "第四个|第四": 4, "最后一个|最後一個": -1},
    ),
    ("i", {"的": "no"}),
    (",", {"、|,": ""}),
    ("/", {"/": ""}),
    (".", {".": ""}),
    ("&", {"和|与|與|跟": ""}),
    ("|", {"或|或者|还是|還是": ""}),
    ("d", {"-|~": ""}),
    ("g", {"到|至": ""}),
    ("r", {"从|從|自": "since"}),
    ("B", {"之间|之間|期间|期間": "span", "为止|為止": "until"}),
    (
        "R",
        {
            "以来|以來|起|或之后|及之后|或以后|及以后|或之後|及之後|或以後|及以後|开始": "since",
            "以后|之后|以後|之後|后|後": "after",
            "或之前|及之前|或以前|及以前": "until",
        },
    ),
    ("#", {"版本|第|页|頁|号楼|房间|房間|错误|python|java|ver": ""}),
    (
        "_",
        {
            "我|你|您|他|她|它|我们|你们|他们|我們|你們|他們|咱们": "",
            "在|于|於|是|都|就|也|会|會|有|没|不|说|說|讲|聊|谈|做|去|来|來|吗|嗎|呢|什么|什麼": "",
        },
    ),
    (
        "x",
        {
            "正月|两千|兩千|初一|初二|初三|初五|初十|大年": "",
            "有点|有點|一点|一點|早点|早點|晚点|晚點|重点|重點|点击|点赞|缺点|优点|观点|地点|景点": "",
            "今日头条|生日|节日|節日|日子|日常|日本|日记|日記|日报|日報|日程|日期|每日|每天|天天": "",
            "每周|每週|每年|每月|每个月|月亮|月饼|月球|年级|年級|年轻|年輕|年龄|年齡|部分|十分|分开|分析": "",
            "春秋|前面|前者|前后文|上面|上班|上海|上学|上次|近视|附近|以前的|一起|一样|一下|一些|一直|一定": "",
            "早就|早已|晚安|早安|早上好|晚上好|下午好|新年快乐|圣诞快乐|百年|周杰伦|周围|周到|星期五餐厅": "",
        },
    ),
    ('"', {"先生|女士|小姐": ""}),
    (";", {"。": "", "?": "", "!": "", ":": "", "(": "", ")": "", "「": "", "」": ""}),
)

NUMBERS: dict[str, tuple[int, str]] = {}

DAYS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")
SENTENCES = {
    "day": "“{phrase}”{of}理解为{a}全天",
    "days": "“{phrase}”{of}理解为{a}至{b}（含首尾两天）",
    "times": "“{phrase}”{of}理解为{a}至{b}",
    "since": "“{phrase}”{of}理解为{a}以后的全部",
    "until": "“{phrase}”{of}理解为{b}以前的全部",
    "of": "（共{all}段之{number}）",
    "vague": "（大约）",
    "future": "（尚未到来）",
}
