//! 日历: the month that the phone's clock says.

use jiff::ToSpan as _;

use crate::apps::parts::title_bar;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{View, column, row, text};

static FACTS: Facts = Facts {
    package: "com.android.calendar",
    label_zh: "日历",
    label_en: "Calendar",
    icon: Icon::Calendar,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0xdb4437),
    activity: ".AllInOneActivity",
    version: "9.1",
    scrambled: false,
    system: true,
    installed: true,
    links: &[],
};

pub struct Calendar;

impl App for Calendar {
    type Message = ();

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        Page { activity: ".AllInOneActivity", name: String::new(), depth: 0 }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<()> {
        let theme = env.theme();
        let today = env.wall.date();
        let first = today.first_of_month();
        let title = match env.t("zh", "en") {
            "zh" => format!("{}年{}月", today.year(), today.month()),
            _ => format!("{}/{}", today.month(), today.year()),
        };
        let names = env.t("一 二 三 四 五 六 日", "M T W T F S S");
        let head = names.split(' ').map(|name| text(name).size(13.0).color(theme.faint).text_center().grow());
        let mut rows = vec![title_bar(&theme, None, &title, Vec::new()), row(head.collect()).pad(8.0, 6.0)];
        let lead = i64::from(first.weekday().to_monday_zero_offset());
        for week in 0..6_i64 {
            let days = (0..7_i64).map(|day| {
                let offset = week * 7 + day - lead;
                let date = first.checked_add(offset.days()).unwrap_or(first);
                if date.month() != first.month() {
                    return text("").grow();
                }
                let is_today = date == today;
                let color = if is_today { Color::WHITE } else { theme.ink };
                let mut cell = text(date.day().to_string()).size(17.0).color(color).text_center();
                if is_today {
                    cell = cell.bg(Color::rgb(0xdb4437)).radius(20.0).selected(true);
                }
                column(vec![cell.square(40.0)]).centered().grow()
            });
            rows.push(row(days.collect()).pad(8.0, 4.0));
        }
        column(rows)
    }

    fn on(&mut self, (): (), _desk: &mut Desk<'_>) {}

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        false
    }
}
