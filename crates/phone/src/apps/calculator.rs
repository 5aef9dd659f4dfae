//! 计算器: four operations on decimal numbers.

use crate::draw::{Color, Icon};
use crate::ledger::Deed;
use crate::system::{App, Backdrop, Desk, Env, Facts, Page};
use crate::toolkit::{Class, View, column, row, text};

static FACTS: Facts = Facts {
    package: "com.android.calculator2",
    label_zh: "计算器",
    label_en: "Calculator",
    icon: Icon::Calculator,
    icon_ink: Color::WHITE,
    icon_background: Color::rgb(0x3c4858),
    activity: ".Calculator",
    version: "8.4",
    scrambled: false,
    system: true,
    installed: true,
    links: &[],
};

#[derive(Default)]
pub struct Calculator {
    entry: String,
    held: Option<(f64, char)>,
    fresh: bool,
    /// What was calculated last, until something new is typed.
    done: String,
}

#[derive(Clone, Debug)]
pub struct Press(char);

impl Calculator {
    fn value(&self) -> f64 {
        self.entry.parse().unwrap_or(0.0)
    }

    /// The line above the number: what is begun, or what was done.
    fn formula(&self) -> String {
        self.held.map_or_else(|| self.done.clone(), |(left, sign)| format!("{}{sign}", tidy(left)))
    }

    /// Ends what is begun, and tells what was calculated then.
    fn operate(&mut self, next: Option<char>) -> Option<Deed> {
        let mut done = None;
        if let Some((left, sign)) = self.held.take() {
            let right = self.value();
            let result = match sign {
                '+' => left + right,
                '−' => left - right,
                '×' => left * right,
                _ => left / right,
            };
            self.entry = tidy(result);
            let formula = format!("{}{sign}{}", tidy(left), tidy(right));
            self.done = format!("{formula}=");
            done = Some(Deed::Calculated { formula, result: self.entry.clone() });
        }
        self.held = next.map(|sign| (self.value(), sign));
        self.fresh = true;
        done
    }

    fn press(&mut self, key: char) -> Option<Deed> {
        match key {
            '0'..='9' | '.' => {
                if std::mem::take(&mut self.fresh) {
                    self.entry.clear();
                    self.done.clear();
                }
                if (key != '.' || !self.entry.contains('.')) && self.entry.len() < 12 {
                    self.entry.push(key);
                }
            }
            'C' => *self = Calculator::default(),
            '←' => {
                self.entry.pop();
            }
            '=' => return self.operate(None),
            sign => return self.operate(Some(sign)),
        }
        None
    }
}

/// Ten significant digits and no tail of zeros.
fn tidy(value: f64) -> String {
    if !value.is_finite() {
        return "∞".to_owned();
    }
    let text = format!("{value:.10}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl App for Calculator {
    type Message = Press;

    fn facts(&self) -> &Facts {
        &FACTS
    }

    fn page(&self) -> Page {
        Page { activity: ".Calculator", name: String::new(), depth: 0 }
    }

    fn backdrop(&self, env: &Env<'_>) -> Backdrop {
        Backdrop::Plain(env.theme().card)
    }

    fn view(&self, env: &Env<'_>) -> View<Press> {
        let theme = env.theme();
        let shown = if self.entry.is_empty() { "0" } else { &self.entry };
        let mut display = text(shown).size(52.0).color(theme.ink).lines(1).pad(24.0, 20.0).id("result");
        display.style.text_align = crate::toolkit::Align::End;
        let keys = [
            ["C", "←", "÷", "×"],
            ["7", "8", "9", "−"],
            ["4", "5", "6", "+"],
            ["1", "2", "3", "="],
            ["0", ".", "", ""],
        ];
        let rows = keys.into_iter().map(|keys| {
            let cells = keys.into_iter().filter(|key| !key.is_empty()).map(|key| {
                let ch = key.chars().next().unwrap_or('0');
                let color = if ch.is_ascii_digit() || ch == '.' { theme.field } else { theme.line };
                text(key)
                    .class(Class::Button)
                    .size(26.0)
                    .color(theme.ink)
                    .text_center()
                    .bg(color)
                    .radius(18.0)
                    .grow()
                    .height(76.0)
                    .on(Press(ch))
            });
            row(cells.collect()).gap(10.0)
        });
        let pad = column(rows.collect()).gap(10.0).pads(16.0, 0.0, 16.0, 20.0);
        let mut lines = Vec::new();
        let formula = self.formula();
        if !formula.is_empty() {
            let mut line = text(formula).size(24.0).color(theme.faint).lines(1).pad(24.0, 0.0).id("formula");
            line.style.text_align = crate::toolkit::Align::End;
            lines.push(line);
        }
        lines.push(display);
        column(vec![column(lines).grow().justify(crate::toolkit::Justify::End), pad])
    }

    fn on(&mut self, Press(key): Press, desk: &mut Desk<'_>) {
        if let Some(deed) = self.press(key) {
            desk.record(deed);
        }
    }

    fn back(&mut self, _desk: &mut Desk<'_>) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_calculates() {
        let mut calculator = Calculator::default();
        let mut type_in = |keys: &str| {
            let told = |deed| {
                if let Deed::Calculated { formula, result } = deed { [formula, result] } else { panic!() }
            };
            keys.chars().filter_map(|key| calculator.press(key)).map(told).collect::<Vec<_>>()
        };
        assert_eq!(type_in("12.5×4+1="), [["12.5×4", "50"], ["50+1", "51"]]);
        assert_eq!(type_in("1÷0="), [["1÷0", "∞"]]);
        assert!(type_in("C11=").is_empty(), "a number that is typed is no sum");
    }

    #[test]
    fn the_line_above_shows_what_is_begun_and_what_was_done() {
        let mut calculator = Calculator::default();
        let mut after = |keys: &str| {
            keys.chars().for_each(|key| drop(calculator.press(key)));
            calculator.formula()
        };
        assert_eq!(after("3"), "");
        assert_eq!(after("+"), "3+", "a sign can be seen");
        assert_eq!(after("7="), "3+7=");
        assert_eq!(after("5"), "", "a new number begins anew");
        assert_eq!(after("×2=C"), "");
    }
}
