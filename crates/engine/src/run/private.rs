//! Pages that belong to the person alone: what may not be photographed, what asks to log in, for a code, or for proof of
//! being human. Nothing is touched there and nothing of them is kept; the person does it and says so.

use crate::plan::{Gesture, Key};
use crate::screen::{Element, Rect, Screen, Tree};
use crate::words::{Lexicon, fold, spellings};
use regex::Regex;
use std::fmt;
use std::sync::LazyLock;

/// Why a page is the person's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Private {
    /// Its picture is black, or the phone gives none.
    Black,
    SignIn,
    Code,
    Captcha,
}

impl fmt::Display for Private {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Private::Black => "this page may not be photographed",
            Private::SignIn => "this page asks to log in",
            Private::Code => "this page asks for a code or a password",
            Private::Captcha => "this page asks for proof of being human",
        })
    }
}

struct Words {
    name: Option<Regex>,
    code: Option<Regex>,
    asked: Option<Regex>,
    enter: Option<Regex>,
    captcha: Option<Regex>,
    composes: Option<Regex>,
}

/// A test makes sure that every expression compiles.
static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let one = |source: &str| Regex::new(&format!("(?i){source}")).ok();
    Words {
        name: one(
            r"手机号|账号|帐号|用户名|邮箱|电子邮件|身份证|\b(phone|mobile|e-?mail|user ?name|account|login|user_?id)\b",
        ),
        code: one(
            r"验证码|动态码|校验码|短信码|口令|密码|\b(otp|passcode|password|pin|verification code|security code|one[- ]?time|\d-digit code)\b|(^|[/_])(otp|pin|passcode|password|sms_?code|verify_?code|captcha)([_]|$)",
        ),
        asked: one(
            r"^请?(再次)?输入.{0,8}(密码|验证码|口令|pin)|^(支付|交易|登录|安全|银行卡)密码$|^(please )?(re-?)?enter (your |the )?.{0,16}(pin|password|passcode|code)\b",
        ),
        enter: one(
            r"^(立即|马上|一键|手机号?|密码|验证码|账号|确认)?(登录|登陆|注册|登录/注册)$|^(sign|log) ?(in|up)$|^(register|create account|continue|next|verify)$",
        ),
        captcha: one(
            r"(滑块|图形|人机|安全|滑动|拼图).{0,4}验证|拖动.{0,10}(滑块|拼图|验证)|请?完成.{0,6}验证|点击.{0,6}图中|依次点击|captcha|(not|n't) a robot|verify (that )?you('re| are) (a )?human|向右滑动.{0,6}(拼图|验证)",
        ),
        composes: one(
            r"^(发送|发表|发布|评论|回复|搜索|保存|完成|send|post|publish|reply|comment|search|save|done)$",
        ),
    }
});

/// What may be spelled in disguise on such pages.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let words = "password passcode pin otp code verification verify captcha robot human log login sign register account \
        email phone mobile user username enter";
    words.split_whitespace().map(str::to_owned).collect()
});

/// All that words on such a page may be meant to say.
fn read(words: &str) -> Vec<String> {
    let mut read = spellings(words, &LEXICON);
    read.push(fold(words));
    read
}

fn fits(regex: &Option<Regex>, words: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(words))
}

/// Whether a page is the person's, by all that the look holds.
pub fn private(screen: &Screen) -> Option<Private> {
    if is_black(screen) {
        return Some(Private::Black);
    }
    private_tree(screen.tree.as_ref()?)
}

fn private_tree(tree: &Tree) -> Option<Private> {
    let shown: Vec<String> = tree.elements().iter().flat_map(Element::words).flat_map(read).collect();
    let short = |words: &&String| words.chars().count() <= 40;
    if shown.iter().filter(short).any(|words| fits(&WORDS.captcha, words)) {
        return Some(Private::Captcha);
    }
    let fields: Vec<&Element> = tree.elements().iter().filter(|e| e.is_field() && e.enabled).collect();
    let pressed = tree.elements().iter().filter(|e| e.clickable && !e.is_field());
    let buttons: Vec<&str> = pressed.flat_map(|e| tree.words_within(e.index)).collect();
    let read_on_buttons: Vec<String> = buttons.iter().copied().flat_map(read).collect();
    let mut enters = read_on_buttons.iter();
    if fields.iter().any(|field| field.password) {
        return Some(if enters.any(|words| fits(&WORDS.enter, words)) {
            Private::SignIn
        } else {
            Private::Code
        });
    }
    // An empty field tells its hint as its text; a filled one is known by its id or by what stands around it.
    let told = |field: &Element, regex: &Option<Regex>| {
        let own = [field.text.as_str(), field.desc.as_str(), field.id.as_str()];
        let read = own.into_iter().flat_map(read);
        read.into_iter().any(|words| words.chars().count() <= 40 && fits(regex, &words))
    };
    // Where something is written to be sent, searched or saved, the field may hold any word.
    if buttons.iter().any(|words| fits(&WORDS.composes, &fold(words))) {
        return None;
    }
    if fields.iter().any(|field| told(field, &WORDS.code)) {
        return Some(Private::Code);
    }
    if fields.iter().any(|field| told(field, &WORDS.name)) && enters.any(|words| fits(&WORDS.enter, words)) {
        return Some(Private::SignIn);
    }
    // A keypad of its own has no field: what it asks for stands above it.
    let digits =
        tree.elements().iter().filter(|e| e.text.len() == 1 && e.text.as_bytes()[0].is_ascii_digit());
    let keypad = digits.count() >= 10;
    let asked = shown.iter().filter(short).any(|words| fits(&WORDS.asked, words));
    (asked && (keypad || !fields.is_empty())).then_some(Private::Code)
}

/// A picture without a picture: every place that has words, by the elements, is of one black. A phone that sleeps tells no
/// words, so it is not meant.
fn is_black(screen: &Screen) -> bool {
    let Some(tree) = &screen.tree else { return false };
    let bar = i32::try_from(screen.frame.height / 16).unwrap_or(0);
    let body = Rect { top: bar, bottom: screen.frame.rect().bottom - bar, ..screen.frame.rect() };
    let worded = tree.elements().iter().filter(|e| e.words().next().is_some());
    let places: Vec<Rect> = worded.filter_map(|e| e.bounds).filter_map(|b| b.intersect(body)).collect();
    if places.is_empty() {
        return false;
    }
    let Some(picture) = &screen.picture else { return screen.no_picture };
    let Ok(view) = picture.view() else { return false };
    let dark = |place: &Rect| {
        let side = |at: i32, most: u32| u32::try_from(at).unwrap_or(0).min(most);
        let (left, right) = (side(place.left, view.width()), side(place.right, view.width()));
        let (top, bottom) = (side(place.top, view.height()), side(place.bottom, view.height()));
        let step = |from: u32, to: u32| ((to.saturating_sub(from)) / 40).max(1) as usize;
        (top..bottom).step_by(step(top, bottom)).all(|y| {
            (left..right).step_by(step(left, right)).all(|x| view.pixel(x, y).iter().take(3).all(|c| *c == 0))
        })
    };
    places.iter().all(dark)
}

/// Whether a gesture does something on the page itself. Leaving it does not.
pub(super) fn acts_here(gesture: &Gesture) -> bool {
    match gesture {
        Gesture::Key(key) => {
            ![Key::HOME, Key::BACK, Key::WAKEUP, Key::VOLUME_UP, Key::VOLUME_DOWN].contains(key)
        }
        Gesture::Launch(_) | Gesture::Stop(_) | Gesture::OpenUrl(_) | Gesture::Call(_) => false,
        Gesture::Tap(_)
        | Gesture::DoubleTap(_)
        | Gesture::LongPress(..)
        | Gesture::Swipe { .. }
        | Gesture::Drag { .. }
        | Gesture::Type { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Picture;

    fn field(inner: &str) -> String {
        format!(r#"<node class="android.widget.EditText" enabled="true" bounds="[0,300][900,400]" {inner}/>"#)
    }

    fn button(words: &str) -> String {
        format!(r#"<node text="{words}" clickable="true" enabled="true" bounds="[0,500][900,600]"/>"#)
    }

    fn seen(inner: &str) -> Option<Private> {
        private(&Screen::of(inner))
    }

    #[test]
    fn every_expression_compiles() {
        let words = &*WORDS;
        assert!(
            [&words.name, &words.code, &words.asked, &words.enter, &words.captcha, &words.composes]
                .iter()
                .all(|w| w.is_some())
        );
    }

    #[test]
    fn log_in_code_and_captcha_pages_are_the_persons() {
        for enter in ["登录", "立即登录", "Log in", "Sign up", "注册"] {
            let page = field(r#"password="true" text="""#) + &button(enter);
            assert_eq!(seen(&page), Some(Private::SignIn), "{enter}");
            let page = field(r#"text="请输入手机号""#) + &button(enter);
            assert_eq!(seen(&page), Some(Private::SignIn), "{enter}");
        }
        for hint in ["6 位验证码", "6-digit code", "Enter OTP", "短信验证码", "支付密码"] {
            assert_eq!(
                seen(&(field(&format!(r#"text="{hint}""#)) + &button("确定"))),
                Some(Private::Code),
                "{hint}"
            );
        }
        assert_eq!(seen(&field(r#"resource-id="a.b:id/sms_code""#)), Some(Private::Code));
        for hint in ["验\u{3164}证码", "密 码", "Passw0rd", "P.I.N", "Ｐａｓｓｗｏｒｄ", "раssword"]
        {
            assert_eq!(seen(&field(&format!(r#"text="{hint}""#))), Some(Private::Code), "{hint}");
        }
        for words in ["请完成安全验证", "拖动滑块完成拼图", "I'm not a robot", "请依次点击图中的文字"]
        {
            assert_eq!(seen(&button(words)), Some(Private::Captcha), "{words}");
        }
    }

    #[test]
    fn ordinary_pages_are_not() {
        for page in [
            field(r#"text="搜索""#) + &button("登录"),
            field(r#"text="说点什么""#) + &button("发送"),
            field(r#"text="门的密码是 4711""#) + &button("发送"),
            button("登录记录") + &button("密码与安全"),
            button("验证码登录"),
            field(r#"text="手机号""#) + &button("保存"),
        ] {
            assert_eq!(seen(&page), None, "{page}");
        }
    }

    #[test]
    fn a_page_whose_words_are_black_may_not_be_photographed() {
        let page = Screen::of(r#"<node text="余额" bounds="[100,400][500,500]"/>"#);
        let picture = |ink: u8| {
            let mut rgba = vec![0u8; 1080 * 2400 * 4];
            rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
            for x in 120..480 {
                let at = (450 * 1080 + x) * 4;
                rgba[at..at + 3].fill(ink);
            }
            // The bar at the top is drawn by the system.
            rgba[40..80].fill(255);
            Picture::from_rgba(1080, 2400, rgba).unwrap()
        };
        let with = |ink| private(&Screen { picture: Some(picture(ink)), ..page.clone() });
        assert_eq!(with(0), Some(Private::Black));
        assert_eq!(with(200), None, "a dark page with words on it");
        assert_eq!(private(&Screen { no_picture: true, ..page.clone() }), Some(Private::Black));
    }
}
