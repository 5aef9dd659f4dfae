//! 天气: today and the days to come, from the seed.

use crate::dice::Dice;
use crate::draw::{Color, Icon};
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{View, column, icon, row, scroll, text};

pub struct Weather {
    facts: Facts,
    city: (&'static str, &'static str),
    days: Vec<(i32, i32, (&'static str, &'static str))>,
}

impl Weather {
    pub fn new(seed: u64) -> Weather {
        let mut dice = Dice::new(seed, "weather");
        let cities = [
            ("北京", "Beijing"),
            ("上海", "Shanghai"),
            ("广州", "Guangzhou"),
            ("成都", "Chengdu"),
            ("杭州", "Hangzhou"),
        ];
        let skies = [("晴", "Sunny"), ("多云", "Cloudy"), ("小雨", "Light rain"), ("阴", "Overcast")];
        let base = 12 + dice.below(14) as i32;
        let days = (0..7)
            .map(|_| {
                let low = base - dice.below(5) as i32;
                (low, low + 5 + dice.below(6) as i32, *dice.pick(&skies))
            })
            .collect();
        Weather {
            facts: Facts {
                package: "com.android.weather",
                label_zh: "天气",
                label_en: "Weather",
                icon: Icon::Sun,
                icon_ink: Color::rgb(0xffe066),
                icon_background: Color::rgb(0x4285f4),
                activity: ".WeatherActivity",
                version: "3.0",
                scrambled: false,
                system: true,
                installed: true,
                links: &[],
            },
            city: *dice.pick(&cities),
            days,
        }
    }
}

impl App for Weather {
    type Message = ();

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn page(&self) -> Page {
        Page { activity: ".WeatherActivity", name: String::new(), depth: 0 }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        if env.dark {
            return Backdrop::Wallpaper(Color::rgb(0x14202e), Color::rgb(0x2b3d52));
        }
        Backdrop::Wallpaper(Color::rgb(0x3f7fd0), Color::rgb(0x9cc4ee))
    }

    fn view(&self, env: &Env<'_>) -> View<()> {
        let white = Color::WHITE;
        let today = self.days[0];
        let head = column(vec![
            text(env.t(self.city.0, self.city.1)).size(26.0).color(white).text_center().id("city"),
            text(format!("{}°", today.1)).size(84.0).color(white).text_center().id("temperature"),
            text(env.t(today.2.0, today.2.1)).size(18.0).color(white).text_center(),
        ])
        .gap(4.0)
        .pad(0.0, 40.0);
        let rows = self
            .days
            .iter()
            .enumerate()
            .map(|(ahead, (low, high, sky))| {
                let day = match ahead {
                    0 => env.t("今天", "Today").to_owned(),
                    1 => env.t("明天", "Tomorrow").to_owned(),
                    _ => format!("+{ahead}"),
                };
                row(vec![
                    text(day).size(16.0).color(white).grow(),
                    icon(Icon::Sun, white).square(20.0).bare(),
                    text(env.t(sky.0, sky.1)).size(16.0).color(white).width(90.0),
                    text(format!("{low}° / {high}°")).size(16.0).color(white),
                ])
                .gap(10.0)
                .pad(20.0, 12.0)
            })
            .collect();
        column(vec![head, scroll("weather.days", rows)])
    }

    fn on(&mut self, (): (), _desk: &mut Desk<'_>) {}

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        false
    }
}
