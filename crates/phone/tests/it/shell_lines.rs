//! Lines as clients send them, on a phone with all its plain programs.

use std::sync::Arc;

use tapwise_phone::files::Files;
use tapwise_phone::programs;
use tapwise_phone::shell::{Caller, Io, Programs, Shell};

struct Plain;

impl Programs for Plain {
    fn run(&self, argv: &[Vec<u8>], caller: &Caller<'_>, io: &mut Io<'_>) -> Option<u8> {
        programs::run_plain(argv, caller, io)
    }

    fn has(&self, name: &[u8]) -> bool {
        programs::has(name)
    }
}

struct Ran {
    out: String,
    err: String,
    status: u8,
}

fn run_with(line: &str, input: &[u8]) -> Ran {
    let mut shell = Shell::new(Arc::new(Files::new()), Arc::new(Plain));
    let (mut out, mut err, mut stdin) = (Vec::new(), Vec::new(), input);
    let status =
        shell.run(line.as_bytes(), &mut Io { stdin: &mut stdin, stdout: &mut out, stderr: &mut err });
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { out: text(out), err: text(err), status }
}

fn run(line: &str) -> Ran {
    run_with(line, b"")
}

/// The line succeeds and says exactly this.
#[track_caller]
fn says(line: &str, expected: &str) {
    let ran = run(line);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (expected, ""), "{line}");
    assert_eq!(ran.status, 0, "{line}");
}

/// The line fails with this code and this complaint.
#[track_caller]
fn fails(line: &str, status: u8, complaint: &str) {
    let ran = run(line);
    assert_eq!((ran.err.as_str(), ran.status), (complaint, status), "{line}");
}

#[test]
fn missing_things_are_reported_as_android_does() {
    fails("foo", 127, "/system/bin/sh: foo: inaccessible or not found\n");
    fails("cat /x", 1, "cat: /x: No such file or directory\n");
    fails("ls /nope", 1, "ls: /nope: No such file or directory\n");
    fails("cat /sdcard", 1, "cat: /sdcard: Is a directory\n");
    fails("rm /sdcard/nope", 1, "rm: /sdcard/nope: No such file or directory\n");
    fails("rm /sdcard/DCIM", 1, "rm: /sdcard/DCIM: Is a directory\n");
    fails("mkdir /sdcard/DCIM", 1, "mkdir: '/sdcard/DCIM': File exists\n");
    fails("echo x > /system/x", 1, "/system/bin/sh: can't create /system/x: Read-only file system\n");
    fails("echo x > /data/x", 1, "/system/bin/sh: can't create /data/x: Permission denied\n");
    fails("ls /data/data", 1, "ls: /data/data: Permission denied\n");
    fails("rmdir /sdcard/Android", 1, "rmdir: '/sdcard/Android': Directory not empty\n");
    fails("echo 'open", 1, "/system/bin/sh: no closing quote\n");
    fails(")", 1, "/system/bin/sh: syntax error: unexpected ')'\n");
    fails("ls --nope", 1, "ls: Unknown option '-nope' (see \"ls --help\")\n");
}

#[test]
fn files_written_through_one_name_are_read_through_the_other() {
    says("echo hi > /sdcard/a.txt; cat /storage/emulated/0/a.txt", "hi\n");
    says("cd /sdcard/DCIM; cd ..; pwd; realpath .", "/sdcard\n/storage/emulated/0\n");
    says("mkdir -p /sdcard/x/y/z; touch /sdcard/x/y/z/f; find /sdcard/x -type f", "/sdcard/x/y/z/f\n");
    says("cd /data/local/tmp; echo 1 >a; cp a b; mv b c; ls", "a\nc\n");
    says("cd /data/local/tmp; mkdir -p d/e; echo q >d/e/f; cp -r d g; rm -r d; cat g/e/f; ls", "q\ng\n");
    says("rm -f /sdcard/none; echo $?", "0\n");
    says(
        "cd /data/local/tmp; ln -s /sdcard s; readlink s; ls -d s; test -d s && echo dir",
        "/sdcard\ns\ndir\n",
    );
    says("cd /data/local/tmp; printf abc >f; stat -c '%s %a %F %n' f", "3 644 regular file f\n");
    says(
        "cd /data/local/tmp; printf abc >f; chmod u+x f; ls -l f",
        "-rwxr--r-- 1 shell shell 3 2024-01-01 08:00 f\n",
    );
    says("cd /data/local/tmp; printf 'echo run $1' >f; chmod 755 f; ./f me", "run me\n");
}

#[test]
fn pipes_and_text_programs_work_together() {
    says("printf 'b\\na\\nb\\n' | sort | uniq -c", "      1 a\n      2 b\n");
    says("seq 1 20 | tail -n 3 | head -n 1", "18\n");
    says("echo a:b:c | cut -d: -f2- | tr a-z A-Z", "B:C\n");
    says("printf 'one\\ntwo\\n' | wc -l", "2\n");
    says("echo -n hello | md5sum", "5d41402abc4b2a76b9719d911017c592  -\n");
    says("echo -n hi | base64; echo aGk= | base64 -d", "aGk=\nhi");
    says("yes | head -n 2", "y\ny\n");
    says("echo '1 2 3' | xargs -n 1 echo n", "n 1\nn 2\nn 3\n");
    says("echo a b | xargs -I{} echo '<{}>'", "<a b>\n");
    says("echo x | tee /sdcard/t | cat; cat /sdcard/t", "x\nx\n");
    says("basename /a/b.txt .txt; dirname /a/b.txt", "b\n/a\n");
    says("A=1 env | grep '^A='", "A=1\n");
    says("which ls; type cd ls", "/system/bin/ls\ncd is a shell builtin\nls is /system/bin/ls\n");
    says("id -u; whoami; /system/bin/whoami; uname", "2000\nshell\nshell\nLinux\n");
    says("sh -c 'echo $0 $1' name arg", "name arg\n");
    says("printf abc | dd bs=1 count=2 status=none", "ab");
    says("echo abc | xxd -p", "6162630a\n");
}

#[test]
fn grep_knows_basic_and_extended_expressions() {
    let text = "printf 'foo(1)\\nbar+\\nbaz\\nfoo bar\\n' | ";
    says(&format!("{text}grep 'foo('"), "foo(1)\n");
    says(&format!("{text}grep -c ba"), "3\n");
    says(&format!("{text}grep -n 'ba[rz]$'"), "3:baz\n4:foo bar\n");
    says(&format!("{text}grep -E 'r\\+|z'"), "bar+\nbaz\n");
    says(&format!("{text}grep 'ba\\(r\\|z\\)' | wc -l"), "3\n");
    says(&format!("{text}grep -F 'r+'"), "bar+\n");
    says(&format!("{text}grep -vi FOO"), "bar+\nbaz\n");
    says(&format!("{text}grep -o 'o*('"), "oo(\n");
    says(&format!("{text}grep -w foo | head -n 1"), "foo(1)\n");
    fails(&format!("{text}grep -q nothing"), 1, "");
    says("mkdir /sdcard/g; echo hit >/sdcard/g/a; grep -r hit /sdcard/g", "/sdcard/g/a:hit\n");
    says("grep -e '*a' <<<'*a'", "*a\n");
}

#[test]
fn sed_substitutes_prints_and_deletes() {
    says("echo abcabc | sed 's/b/X/'", "aXcabc\n");
    says("echo abcabc | sed 's/b/[&]/g'", "a[b]ca[b]c\n");
    says("echo key=val | sed 's|\\(.*\\)=\\(.*\\)|\\2=\\1|'", "val=key\n");
    says("echo key=val | sed -E 's/(.*)=(.*)/\\2/'", "val\n");
    says("seq 5 | sed -n '2,3p'", "2\n3\n");
    says("seq 5 | sed '/3/d;$d'", "1\n2\n4\n");
    says("seq 5 | sed 2q", "1\n2\n");
    fails("echo x | sed 's/x'", 1, "sed: unfinished pattern\n");
}

#[test]
fn the_terminal_is_the_callers_own_output() {
    says("echo hi > /dev/tty", "hi\n");
    says("echo hi | tee /dev/tty > /dev/null", "hi\n");
    says("echo gone > /dev/null", "");
    assert_eq!(run_with("read x; cat; echo $x", b"first\nrest\n").out, "rest\nfirst\n");
}

#[test]
fn endless_and_swelling_lines_end_with_an_error() {
    for line in [
        "while :; do :; done",
        "f() { f; }; f",
        "f() { f | f; }; f",
        ":(){ :|:& };:",
        "x=a; while :; do x=$x$x; done",
        "x=$(yes); y=$x",
        "eval 'f() { eval f; }'; f",
        "a='$(eval \"$a\")'; eval \"$a\"",
        "while :; do echo {1,2,3,4,5,6,7,8}{1,2,3,4,5,6,7,8}{1,2,3,4,5,6,7,8}{1,2,3,4,5,6,7,8}; done > /dev/null",
        "echo x > /data/local/tmp/s; echo '. /data/local/tmp/s' > /data/local/tmp/s; . /data/local/tmp/s",
        "printf '%65536d%65536d' 1 2 >/dev/null; x=5; x=x; echo $((x))",
    ] {
        assert_ne!(run(line).status, 0, "{line}");
    }
    let deep = |open: &str, close: &str| open.repeat(5000) + "echo hi" + &close.repeat(5000);
    for (open, close) in
        [("(", ")"), ("{ ", "; }"), ("$(", ")"), ("if ", "; then :; fi"), ("\"$(", ")\""), ("${x:-", "}")]
    {
        assert_ne!(run(&deep(open, close)).status, 0, "{open}");
    }
    assert_ne!(run(&format!("echo $(({}1{}))", "(".repeat(5000), ")".repeat(5000))).status, 0);
    assert_ne!(run(&format!("echo $(({}1))", "-".repeat(5000))).status, 0);
    assert_ne!(run(&format!("[ {} a ]", "! ( ".repeat(5000))).status, 0);
    assert_ne!(run(&"xargs ".repeat(5000)).status, 0);
    assert_eq!(run(&format!("echo {}a{}", "@(".repeat(20), ")".repeat(20))).status, 0);
}

#[test]
fn a_full_phone_says_so() {
    let line = "cd /sdcard; yes | head -c 60000000 > a; cp a b; cp a c; cp a d; cp a e";
    fails(line, 1, "cp: bad 'e': No space left on device\n");
    says(
        "cd /sdcard; yes | head -c 60000000 > a; rm a; yes | head -c 60000000 > a; stat -c %s a",
        "60000000\n",
    );
}

#[test]
fn a_shell_keeps_its_variables_and_directory_from_line_to_line() {
    let mut shell = Shell::new(Arc::new(Files::new()), Arc::new(Plain));
    let mut out = Vec::new();
    for line in ["cd /sdcard; x=5; f() { echo f$x; }", "f; pwd", "exit 7"] {
        let io = &mut Io { stdin: &mut std::io::empty(), stdout: &mut out, stderr: &mut std::io::sink() };
        shell.run(line.as_bytes(), io);
    }
    assert_eq!(out, b"f5\n/sdcard\n");
    assert_eq!(shell.exit_requested(), Some(7));
}
