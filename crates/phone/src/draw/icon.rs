//! Icons as tiny drawings on a 24 × 24 grid. Each is a line of text, so that adding one costs a line:
//! `s` polyline, `p` filled polygon, `c` circle line, `d` disc, `r` round rectangle line, `b` filled round
//! rectangle, `a` arc (centre, radius, from, to in degrees). Capital letters paint with the second colour.

use tiny_skia::PathBuilder;

use super::canvas::round_path;
use super::{Canvas, Color, Rect};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    Airplane,
    Apps,
    Back,
    Backspace,
    Battery,
    Bell,
    Bluetooth,
    Calculator,
    Calendar,
    Chat,
    ChatApp,
    Check,
    Chevron,
    Close,
    Compass,
    Contacts,
    Display,
    /// A drawing of an app's own, in the same words.
    Drawn(&'static str),
    Folder,
    Gear,
    Globe,
    Home,
    Info,
    Lock,
    Mic,
    More,
    Note,
    Person,
    Plus,
    PlusCircle,
    Recents,
    Search,
    Shift,
    Smile,
    Sound,
    Sun,
    Trash,
    Wifi,
}

impl Icon {
    fn drawing(self) -> &'static str {
        match self {
            Icon::Airplane => {
                "p 12 2 13.4 4 13.4 9 21.5 14 21.5 16.2 13.4 13.6 13.4 18.6 15.8 20.4 15.8 22 12 21 8.2 22 8.2 20.4 10.6 18.6 10.6 13.6 2.5 16.2 2.5 14 10.6 9 10.6 4"
            }
            Icon::Apps => "b 4 4 6.5 6.5 1.6;b 13.5 4 6.5 6.5 1.6;b 4 13.5 6.5 6.5 1.6;d 16.75 16.75 3.4",
            Icon::Back => "s 15 5 8 12 15 19",
            Icon::Backspace => "s 9 6 21 6 21 18 9 18 3 12 9 6;s 12 9.5 17 14.5;s 17 9.5 12 14.5",
            Icon::Battery => "r 7 4 10 17 2;b 10 2 4 2 0.5",
            Icon::Bell => "a 12 11 6 180 360;s 6 11 6 16 4 18 20 18 18 16 18 11;s 10 20.5 14 20.5",
            Icon::Bluetooth => "s 6.5 7.5 17 16.5 12 21 12 3 17 7.5 6.5 16.5",
            Icon::Calculator => {
                "b 4 3 16 18 2;B 7 6 10 4 0.6;D 8.2 13.5 1.2;D 12 13.5 1.2;D 15.8 13.5 1.2;D 8.2 17.5 1.2;D 12 17.5 1.2;D 15.8 17.5 1.2"
            }
            Icon::Calendar => "r 4 5 16 16 2;s 4 10 20 10;s 8 3 8 6.5;s 16 3 16 6.5;d 12 15 2",
            Icon::Chat => {
                "s 12 4 17 5 20.5 9 20.5 13 17.5 17 12 18.4 9 18 5.5 20 6 16.8 3.6 13 3.6 9 7 5 12 4"
            }
            Icon::ChatApp => {
                "d 9.6 9.7 6.6;p 5 14 4.2 18.4 8.5 15.8;D 7.4 8.2 0.95;D 12 8.2 0.95;D 15.6 15 6.1;d 15.6 15 5.4;p 18 19 20 22 15 20;D 13.7 13.6 0.8;D 17.5 13.6 0.8"
            }
            Icon::Check => "s 5 12.5 10 17.5 19.5 7",
            Icon::Chevron => "s 9.5 6 15.5 12 9.5 18",
            Icon::Close => "s 6 6 18 18;s 18 6 6 18",
            Icon::Compass => "c 12 12 8.5;p 16 8 13.4 13.4 8 16 10.6 10.6",
            Icon::Contacts => "c 10 8 3.6;a 10 20 6.8 200 340;s 17 9 21 9;s 17 13 21 13;s 18 17 21 17",
            Icon::Display => "r 6 3 12 18 2.4;s 10.5 18 13.5 18",
            Icon::Drawn(drawing) => drawing,
            Icon::Folder => "p 3 6 9.5 6 11.5 8.5 21 8.5 21 19 3 19",
            Icon::Gear => {
                "d 12 12 6.8;p 10.7 2.6 13.3 2.6 13.8 6 10.2 6;p 10.7 21.4 13.3 21.4 13.8 18 10.2 18;p 2.6 10.7 2.6 13.3 6 13.8 6 10.2;p 21.4 10.7 21.4 13.3 18 13.8 18 10.2;p 4.4 6.2 6.2 4.4 9 6.6 6.6 9;p 19.6 6.2 17.8 4.4 15 6.6 17.4 9;p 4.4 17.8 6.2 19.6 9 17.4 6.6 15;p 19.6 17.8 17.8 19.6 15 17.4 17.4 15;D 12 12 3"
            }
            Icon::Globe => "c 12 12 8.5;s 3.5 12 20.5 12;s 12 3.5 9 8 9 16 12 20.5 15 16 15 8 12 3.5",
            Icon::Home => "c 12 12 8",
            Icon::Info => "c 12 12 8.5;s 12 11 12 16.5;d 12 7.6 1",
            Icon::Lock => "b 5 10.5 14 10 2;a 12 9 4 180 360;s 8 9 8 11;s 16 9 16 11;D 12 15 1.5",
            Icon::Mic => "b 9.2 3 5.6 11 2.8;a 12 11.5 6 0 180;s 12 17.5 12 21",
            Icon::More => "d 12 5 1.5;d 12 12 1.5;d 12 19 1.5",
            Icon::Note => "b 4.5 3 15 18 2;S 8 8 16 8;S 8 12 16 12;S 8 16 13 16",
            Icon::Person => "d 12 8.4 4;a 12 21 7.4 195 345;p 4.8 20.5 6.5 16.4 12 14.6 17.5 16.4 19.2 20.5",
            Icon::Plus => "s 12 5 12 19;s 5 12 19 12",
            Icon::PlusCircle => "c 12 12 9;s 12 7.5 12 16.5;s 7.5 12 16.5 12",
            Icon::Recents => "r 5.5 5.5 13 13 2",
            Icon::Search => "c 10.5 10.5 6.3;s 15.2 15.2 20.5 20.5",
            Icon::Shift => "s 12 4.5 20 12.5 16 12.5 16 19 8 19 8 12.5 4 12.5 12 4.5",
            Icon::Smile => "c 12 12 9;d 8.8 10 1.1;d 15.2 10 1.1;a 12 12.6 4.6 20 160",
            Icon::Sound => "p 4 9.5 8 9.5 13 5 13 19 8 14.5 4 14.5;a 13 12 4 300 420;a 13 12 7.5 305 415",
            Icon::Sun => {
                "d 12 12 4.6;s 12 2.5 12 4.5;s 12 19.5 12 21.5;s 2.5 12 4.5 12;s 19.5 12 21.5 12;s 5.3 5.3 6.7 6.7;s 17.3 17.3 18.7 18.7;s 5.3 18.7 6.7 17.3;s 17.3 6.7 18.7 5.3"
            }
            Icon::Trash => "s 4.5 7 19.5 7;s 9.5 7 10 4 14 4 14.5 7;s 6.5 7 7.5 20.5 16.5 20.5 17.5 7",
            Icon::Wifi => "a 12 19 14 225 315;a 12 19 9 225 315;d 12 18.4 2",
        }
    }

    /// Draws the icon into `area`, lines `ink`, second colour `paper`.
    pub fn draw(self, canvas: &mut Canvas, area: Rect, ink: Color, paper: Color) {
        let unit = area.width().min(area.height()) as f32 / 24.0;
        let line = (unit * 1.7).max(1.0);
        for shape in self.drawing().split(';') {
            let mut words = shape.split_whitespace();
            let Some(kind) = words.next() else { continue };
            let values: Vec<f32> = words.filter_map(|word| word.parse().ok()).collect();
            let color = if kind.chars().all(char::is_uppercase) { paper } else { ink };
            let at = |x: f32, y: f32| (area.left as f32 + x * unit, area.top as f32 + y * unit);
            let Some(path) = outline(kind, &values, unit, at) else { continue };
            match kind.to_ascii_lowercase().as_str() {
                "p" | "d" | "b" => canvas.fill_path(&path, color),
                _ => canvas.stroke_path(&path, line, color),
            }
        }
    }
}

fn outline(
    kind: &str,
    values: &[f32],
    unit: f32,
    at: impl Fn(f32, f32) -> (f32, f32),
) -> Option<tiny_skia::Path> {
    let mut path = PathBuilder::new();
    match (kind.to_ascii_lowercase().as_str(), values) {
        ("s" | "p", points) => {
            for (i, pair) in points.chunks_exact(2).enumerate() {
                let (x, y) = at(pair[0], pair[1]);
                if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            if kind.eq_ignore_ascii_case("p") {
                path.close();
            }
        }
        ("c" | "d", &[x, y, radius]) => {
            let (x, y) = at(x, y);
            path.push_circle(x, y, radius * unit);
        }
        ("r" | "b", &[x, y, width, height, radius]) => {
            let (left, top) = at(x, y);
            return round_path(left, top, left + width * unit, top + height * unit, radius * unit);
        }
        ("a", &[x, y, radius, from, to]) => {
            let steps = 24;
            for step in 0..=steps {
                let angle = (from + (to - from) * step as f32 / steps as f32).to_radians();
                let (px, py) = at(x + radius * angle.cos(), y + radius * angle.sin());
                if step == 0 { path.move_to(px, py) } else { path.line_to(px, py) }
            }
        }
        _ => return None,
    }
    path.finish()
}
