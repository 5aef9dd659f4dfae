//! Seed 002: a touch that had no effect is made once more at another point of the same element.

use super::recover::Tally;
use crate::plan::Gesture;
use crate::screen::{Point, Screen, Sighting};

/// The gesture, moved a little if that is what is tried now.
pub(super) fn beside(gesture: Gesture, sighting: &Sighting, screen: &Screen, tally: Tally) -> Gesture {
    let due = tally.offsets > tally.backs;
    let moved = |point: Point| shifted(point, sighting, screen).filter(|_| due).unwrap_or(point);
    match gesture {
        Gesture::Tap(point) => Gesture::Tap(moved(point)),
        Gesture::LongPress(point, ms) => Gesture::LongPress(moved(point), ms),
        other => other,
    }
}

/// A quarter of the way from the middle to an edge, where a touch still meets what it met before.
fn shifted(point: Point, sighting: &Sighting, screen: &Screen) -> Option<Point> {
    let tree = screen.tree.as_ref()?;
    let met = tree.at(point)?.index;
    let place = |point: Point| (i64::from(point.x()), i64::from(point.y()));
    let ((x, y), bounds) = (place(point), sighting.bounds);
    let (dx, dy) = (i64::from(bounds.width()) / 8, i64::from(bounds.height()) / 8);
    let around = [(x + dx, y + dy), (x - dx, y - dy), (x - dx, y), (x + dx, y)];
    let points = around.into_iter().filter_map(|(x, y)| screen.frame.point(x, y).ok());
    let inside = |other: &Point| {
        let (x, y) = place(*other);
        *other != point && bounds.contains(x, y)
    };
    points.filter(inside).find(|point| tree.at(*point).is_some_and(|e| e.index == met))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locate;
    use crate::plan::Target;

    fn tapped(inner: &str, tally: Tally) -> (Point, Point) {
        let screen = Screen::of(inner);
        let sighting = locate::find(&Target::named("搜索"), &screen).unwrap();
        let made = beside(Gesture::Tap(sighting.point), &sighting, &screen, tally);
        let Gesture::Tap(point) = made else { panic!("{made:?}") };
        (sighting.point, point)
    }

    const BUTTON: &str = r#"<node text="搜索" clickable="true" bounds="[100,300][500,400]"/>"#;

    #[test]
    fn only_the_second_try_is_made_beside_and_inside_the_same_element() {
        let (middle, first) = tapped(BUTTON, Tally::default());
        assert_eq!(first, middle);
        let (middle, second) = tapped(BUTTON, Tally { offsets: 1, ..Tally::default() });
        assert_eq!((second.x(), second.y()), (middle.x() + 50, middle.y() + 12));
        let (middle, third) = tapped(BUTTON, Tally { offsets: 1, backs: 1, ..Tally::default() });
        assert_eq!(third, middle);
    }

    #[test]
    fn a_point_that_meets_something_else_is_not_touched() {
        let over = r#"<node text="删除" clickable="true" bounds="[320,300][500,400]"/>"#;
        let (middle, second) = tapped(&format!("{BUTTON}{over}"), Tally { offsets: 1, ..Tally::default() });
        assert!(second.x() < middle.x(), "{second:?}");
    }
}
