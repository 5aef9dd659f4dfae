//! Which app and routine a task is for, and the plan that its words make. A sentence is explained whole or not acted on: every
//! word is one of a pattern, stands in a hole of its kind, or carries no order. What is not certain is asked about.

use super::folder::{App, Routine};
use super::partly::explain_partly;
use super::reading::{Reading, read};
use super::score::{Score, meant};
use super::sentence::Sentence;
use super::talk::later_clauses;
use crate::plan::{
    Action, Asked, BadStep, CountForm, Effect, Expectation, Mandate, Message, Opens, Plan, Step, fill_all,
    plain,
};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// As many rounds as a plan may have.
const MOST_ITEMS: u64 = 200;

/// A task that an app's routine fits.
#[derive(Debug, Clone)]
pub struct Routed<'a> {
    /// All apps that are known: a routine may open others.
    pub(super) apps: &'a [App],
    pub app: &'a App,
    pub routine: &'a Routine,
    pub score: f32,
    /// What the sentence put into the holes.
    pub values: BTreeMap<String, String>,
    /// The free texts among these that stand in no quotes: nothing but the end of the sentence ends them.
    pub(super) texts: Vec<String>,
}

/// One order as it was understood: what an app's routine makes of the sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    pub app: String,
    pub routine: String,
    pub values: BTreeMap<String, String>,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.app, self.routine)?;
        for (hole, value) in self.values.iter().filter(|(hole, _)| !hole.contains('.')) {
            write!(f, " {hole} “{value}”")?;
        }
        Ok(())
    }
}

/// Why a sentence is not acted on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoRoute {
    #[error("no app folder knows this task")]
    NoApp,
    #[error("the app `{0}` has no routine for this task")]
    NoRoutine(String),
    #[error("the sentence can be read in {} ways: {}\nhint: put the text in quotes, or name the app", .0.len(), list(.0))]
    Several(Vec<Vec<Order>>),
    #[error("is this what you mean? {}; {why}\nhint: put the text in quotes, and one task in one sentence", join(.reading))]
    Doubtful { reading: Vec<Order>, why: String },
    #[error("{0}\nhint: say it without that, or set up a model that plans it (tapwise config)")]
    Partly(Partly),
    #[error("{0}\nhint: ask for at least one")]
    Nothing(String),
}

/// What was understood of a sentence, and what was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partly {
    pub understood: Option<Order>,
    pub left: Vec<String>,
    pub why: Option<String>,
}

impl fmt::Display for Partly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = self.left.iter().map(|part| format!("“{part}”")).collect();
        match (&self.understood, left.is_empty()) {
            (Some(order), false) => write!(f, "understood: {order}; not understood: {}", left.join(", "))?,
            (Some(order), true) => write!(f, "understood: {order}")?,
            (None, false) => write!(f, "not understood: {}", left.join(", "))?,
            (None, true) => write!(f, "the sentence was not understood whole")?,
        }
        self.why.as_ref().map_or(Ok(()), |why| write!(f, "; {why}"))
    }
}

fn join(orders: &[Order]) -> String {
    orders.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}

fn list(readings: &[Vec<Order>]) -> String {
    readings.iter().map(|reading| join(reading)).collect::<Vec<_>>().join(", or ")
}

pub fn route<'a>(apps: &'a [App], task: &str) -> Result<Routed<'a>, NoRoute> {
    let found = find_routes(apps, task);
    let mut fitting = found.fitting;
    // Of equals, the user's own folder goes before a built-in one.
    let rank = |one: &Candidate<'_>| (one.routed.score, one.routed.app.from.is_some());
    let order = |one: &Candidate<'_>, other: &Candidate<'_>| {
        rank(one).partial_cmp(&rank(other)).unwrap_or(Ordering::Equal)
    };
    fitting.sort_by(|one, other| order(other, one));
    let Some(best) = fitting.first() else { return Err(no_route(apps, task, found.refusals)) };
    let equals: Vec<&Candidate<'_>> = fitting.iter().filter(|one| order(one, best).is_eq()).collect();
    if equals.len() > 1 {
        return Err(NoRoute::Several(equals.into_iter().map(|one| vec![one.routed.order()]).collect()));
    }
    if let Some(why) = &best.doubt {
        return Err(NoRoute::Doubtful { reading: vec![best.routed.order()], why: why.clone() });
    }
    if let Some(why) = find_second_order(apps, best) {
        return Err(NoRoute::Doubtful { reading: vec![best.routed.order()], why });
    }
    let counts = |hole: &String| best.routed.routine.asks.values().any(|count| count.is_hole(hole));
    let too_many = |value: &String| value.parse::<u64>().is_ok_and(|count| count > MOST_ITEMS);
    if let Some((_, value)) = best.routed.values.iter().find(|(hole, value)| counts(hole) && too_many(value))
    {
        let why = Some(format!("{value} are more than one run does ({MOST_ITEMS})"));
        return Err(NoRoute::Partly(Partly { understood: Some(best.routed.order()), left: Vec::new(), why }));
    }
    if let Some(hole) = best.routed.values.iter().find_map(|(hole, value)| (value == "0").then_some(hole))
        && counts(hole)
    {
        return Err(NoRoute::Nothing(format!("{} asks for nothing", best.routed.order())));
    }
    Ok(best.routed.clone())
}

/// A routine that fits, with why it may be meant otherwise.
struct Candidate<'a> {
    routed: Routed<'a>,
    doubt: Option<String>,
}

struct Found<'a> {
    fitting: Vec<Candidate<'a>>,
    refusals: Vec<String>,
}

fn find_routes<'a>(apps: &'a [App], task: &str) -> Found<'a> {
    let sentence = Sentence::new(task);
    let mut found = Found { fitting: Vec::new(), refusals: Vec::new() };
    for app in apps {
        let mut of_app: Vec<(Candidate<'a>, usize)> = Vec::new();
        let mut score = None;
        for routine in &app.routines {
            let readings = read(routine, &sentence);
            found.refusals.extend(readings.refusals);
            for reading in readings.ways {
                let score = *score.get_or_insert_with(|| Score::fitting(app, task).total());
                of_app.push(candidate(apps, app, routine, score, reading));
            }
        }
        // Within an app, what says least with its holes explains most by its words.
        let least = of_app.iter().map(|(_, letters)| *letters).min();
        let same_routine =
            of_app.windows(2).all(|two| two[0].0.routed.routine.name == two[1].0.routed.routine.name);
        let kept = of_app.into_iter().filter(|(_, letters)| same_routine || Some(*letters) == least);
        found.fitting.extend(kept.map(|(one, _)| one));
    }
    found
}

fn candidate<'a>(
    apps: &'a [App],
    app: &'a App,
    routine: &'a Routine,
    score: f32,
    reading: Reading,
) -> (Candidate<'a>, usize) {
    let letters = reading.values.iter().filter(|(hole, _)| !hole.contains('.'));
    let letters = letters.map(|(_, said)| said.text.chars().count()).sum();
    let texts = reading.values.values().filter(|said| said.free && !said.quoted);
    let texts = texts.map(|said| said.text.clone()).collect();
    let values = reading.values.into_iter().map(|(hole, said)| (hole, said.text)).collect();
    (Candidate { routed: Routed { apps, app, routine, score, values, texts }, doubt: reading.doubt }, letters)
}

/// A clause of a free text that is itself an order somebody knows: nobody can tell whether it is meant for the receiver.
fn find_second_order(apps: &[App], best: &Candidate<'_>) -> Option<String> {
    let order = |clause: &&str| {
        let found = find_routes(apps, super::split::without_joints(clause));
        found.fitting.iter().any(|one| one.routed.texts.is_empty())
    };
    let clause = best.routed.texts.iter().flat_map(|text| later_clauses(text)).find(order)?;
    Some(format!("“{clause}” may be a second order"))
}

fn no_route(apps: &[App], task: &str, refusals: Vec<String>) -> NoRoute {
    match meant(apps, task) {
        _ if !refusals.is_empty() => {
            NoRoute::Partly(Partly { understood: None, left: Vec::new(), why: refusals.into_iter().next() })
        }
        Some((app, score)) if score.is_enough() => NoRoute::NoRoutine(app.name.clone()),
        _ => NoRoute::NoApp,
    }
}

/// What is told of a sentence that nothing fits: what of it was understood, if anything was.
pub fn explain(apps: &[App], task: &str, error: NoRoute) -> NoRoute {
    match error {
        NoRoute::NoApp | NoRoute::NoRoutine(_) => explain_partly(apps, task).map_or(error, NoRoute::Partly),
        other => other,
    }
}

impl Routed<'_> {
    pub fn order(&self) -> Order {
        Order { app: self.app.name.clone(), routine: self.routine.name.clone(), values: self.values.clone() }
    }

    /// The plan with its holes filled, and what the sentence allows by it.
    pub fn plan(&self) -> Result<Plan, BadStep> {
        let mut values = self.values.clone();
        if let Some(package) = self.app.packages.first() {
            values.insert("package".to_owned(), package.to_string());
        }
        let steps = fill_all(&self.routine.steps, &values)?;
        let steps: Vec<Step> = steps.into_iter().map(|step| known(step, self.apps)).collect();
        let toggle = |step: &crate::plan::Step| match (&step.action, &step.target) {
            (Action::SetSwitch(on), Some(target)) => Some((target.names.clone(), *on)),
            _ => None,
        };
        let toggles = steps.iter().filter_map(toggle).collect();
        let goal = self.routine.goal.as_ref().map(|goal| goal.fill(steps.len(), &values)).transpose()?;
        let said = |hole: &String| self.values.get(hole).cloned();
        let send = self.routine.send.as_ref();
        let send = send.and_then(|form| Some(Message { to: said(&form.to)?, text: said(&form.text)? }));
        let packages = &self.app.packages;
        let asked = |(effect, count): (&Effect, &CountForm)| {
            Ok(Asked { effect: *effect, packages: packages.clone(), times: count.fill(&values)? })
        };
        let asks = self.routine.asks.iter().map(asked).collect::<Result<_, BadStep>>()?;
        Ok(Plan { steps, goal, mandate: Mandate { send, toggles, asks } })
    }
}

/// The step with what the folders know of the app that it opens: its package by its name, its names by its package.
pub fn known(step: Step, apps: &[App]) -> Step {
    let Action::LaunchApp(opens) = &step.action else { return step };
    let same = |one: &str, other: &str| plain(one).to_lowercase() == plain(other).to_lowercase();
    let found = match &opens.package {
        Some(package) => apps.iter().find(|app| app.packages.contains(package)),
        None => {
            let called = |app: &&App| app.names.iter().any(|name| opens.names.iter().any(|o| same(o, name)));
            apps.iter().find(|app| !app.packages.is_empty() && called(app))
        }
    };
    let Some(app) = found else { return step };
    let package = opens.package.clone().or_else(|| app.packages.first().cloned());
    let expect = match (step.expect, &package) {
        (Some(Expectation::NotHome), Some(package)) => Some(Expectation::App(package.clone())),
        (other, _) => other,
    };
    Step { action: Action::LaunchApp(Opens { package, names: app.names.clone() }), expect, ..step }
}
#[cfg(test)]
mod tests {
    use super::super::load;
    use super::super::score::app;
    use super::*;

    /// `app/routine hole=value …`, or why not.
    fn routed(task: &str) -> String {
        let apps = load(None).unwrap();
        match route(&apps, task) {
            Ok(routed) => {
                let values: Vec<String> = routed.values.iter().map(|(h, v)| format!(" {h}={v}")).collect();
                routed.plan().unwrap();
                format!("{}/{}{}", routed.app.name, routed.routine.name, values.concat())
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn seed_001_the_best_score_wins() {
        let apps = [app("a", "萤", "点{what:text}"), app("b", "灯", "点灯")];
        let routed = route(&apps, "点灯").unwrap();
        assert_eq!((routed.app.name.as_str(), routed.score), ("b", 0.9));
        assert_eq!(route(&apps, "点火").unwrap().app.name, "a");
        assert_eq!(meant(&apps, "换一盏灯").unwrap().0.name, "b");
        // 0.5 by its template against 0.5 by words: a routine that fits goes first.
        assert_eq!(meant(&apps, "点org.example.b的灯").unwrap().0.name, "a");
    }

    #[test]
    fn seed_001_below_three_tenths_the_task_is_the_systems() {
        let apps = load(None).unwrap();
        for task in ["帮我订一张去上海的火车票", "看看 com.tencent.mm", ""] {
            let (app, score) = meant(&apps, task).unwrap();
            assert_eq!(app.name, "system", "{task}");
            assert!(score.total() < 0.3, "{task}");
            assert_eq!(route(&apps, task).unwrap_err(), NoRoute::NoApp, "{task}");
        }
        assert_eq!(meant(&apps, "看看微信朋友圈").unwrap().0.name, "wechat");
        assert!(meant(&[], "看看").is_none());
    }

    #[test]
    fn two_apps_that_fit_alike_are_asked_about() {
        let apps = [app("a", "灯", "点灯"), app("b", "灯", "点灯")];
        let told = route(&apps, "点灯").unwrap_err().to_string();
        assert!(told.contains("2 ways: a/do, or b/do") && told.contains("name the app"), "{told}");
    }

    #[test]
    fn a_folder_of_the_users_own_goes_before_a_built_in_one_that_fits_alike() {
        let mut apps = load(None).unwrap();
        apps.push(app("lamp", "微信", "打开微信"));
        assert_eq!(route(&apps, "打开微信").unwrap().app.name, "lamp");
        assert_eq!(route(&apps, "给张三发微信说你好").unwrap().app.name, "wechat");
    }

    #[test]
    fn many_wordings_of_one_message_mean_the_same() {
        let wordings = [
            "给张三发微信消息说你好",
            "给张三发微信说你好",
            "给张三发微信消息：你好",
            "给张三发条微信，说你好",
            "给张三发一条微信消息，内容是你好",
            "请给张三发微信消息说你好",
            "发微信给张三说你好",
            "发微信消息给张三：你好",
            "发条微信给张三，说你好",
            "微信告诉张三：你好",
            "微信告诉张三，你好",
            "用微信告诉张三说你好",
            "用微信给张三发消息：你好",
            "用微信给张三发消息说你好",
            "在微信上给张三发消息说你好",
            "打开微信给张三发消息说你好",
            "打开微信，给张三发消息说“你好”",
            "微信给张三发消息说你好",
            "帮我用微信给张三发一条消息：你好",
            "Send 你好 to 张三 on WeChat",
            "send \"你好\" to 张三 via wechat",
            "send 张三 a WeChat message saying 你好",
            "WeChat 张三: 你好",
            "message 张三 on WeChat: 你好",
            "tell 张三 on WeChat 你好",
            "给张三发微信消息说“你好”。",
            "给张三发微信“你好”",
            "给张三发微信消息「你好」。",
            "给张三发微信说'你好'",
            "微信给张三说你好",
            "微信发消息给张三说你好",
            "给我给张三发微信说你好",
            "发微信给张三，告诉他说你好",
            "发微信给张三，告诉他你好",
            "给张三发微信，告诉他你好",
            "给张三发微信说一声你好",
            "send \"你好\" to 张三 on WeChat, please",
        ];
        for wording in wordings {
            assert_eq!(routed(wording), "wechat/send_message contact=张三 message=你好", "{wording}");
        }
    }

    #[test]
    fn wordings_for_opening_and_for_airplane_mode() {
        for wording in [
            "打开微信",
            "请打开微信。",
            "启动微信",
            "open WeChat",
            "Open the wechat app",
            "打开 微信",
            "打开一下微信",
            "打开微信吧",
            "打开微信好吗？",
        ] {
            assert_eq!(routed(wording), "wechat/open", "{wording}");
        }
        for wording in ["打开设置", "open settings", "打开手机设置"] {
            assert_eq!(routed(wording), "settings/open", "{wording}");
        }
        for (wording, app) in [
            ("打开Chrome", "chrome"),
            ("open Google Chrome", "chrome"),
            ("打开电话", "phone"),
            ("打开手机备忘录", "notes"),
            ("open Notes", "notes"),
            ("启动淘宝", "taobao"),
        ] {
            assert_eq!(routed(wording), format!("{app}/open"), "{wording}");
        }
        let on = [
            "打开设置并打开飞行模式",
            "打开飞行模式",
            "开启飞行模式",
            "把飞行模式打开",
            "打开设置，然后开启飞行模式",
            "在设置里打开飞行模式",
            "turn on airplane mode",
            "Turn airplane mode on.",
            "open settings and enable airplane mode",
            "switch on flight mode",
            "帮我打开一下飞行模式",
            "飞行模式打开",
            "打开飞行模式吧",
            "打开设置里的飞行模式",
        ];
        for wording in on {
            assert_eq!(routed(wording), "settings/airplane_mode_on", "{wording}");
        }
        for wording in [
            "关闭飞行模式",
            "关掉飞行模式",
            "把飞行模式关掉",
            "打开设置并关闭飞行模式",
            "turn off airplane mode",
            "turn off flight mode",
            "关飞行模式",
            "飞行模式关掉",
            "关掉设置里的飞行模式",
        ] {
            assert_eq!(routed(wording), "settings/airplane_mode_off", "{wording}");
        }
    }

    #[test]
    fn wordings_for_the_volume() {
        for (wording, routine) in [
            ("调高音量", "volume_up"),
            ("音量调大一点", "volume_up"),
            ("帮我把手机的声音调大一点", "volume_up"),
            ("turn up the volume", "volume_up"),
            ("Turn the volume up a bit, please", "volume_up"),
            ("调低音量", "volume_down"),
            ("返回桌面", "go_home"),
            ("请回到主屏幕", "go_home"),
            ("go to the home screen", "go_home"),
            ("Go home", "go_home"),
            ("把声音关小点", "volume_down"),
            ("lower the volume", "volume_down"),
            ("volume down", "volume_down"),
        ] {
            assert_eq!(routed(wording), format!("system/{routine}"), "{wording}");
        }
        for task in ["不要调高音量", "音量调高了吗", "把音量调到五十", "不要返回桌面"]
        {
            assert!(!routed(task).starts_with("system/"), "{task}: {}", routed(task));
        }
    }

    #[test]
    fn what_no_routine_fits_is_said_so_and_never_half_understood() {
        for task in ["帮我订一张去上海的火车票", "不要给张三发微信说你好", "给张三发短信说你好", "你好", ""]
        {
            assert!(!routed(task).contains("wechat/"), "{task}: {}", routed(task));
        }
        assert!(routed("看看微信朋友圈").contains("`wechat` has no routine"));
    }

    #[test]
    fn what_is_not_certain_is_asked_about_and_never_sent() {
        let unsure = [
            "send a message to 张三 on WeChat",
            "send the photo to 张三 on WeChat",
            "send photos to 张三 on WeChat",
            "send 张三 a WeChat message with a photo",
            "给张三发微信说了吗",
            "给张三发微信说什么好？",
            "给张三发微信内容是什么",
            "发微信给张三说明情况",
            "发微信给张三，李四，说你好",
            "给张三、李四发微信说你好",
            "给张三发微信说你好，再给李四发微信说再见",
            "给张三发微信说你好，然后打开飞行模式",
            "发微信给小说家说你好",
            "发微信给小说家，说他说好",
            "给张三发微信说“你好”，给李四发微信说再见",
        ];
        for task in unsure {
            let told = routed(task);
            assert!(
                told.contains("\nhint: ") || told.starts_with("the app `wechat` has no"),
                "{task}: {told}"
            );
        }
        let not_understood = [
            "发微信给张三，然后打开飞行模式",
            "如果下雨给张三发微信说你好",
            "不要给张三发微信说你好",
            "别给张三发微信说你好",
            "要不要给张三发微信说你好",
            "要不要打开飞行模式",
            "别打开飞行模式",
            "如果没信号就打开飞行模式",
            "飞行模式打开了吗",
            "打开微信了吗",
        ];
        let apps = load(None).unwrap();
        for task in not_understood {
            assert!(route(&apps, task).is_err(), "{task}: {}", routed(task));
        }
    }

    #[test]
    fn messages_that_only_look_odd_are_sent_as_they_are() {
        for (task, message) in [
            ("给张三发微信说吃饭了吗？", "吃饭了吗？"),
            ("给张三发微信说你好了吗？", "你好了吗？"),
            ("给张三发微信说明天见", "明天见"),
            ("给张三发微信说一声我到了", "我到了"),
            ("给张三发微信，告诉他我晚点到", "我晚点到"),
            ("发微信给张三，说你好，他说不来", "你好，他说不来"),
            ("发微信给张三说“他说好”", "他说好"),
            ("给张三发微信说文件好了，给你发过去", "文件好了，给你发过去"),
            ("send \"a message\" to 张三 on WeChat", "a message"),
            ("send hello to 张三 on WeChat", "hello"),
            ("send 张三 a WeChat message saying the bus is late", "the bus is late"),
        ] {
            let expected = format!("wechat/send_message contact=张三 message={message}");
            assert_eq!(routed(task), expected, "{task}");
        }
        assert_eq!(routed("发微信给“小说家”说“你好”"), "wechat/send_message contact=小说家 message=你好");
    }

    #[test]
    fn a_message_about_another_app_stays_a_message() {
        assert_eq!(
            routed("给张三发微信说打开飞行模式"),
            "wechat/send_message contact=张三 message=打开飞行模式"
        );
    }
}
