//! What the clocks say elsewhere.

use jiff::ToSpan as _;

use super::Touch;
use super::data::CITIES;
use crate::apps::basics;
use crate::options::Lang;
use crate::system::Env;
use crate::toolkit::{View, column, row, scroll, text};

/// The phone's own zone, in minutes east of Greenwich.
const HERE: i32 = 480;

pub fn view(cities: &[usize], env: &Env<'_>) -> View<Touch> {
    let theme = basics::theme(env);
    let rows = cities.iter().filter_map(|at| CITIES.get(*at)).map(|(zh, en, offset)| {
        let apart = offset - HERE;
        let there = env.wall.checked_add(i64::from(apart).minutes()).unwrap_or(env.wall);
        let day = match there.date().cmp(&env.wall.date()) {
            std::cmp::Ordering::Less => env.t("昨天", "Yesterday"),
            std::cmp::Ordering::Equal => env.t("今天", "Today"),
            std::cmp::Ordering::Greater => env.t("明天", "Tomorrow"),
        };
        let words = column(vec![
            text(env.t(zh, en)).size(17.0).color(theme.ink).lines(1).id("city_name"),
            text(format!("{day}{}{}", env.t("，", ", "), difference(apart, env)))
                .size(13.5)
                .color(theme.faint)
                .lines(1)
                .id("city_day"),
        ])
        .gap(4.0)
        .grow();
        let time = format!("{:02}:{:02}", there.hour(), there.minute());
        row(vec![words, text(time).size(30.0).color(theme.ink).id("digital_clock")])
            .gap(12.0)
            .pad(18.0, 14.0)
            .margins(14.0, 5.0, 14.0, 5.0)
            .bg(theme.card)
            .radius(16.0)
            .id("city_item")
    });
    scroll("clock.cities", rows.collect()).id("cities")
}

fn difference(minutes: i32, env: &Env<'_>) -> String {
    let hours = format!("{}", f64::from(minutes.abs()) / 60.0);
    match (minutes.signum(), env.lang) {
        (0, Lang::Zh) => "与本地相同".to_owned(),
        (0, Lang::En) => "same time".to_owned(),
        (1, Lang::Zh) => format!("早{hours}小时"),
        (1, Lang::En) => format!("{hours} h ahead"),
        (_, Lang::Zh) => format!("晚{hours}小时"),
        (_, Lang::En) => format!("{hours} h behind"),
    }
}
