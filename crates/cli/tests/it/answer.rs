//! What a run answers when something was asked: on standard output, in JSON, in what is told afterwards.

use crate::program::{home, last_line, tapwise};
use std::fs;

const PRICE: &str = "查淘宝上雨伞的价格";

#[test]
fn what_was_asked_for_is_the_last_line_and_tells_where_it_was_read() {
    let home = home();
    let run = tapwise(&home, &["run", PRICE]);
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let ["verified", answer] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(answer.starts_with('¥') && answer[2..].parse::<f64>().is_ok(), "{answer}");

    let shown = last_line(&tapwise(&home, &["runs", "show", "last", "--json"]));
    let told = &shown["answer"];
    assert_eq!((&told["text"], &told["name"]), (&(*answer).into(), &"price".into()));
    assert_eq!(told["app"], "com.taobao.taobao");
    let from = &told["read_from"];
    assert_eq!((&from["role"], &from["by"]), (&"price".into(), &"tree".into()));
    // The look that it names shows this element at this place.
    let folder = home.path().join("runs").join(shown["run"].as_str().unwrap());
    let look = format!("{:03}.xml", from["look"].as_u64().unwrap());
    let bounds = &from["bounds"];
    let [left, top, right, bottom] =
        ["left", "top", "right", "bottom"].map(|side| bounds[side].as_i64().unwrap());
    let tree = fs::read_to_string(folder.join(look)).unwrap();
    let element = tree
        .split('<')
        .find(|node| node.contains(&format!("[{left},{top}][{right},{bottom}]")) && node.contains(answer));
    assert!(element.is_some(), "{from} is not in the tree");

    let shown = String::from_utf8(tapwise(&home, &["runs", "show", "last"]).stdout).unwrap();
    assert!(shown.contains(&format!("answer: {answer}")), "{shown}");
    tapwise(&home, &["report", "last"]);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains(&format!("<p class=\"answered\"><bdi>{answer}</bdi>")));
}

#[test]
fn json_holds_the_answer_and_a_task_that_asks_nothing_has_none() {
    let home = home();
    let asked = tapwise(&home, &["run", PRICE, "--json"]);
    assert_eq!(String::from_utf8(asked.stdout.clone()).unwrap().lines().count(), 1);
    assert!(last_line(&asked)["answer"]["text"].as_str().unwrap().starts_with('¥'));
    let told = last_line(&tapwise(&home, &["run", "打开微信", "--json"]));
    assert!(told.get("answer").is_none(), "{told}");
}
