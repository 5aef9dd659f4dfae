//! What is seen, what is compared, and what is read through a disguise.

use super::*;

#[test]
fn what_nobody_sees_is_left_out_and_what_is_seen_stays() {
    let hidden = [
        '\u{ad}',
        '\u{34f}',
        '\u{61c}',
        '\u{115f}',
        '\u{1160}',
        '\u{17b4}',
        '\u{180b}',
        '\u{180e}',
        '\u{200b}',
        '\u{200d}',
        '\u{202e}',
        '\u{2066}',
        '\u{2060}',
        '\u{3164}',
        '\u{fe0f}',
        '\u{feff}',
        '\u{ffa0}',
        '\u{fff9}',
        '\u{e0061}',
        '\u{e0100}',
        '\u{7}',
        '\u{7f}',
        '\u{1d159}',
        '\u{1d173}',
        '\u{1bca0}',
    ];
    for c in hidden {
        assert_eq!(visible(&format!("安{c}装 In{c}stall")), "安装 Install", "{:x}", c as u32);
        assert!(!is_seen(&format!(" {c}")), "{:x}", c as u32);
    }
    for c in ['\u{2028}', '\u{2029}', '\n', '\u{a0}', '\u{3000}', '\u{2800}', '\u{2009}'] {
        assert_eq!(visible(&format!("a{c}b")), "a b", "{:x}", c as u32);
    }
    for seen in ["10² m…", "①", "한국어 ㄱ", "が", "½", "Ελλάδα", "привет", "مرحبا", "é", "×", "“好”？", "🙂"]
    {
        assert_eq!(visible(seen), seen);
        assert!(is_seen(seen));
    }
    assert_eq!(visible("Ｐａｙ ⓟⓐⓨ 𝐏𝐚𝐲 🅿🅰🆈 ⽀付 ﬁ １２"), "Pay pay Pay PAY 支付 fi 12");
}

#[test]
fn look_alikes_are_read_as_latin_and_languages_stay_themselves() {
    for (written, read) in [
        ("Dеlеtе", "delete"),
        ("Ρау", "pay"),
        ("Ιnstall", "install"),
        ("ᴅᴇʟᴇᴛᴇ", "delete"),
        ("d̶e̶l̶e̶t̶e̶", "delete"),
        ("Café", "cafe"),
        ("ѕеnd", "send"),
        ("🇵🇦🇾", "pay"),
        ("安ㆍ装", "安·装"),
        ("DON’T", "don't"),
    ] {
        assert_eq!(fold(written), read, "{written}");
    }
    for own in ["настройки", "привет", "ελλάδα", "удалить", "한국어", "がぎ", "4s店", "p2p", "3c数码"]
    {
        assert_eq!(fold(own), own);
    }
}

fn read(text: &str) -> Vec<String> {
    let lexicon = ["install", "pay", "delete", "now", "remove", "call", "sos", "photo"]
        .map(str::to_owned)
        .into_iter()
        .collect();
    spellings(text, &lexicon)
}

#[test]
fn spelling_is_undone_where_words_come_out_that_are_looked_for() {
    for (written, meant) in [
        ("1nstall", "install"),
        ("p@y n0w", "pay now"),
        ("DeIete", "delete"),
        ("rernove", "remove"),
        ("i n s t a l l", "install"),
        ("d.e.l.e.t.e p.h.o.t.o", "delete photo"),
        ("d e l e t e  p h o t o", "delete photo"),
        ("d e l e t e p h o t o", "delete photo"),
        ("p·a·y", "pay"),
        ("de-lete", "delete"),
        ("安 装", "安装"),
        ("安·装", "安装"),
        ("立-即-支-付 ¥5", "立即支付 ¥5"),
        ("\u{202e}eteled", "delete"),
        ("De\u{2009}le\u{2009}te", "delete"),
        ("1 n 5 t a l l", "install"),
    ] {
        let found = read(written);
        assert!(found.iter().any(|reading| reading == meant), "{written}: {found:?}");
    }
}

#[test]
fn ordinary_labels_have_one_reading() {
    for label in [
        "4S店", "5 new", "3C数码", "P2P", "50s", "$5", "U2", "Payload", "A B", "12:30", "H5", "1080p",
        "Delete",
    ] {
        assert_eq!(read(label), [fold(label)], "{label}");
    }
}
