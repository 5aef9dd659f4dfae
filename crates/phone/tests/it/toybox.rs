//! The plain programs: a line of each, and what it says to wrong words.

use crate::kit::{Client, options};

#[test]
fn plain_programs_do_what_toybox_does() {
    let client = Client::new(options());
    client.sh("printf 'b\\na\\nc\\n' > /sdcard/x; printf 'b\\nA\\nc\\n' > /sdcard/y");
    for (command, told) in [
        ("tac /sdcard/x", "c\na\nb"),
        ("echo abc你 | rev", "你cba"),
        ("nl /sdcard/x | head -n 1", "     1\tb"),
        ("paste -d, /sdcard/x /sdcard/y", "b,b\na,A\nc,c"),
        ("paste -s -d+ /sdcard/x", "b+a+c"),
        ("echo abcdef | fold -w 4", "abcd\nef"),
        ("expr 2 + 3 '*' 4", "14"),
        ("expr '(' 2 + 3 ')' '*' 4", "20"),
        ("expr abc : 'a\\(.*\\)'", "bc"),
        ("expr abc : ab", "2"),
        ("echo -n hello | sha1sum -b", "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"),
        ("echo -n hello | sha256sum", "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824  -"),
        ("echo -n hello | od -t x1", "0000000 68 65 6c 6c 6f\n0000005"),
        (
            "echo -n AB | hexdump -C | head -n 1",
            "00000000  41 42                                             |AB|",
        ),
        ("echo hello | gzip -1 | gunzip", "hello"),
        ("echo hello | gzip -c | zcat", "hello"),
        ("gzip /sdcard/y && gzip -d /sdcard/y.gz && head -n 1 /sdcard/y", "b"),
        ("cd /sdcard && split -l 2 x part && cat partab", "c"),
        ("truncate -s 3 /sdcard/t && stat -c %s /sdcard/t", "3"),
        ("printf 'a\\nb\\n' > /sdcard/p; printf 'b\\nc\\n' > /sdcard/q; comm -12 /sdcard/p /sdcard/q", "b"),
        ("printf 'ab\\001longer word\\002' | strings", "longer word"),
        ("toybox printf '%s-%d\\n' a 5", "a-5"),
        ("nproc", "8"),
        ("getenforce", "Enforcing"),
        ("timeout 5 echo hi", "hi"),
        ("which gzip", "/system/bin/gzip"),
        ("logcat -c", ""),
        ("pgrep -l systemui", "1588 com.android.systemui"),
        ("top -b -n 1 | head -n 1 | cut -c1-5", "Tasks"),
    ] {
        assert_eq!(client.sh(command), told, "{command}");
    }
    assert!(client.sh("mktemp").starts_with("/data/local/tmp/tmp."));
    assert!(client.sh("free -m | head -n 2").contains("Mem:"));
    assert!(client.sh("netstat").contains("Proto"));
}

#[test]
fn differences_come_in_the_unified_form() {
    let client = Client::new(options());
    client.sh("printf '1\\n2\\n3\\n' > /sdcard/a; printf '1\\n3\\n4\\n' > /sdcard/b");
    let output = client.run("diff /sdcard/a /sdcard/b");
    assert_eq!(output.code, 1);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "--- /sdcard/a\n+++ /sdcard/b\n@@ -1,3 +1,3 @@\n 1\n-2\n 3\n+4\n"
    );
    assert_eq!(client.run("diff -q /sdcard/a /sdcard/a").code, 0);
    assert_eq!(client.run("diff /sdcard/a /sdcard/none").code, 2);
}

#[test]
fn a_picture_goes_through_gzip_whole() {
    let client = Client::new(options());
    let raw = client.run("screencap").stdout;
    let packed = client.run("screencap | gzip -1").stdout;
    assert!(packed.starts_with(&[0x1f, 0x8b]) && packed.len() < raw.len() / 4);
    let sum = client.sh("screencap | gzip -1 | gunzip | md5sum | cut -c1-32");
    assert_eq!(sum, client.sh("screencap | md5sum | cut -c1-32"));
}

#[test]
fn wrong_words_are_told() {
    let client = Client::new(options());
    for (command, code, words) in [
        ("expr", 2, "expr: Needs 1 argument"),
        ("expr 1 / 0", 2, "expr: division by zero"),
        ("expr 1 + x", 2, "expr: non-integer argument"),
        ("expr 5 = 6", 1, ""),
        ("echo plain | gunzip", 1, "gunzip: -: not gzip"),
        ("diff one", 1, "diff: Needs 2 arguments"),
        ("sha256sum /none", 1, "sha256sum: /none: No such file or directory"),
        ("truncate /sdcard/x", 1, "truncate: Needs -s"),
        ("nc 10.0.0.1 80", 1, "nc: connect: Connection refused"),
        ("ping -c 1 example.com", 1, "ping: unknown host example.com"),
        ("ps -Z9", 1, "ps: Unknown option"),
        ("ps -o nonsense", 1, "ps: bad -o field 'NONSENSE'"),
        ("pidof", 1, "pidof: Needs 1 argument"),
        ("pgrep nothing.at.all", 1, ""),
        ("timeout x echo", 1, "timeout: not float 'x'"),
        ("logcat -Z", 1, "logcat: invalid option -- 'Z'"),
        ("od -t q /sdcard", 1, "od: "),
    ] {
        let output = client.run(command);
        assert_eq!(output.code, code, "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words), "{command}: {said}");
    }
}
