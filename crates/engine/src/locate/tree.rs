//! Finds a target in the element tree. Names match exactly; whatever cannot be touched where it stands (no area,
//! off the screen, covered, switched off) is not seen; twins are not guessed at.

use super::{section, title};
use crate::plan::{Region, Role, Target, holds, is_price, plain};
use crate::screen::{Element, Frame, Point, Rect, Screen, Sighting, Thousandths, Tree, Way};

/// Why a target was not found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Miss {
    /// The look has nothing to find it in.
    #[error("there is nothing to find it in")]
    Blind,
    #[error("it is not seen")]
    NotSeen,
    /// It is there, but cannot be used.
    #[error("{0}")]
    Unusable(String),
    /// Different things that all fit.
    #[error("{} things fit", .0.len())]
    Ambiguous(Vec<String>),
}

/// Something that fits: what would be touched, and the words it was known by.
#[derive(Clone, Copy)]
struct Fit<'a> {
    touched: &'a Element,
    label: &'a Element,
}

pub fn find(target: &Target, screen: &Screen) -> Result<Sighting, Miss> {
    find_in(target, screen, None)
}

/// The same, only in a part of the screen.
pub fn find_in(target: &Target, screen: &Screen, part: Option<Rect>) -> Result<Sighting, Miss> {
    if let Some(point) = target.point {
        return at(point, screen);
    }
    let tree = screen.tree.as_ref().ok_or(Miss::Blind)?;
    let inside = |fit: &Fit<'_>| {
        let middle = fit.touched.bounds.map(|b| b.centre());
        part.is_none_or(|part| middle.is_some_and(|(x, y)| part.contains(x, y)))
    };
    let fits = fits(target, tree, screen.frame).into_iter().filter(inside).collect();
    let fits = outermost(target, distinct(tree, fits));
    let usable = first(target, preferred(target, usable(tree, &fits, screen.frame)));
    match usable.as_slice() {
        [] => Err(fits.first().map_or(Miss::NotSeen, |fit| Miss::Unusable(why_not(target, fit)))),
        [(fit, point)] => Ok(sighting(fit, *point, screen.frame)),
        several => Err(Miss::Ambiguous(several.iter().map(|(fit, point)| told(tree, fit, *point)).collect())),
    }
}

/// A place is always there; what stands on it is told along, and the gate judges it.
fn at(place: Thousandths, screen: &Screen) -> Result<Sighting, Miss> {
    let point = place.on(screen.frame).map_err(|error| Miss::Unusable(error.to_string()))?;
    let element = screen.tree.as_ref().and_then(|tree| tree.at(point));
    let told = element.zip(screen.tree.as_ref()).map(|(e, tree)| tree.words_within(e.index));
    let (x, y) = (point.x().cast_signed(), point.y().cast_signed());
    let spot = Rect { left: x, top: y, right: x + 1, bottom: y + 1 };
    Ok(Sighting {
        element: element.map(|e| e.index),
        bounds: element.and_then(|e| visible(e, screen.frame)).unwrap_or(spot),
        point,
        confidence: 1.0,
        by: Way::Point,
        label: told.and_then(|words| words.first().map(ToString::to_string)).unwrap_or_default(),
    })
}

/// All that fit and can be touched where they stand, from top to bottom.
pub fn find_all(target: &Target, screen: &Screen) -> Vec<Sighting> {
    let Some(tree) = &screen.tree else { return Vec::new() };
    let fits = distinct(tree, fits(target, tree, screen.frame));
    let usable = usable(tree, &fits, screen.frame);
    let mut all: Vec<Sighting> =
        usable.iter().map(|(fit, point)| sighting(fit, *point, screen.frame)).collect();
    all.sort_by_key(|one| (one.bounds.top, one.bounds.left));
    all
}

fn usable<'a>(tree: &Tree, fits: &[Fit<'a>], frame: Frame) -> Vec<(Fit<'a>, Point)> {
    fits.iter().filter_map(|fit| place(tree, *fit, frame).map(|point| (*fit, point))).collect()
}

fn sighting(fit: &Fit<'_>, point: Point, frame: Frame) -> Sighting {
    Sighting {
        element: Some(fit.touched.index),
        bounds: visible(fit.touched, frame).unwrap_or(frame.rect()),
        point,
        confidence: 1.0,
        by: Way::Tree,
        label: fit.label.words().next().unwrap_or_default().to_owned(),
    }
}

/// Of things with different names, those of the name that stands first in the target's list.
fn preferred<'a>(target: &Target, fits: Vec<(Fit<'a>, Point)>) -> Vec<(Fit<'a>, Point)> {
    let rank = |fit: &Fit<'_>| {
        let called = |name: &String| fit.label.words().any(|words| plain(words) == plain(name));
        target.names.iter().position(called).unwrap_or(usize::MAX)
    };
    let best = fits.iter().map(|(fit, _)| rank(fit)).min();
    fits.into_iter().filter(|(fit, _)| Some(rank(fit)) == best).collect()
}

/// Where the target says so, the first in the order of reading.
fn first<'a>(target: &Target, mut fits: Vec<(Fit<'a>, Point)>) -> Vec<(Fit<'a>, Point)> {
    if target.first {
        fits.sort_by_key(|(fit, _)| fit.label.bounds.map_or((i32::MAX, 0), |b| (b.top, b.left)));
        fits.truncate(1);
    }
    fits
}

/// How many different things fit.
pub fn count(target: &Target, screen: &Screen) -> usize {
    if target.point.is_some() {
        return find(target, screen).map_or(0, |_| 1);
    }
    screen
        .tree
        .as_ref()
        .map_or(0, |tree| outermost(target, distinct(tree, fits(target, tree, screen.frame))).len())
}

/// All words on the screen that are not in fields, in the order of the document.
pub fn texts(screen: &Screen) -> Vec<&str> {
    let elements = screen.tree.as_ref().map(Tree::elements).unwrap_or_default();
    elements.iter().filter(|e| !e.is_field()).flat_map(Element::words).collect()
}

fn fits<'a>(target: &Target, tree: &'a Tree, frame: Frame) -> Vec<Fit<'a>> {
    let stretches = (!target.under.is_empty()).then(|| section::under(tree, &target.under));
    let in_section = |e: &Element| match (&stretches, e.bounds) {
        (None, _) => true,
        (Some(stretches), Some(b)) => stretches.iter().any(|(from, to)| b.top >= *from && b.bottom <= *to),
        (Some(_), None) => false,
    };
    let all: Vec<Fit<'a>> = tree
        .elements()
        .iter()
        .filter(|e| visible(e, frame).is_some() && in_section(e))
        .filter_map(|e| fit(target, tree, frame, e))
        .filter(|fit| in_region(target, fit, frame))
        .collect();
    let beside: Vec<bool> = all.iter().map(|fit| is_beside(target, tree, fit, &all)).collect();
    all.into_iter().zip(beside).filter_map(|(fit, beside)| beside.then_some(fit)).collect()
}

/// Whether this element's own words (or, without names, its role) make it the target.
fn fit<'a>(target: &Target, tree: &'a Tree, frame: Frame, label: &'a Element) -> Option<Fit<'a>> {
    if target.id.is_some() {
        let called = target.takes_any_words() || label.words().any(|words| target.is_called(words));
        return (target.has_id(&label.id) && called).then_some(Fit { touched: label, label });
    }
    if target.role == Some(Role::Field) {
        let called = target.takes_any_words() || label.words().any(|words| target.is_called(words));
        return (label.is_field() && called).then_some(Fit { touched: label, label });
    }
    if target.nameless {
        // A description is not shown: it may still tell which of them is meant.
        let shows = tree.within(label.index).iter().any(|e| !e.text.trim().is_empty());
        let told = tree.words_within(label.index);
        let fits = told.is_empty() || told.iter().any(|words| target.is_called(words));
        return (label.clickable && !label.is_field() && !shows && fits)
            .then_some(Fit { touched: label, label });
    }
    let called = label.words().any(|words| target.is_called(words));
    if label.is_field() || !(called || target.takes_any_words()) {
        return None;
    }
    let touched = match target.role {
        Some(Role::Price) => label.words().any(is_price).then_some(label),
        Some(Role::Title) => (title(tree, frame)?.index == label.index).then_some(label),
        Some(Role::Switch) => switch(tree, label),
        Some(Role::Button | Role::Item | Role::Tab) => tree.touched_by(label.index),
        Some(Role::Field) | None => Some(tree.touched_by(label.index).unwrap_or(label)),
    };
    touched.map(|touched| Fit { touched, label })
}

/// The one switch that belongs to these words: on the same element, or alone in the smallest group around them.
/// The climb ends at what takes the touch, and at a group where the switch stands in a row of its own.
fn switch<'a>(tree: &'a Tree, label: &'a Element) -> Option<&'a Element> {
    if label.checkable {
        return Some(label);
    }
    for group in tree.upwards(label.index).take_while(|e| !e.scrollable) {
        let mut switches = tree.within(group.index).iter().filter(|e| e.checkable);
        if let Some(first) = switches.next() {
            let alone = switches.next().is_none() && !of_another_row(tree, group, label, first);
            return alone.then_some(first);
        }
        if group.clickable || other_row(tree, group, label) {
            return None;
        }
    }
    None
}

fn has_text(e: &Element) -> bool {
    !e.checkable && !e.text.trim().is_empty()
}

/// Whether the group holds a clickable row that these words are no part of.
fn other_row(tree: &Tree, group: &Element, label: &Element) -> bool {
    tree.within(group.index).iter().any(|e| {
        e.clickable
            && !e.checkable
            && !tree.is_within(label.index, e.index)
            && tree.within(e.index).iter().any(|inner| inner.checkable || has_text(inner))
    })
}

/// Whether the switch belongs to other words: in a smaller group with it, or beside it where these are not.
fn of_another_row(tree: &Tree, group: &Element, label: &Element, switch: &Element) -> bool {
    let between = tree.upwards(switch.index).skip(1).take_while(|e| e.index != group.index);
    let mut inner = between.filter(|e| !tree.is_within(label.index, e.index));
    let worded = |e: &Element| tree.within(e.index).iter().any(has_text);
    let beside = |e: &Element| match (e.bounds, switch.bounds) {
        (Some(a), Some(b)) => a.top < b.bottom && b.top < a.bottom,
        _ => true,
    };
    let others = tree.within(group.index).iter().filter(|e| has_text(e) && e.index != label.index);
    inner.any(worded) || other_row(tree, group, label) || (!beside(label) && others.into_iter().any(beside))
}

fn in_region(target: &Target, fit: &Fit<'_>, frame: Frame) -> bool {
    let Some(place) = visible(fit.label, frame) else { return false };
    let ((x, y), width, height) = (place.centre(), i64::from(frame.width), i64::from(frame.height));
    let by_role = match target.role {
        Some(Role::Tab) => y * 5 > height * 4,
        Some(Role::Item) => y * 24 > height,
        _ => true,
    };
    // A field at the bottom is lifted by the keyboard, so which of the fields is the lowest decides, not the place.
    let by_place = match (target.role, target.region) {
        (Some(Role::Field), Some(Region::Top | Region::Bottom)) | (_, None) => true,
        (_, Some(Region::Top)) => y * 4 < height,
        (_, Some(Region::Bottom)) => y * 2 > height,
        (_, Some(Region::Left)) => x * 3 < width,
        (_, Some(Region::Right)) => x * 3 > width * 2,
    };
    by_role && by_place
}

/// Whether the same card or row holds the words that must stand beside it: what a touch would take as a whole, or, around a
/// button of its own in a row, the largest group that holds no other of its kind.
fn is_beside(target: &Target, tree: &Tree, fit: &Fit<'_>, all: &[Fit<'_>]) -> bool {
    if target.beside.is_empty() {
        return true;
    }
    let stands = |group: &Element| {
        let words = tree.words_within(group.index);
        target.beside.iter().any(|other| words.iter().any(|words| holds(words, other)))
    };
    if tree.touched_by(fit.label.index).is_some_and(stands) {
        return true;
    }
    let alone = |group: &&Element| {
        let within = |other: &&Fit<'_>| tree.is_within(other.touched.index, group.index);
        !group.scrollable && all.iter().filter(within).all(|other| other.touched.index == fit.touched.index)
    };
    tree.upwards(fit.touched.index)
        .skip(1)
        .take_while(alone)
        .filter(|group| group.parent.is_some())
        .any(stands)
}

/// One fit for each thing that would be touched, the innermost where one lies in another.
fn distinct<'a>(tree: &Tree, fits: Vec<Fit<'a>>) -> Vec<Fit<'a>> {
    let mut kept: Vec<Fit<'a>> = Vec::new();
    for fit in fits {
        let index = fit.touched.index;
        if kept.iter().any(|other| tree.is_within(other.touched.index, index)) {
            continue;
        }
        kept.retain(|other| !tree.is_within(index, other.touched.index));
        kept.push(fit);
    }
    kept
}

/// For fields by place: the highest or the lowest of them.
fn outermost<'a>(target: &Target, mut fits: Vec<Fit<'a>>) -> Vec<Fit<'a>> {
    let (Some(Role::Field), Some(region)) = (target.role, target.region) else { return fits };
    fits.sort_by_key(|fit| fit.touched.bounds.map_or(0, |b| b.top));
    match region {
        Region::Top => {}
        Region::Bottom => fits.reverse(),
        Region::Left | Region::Right => return fits,
    }
    fits.truncate(1);
    fits
}

fn visible(element: &Element, frame: Frame) -> Option<Rect> {
    element.bounds?.intersect(frame.rect()).filter(|b| b.width() >= 2 && b.height() >= 2)
}

/// Where to touch it: the middle of what takes the touch, else of its words, if nothing lies over that point.
fn place(tree: &Tree, fit: Fit<'_>, frame: Frame) -> Option<Point> {
    if !fit.touched.enabled || !fit.label.enabled {
        return None;
    }
    let taker = tree.touched_by(fit.touched.index).unwrap_or(fit.touched);
    let spots = [fit.touched, taker, fit.label].into_iter().filter_map(|e| visible(e, frame));
    spots.filter_map(|b| frame.point(b.centre().0, b.centre().1).ok()).find(|point| {
        let met = tree.at(*point).map(|e| e.index);
        met.is_none_or(|met| {
            met == taker.index || tree.is_within(met, fit.touched.index) && !other_taker(tree, met, taker)
        })
    })
}

/// Whether a touch on `met` would be taken by something else than `taker`.
fn other_taker(tree: &Tree, met: usize, taker: &Element) -> bool {
    tree.touched_by(met).is_some_and(|other| other.index != taker.index) && !tree.is_within(met, taker.index)
}

fn why_not(target: &Target, fit: &Fit<'_>) -> String {
    let reason =
        if fit.touched.enabled && fit.label.enabled { "covered by something else" } else { "switched off" };
    format!("{target} is on the screen but {reason}")
}

fn told(tree: &Tree, fit: &Fit<'_>, point: Point) -> String {
    let words = tree.words_within(fit.touched.index);
    let words: String = words.join(" · ").chars().take(60).collect();
    format!("“{words}” at {}", point.thousandths())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(inner: &str) -> Screen {
        Screen::of(inner)
    }

    fn row(top: u32, title: &str, sub: &str) -> String {
        format!(
            r#"<node clickable="true" bounds="[0,{top}][1080,{b}]"><node text="{title}" bounds="[200,{top}][600,{m}]"/><node text="{sub}" bounds="[200,{m}][600,{b}]"/></node>"#,
            b = top + 160,
            m = top + 80
        )
    }

    fn heading(top: u32, text: &str) -> String {
        format!(r#"<node text="{text}" bounds="[40,{top}][300,{}]"/>"#, top + 60)
    }

    fn contact(name: &str) -> Target {
        Target { role: Some(Role::Item), under: vec!["联系人".into()], ..Target::named(name) }
    }

    fn results() -> String {
        let field = r#"<node class="android.widget.EditText" text="张三" focused="true" clickable="true" bounds="[0,100][900,200]"/>"#;
        [
            field.to_owned(),
            heading(220, "联系人"),
            row(300, "张三丰", ""),
            row(460, "张三", ""),
            heading(640, "聊天记录"),
            row(720, "张三", "1条相关聊天记录"),
            row(880, "李四", "张三"),
        ]
        .concat()
    }

    #[test]
    fn the_contact_is_the_row_of_exactly_this_name_under_the_heading() {
        let sighting = find(&contact("张三"), &screen(&results())).unwrap();
        assert_eq!((sighting.point.x(), sighting.point.y()), (540, 540));
    }

    #[test]
    fn neither_a_longer_name_nor_a_message_nor_the_search_field_is_the_contact() {
        let without = results().replace(&row(460, "张三", ""), "");
        assert_eq!(find(&contact("张三"), &screen(&without)), Err(Miss::NotSeen));
    }

    #[test]
    fn two_contacts_of_one_name_are_not_guessed() {
        let twins = results().replace("张三丰", "张三");
        let Err(Miss::Ambiguous(candidates)) = find(&contact("张三"), &screen(&twins)) else {
            panic!("guessed")
        };
        assert_eq!(candidates.len(), 2);
    }

    #[test]
    fn a_row_whose_description_repeats_its_text_is_one_thing() {
        let inner = r#"<node clickable="true" content-desc="发送" bounds="[0,0][100,100]"><node text="发送" bounds="[10,10][90,90]"/></node>"#;
        assert!(find(&Target::named("发送"), &screen(inner)).is_ok());
    }

    #[test]
    fn what_is_off_the_screen_or_without_area_is_not_seen() {
        for bounds in ["[0,2400][100,2500]", "[-100,0][0,100]", "[5,5][5,5]", ""] {
            let inner = format!(r#"<node text="x" clickable="true" bounds="{bounds}"/>"#);
            assert_eq!(find(&Target::named("x"), &screen(&inner)), Err(Miss::NotSeen), "{bounds}");
        }
    }

    #[test]
    fn what_is_half_off_the_screen_is_touched_in_its_visible_half() {
        let inner = r#"<node text="x" clickable="true" bounds="[0,2300][100,2600]"/>"#;
        assert_eq!(find(&Target::named("x"), &screen(inner)).unwrap().point.y(), 2350);
    }

    #[test]
    fn a_covered_or_disabled_target_is_unusable() {
        let covered = r#"<node text="x" clickable="true" bounds="[0,100][100,200]"/><node text="y" clickable="true" bounds="[0,0][1080,2400]"/>"#;
        assert!(matches!(find(&Target::named("x"), &screen(covered)), Err(Miss::Unusable(_))));
        let disabled = r#"<node text="x" clickable="true" enabled="false" bounds="[0,100][100,200]"/>"#;
        assert!(matches!(find(&Target::named("x"), &screen(disabled)), Err(Miss::Unusable(_))));
    }

    fn switch_row(top: u32, name: &str) -> String {
        format!(
            r#"<node clickable="true" bounds="[0,{top}][1080,{b}]"><node text="{name}" bounds="[40,{top}][600,{b}]"/><node class="android.widget.Switch" checkable="true" checked="false" bounds="[900,{top}][1040,{b}]"/></node>"#,
            b = top + 100
        )
    }

    #[test]
    fn the_switch_of_a_row_is_found_by_the_words_beside_it() {
        let inner = format!("<node>{}{}</node>", switch_row(300, "飞行模式"), switch_row(400, "蓝牙"));
        let target = Target { role: Some(Role::Switch), ..Target::named("飞行模式") };
        let page = screen(&inner);
        let sighting = find(&target, &page).unwrap();
        assert!(sighting.element_on(&page).unwrap().checkable);
        assert_eq!(sighting.point.y(), 350);
    }

    #[test]
    fn words_without_a_switch_of_their_own_have_none() {
        let inner =
            format!("<node>{}{}{}</node>", heading(200, "网络"), switch_row(300, "a"), switch_row(400, "b"));
        let target = Target { role: Some(Role::Switch), ..Target::named("网络") };
        assert_eq!(find(&target, &screen(&inner)), Err(Miss::NotSeen));
    }

    #[test]
    fn the_switch_of_another_row_is_never_taken() {
        let switch = Target { role: Some(Role::Switch), ..Target::named("网络") };
        let text =
            |top: u32, text: &str| format!(r#"<node text="{text}" bounds="[40,{top}][600,{}]"/>"#, top + 60);
        let knob = |top: u32| {
            format!(r#"<node checkable="true" clickable="true" bounds="[900,{top}][1040,{}]"/>"#, top + 60)
        };
        for inner in [
            format!("<node>{}{}</node>", heading(200, "网络"), switch_row(300, "蓝牙")),
            format!("<node>{}<node>{}{}</node></node>", text(200, "网络"), text(300, "蓝牙"), knob(300)),
            format!("<node>{}{}{}</node>", text(200, "网络"), text(300, "蓝牙"), knob(300)),
            format!(
                r#"<node><node clickable="true" bounds="[0,200][1080,260]">{}</node>{}</node>"#,
                text(200, "网络"),
                knob(300)
            ),
        ] {
            assert_eq!(find(&switch, &screen(&inner)), Err(Miss::NotSeen), "{inner}");
        }
        let own = format!("<node>{}{}{}</node>", text(200, "网络"), text(260, "已连接"), knob(230));
        assert!(find(&switch, &screen(&own)).is_ok());
    }

    #[test]
    fn of_several_names_the_first_in_the_list_is_taken_and_twins_are_not_guessed() {
        let names = ["网络和互联网", "移动网络"].map(String::from).to_vec();
        let target = Target { names, role: Some(Role::Item), ..Target::default() };
        let both = [row(300, "移动网络", ""), row(500, "网络和互联网", "")].concat();
        assert_eq!(find(&target, &screen(&both)).unwrap().label, "网络和互联网");
        let twins = [row(300, "移动网络", ""), row(500, "移动网络", "")].concat();
        assert!(matches!(find(&target, &screen(&twins)), Err(Miss::Ambiguous(_))));
    }

    #[test]
    fn a_price_is_read_beside_the_thing_that_it_belongs_to() {
        let shelf = [row(300, "云杉雨伞 包邮", "¥20.00"), row(500, "简木保温杯 包邮", "¥59.90")];
        let page =
            screen(&[shelf.concat(), row(700, "海盐保温杯", "¥49.00"), row(900, "券", "¥18")].concat());
        let price = Target { role: Some(Role::Price), beside: vec!["保温杯".into()], ..Target::default() };
        assert!(matches!(find(&price, &page), Err(Miss::Ambiguous(two)) if two.len() == 2));
        let first = Target { first: true, ..price };
        let sighting = find(&first, &page).unwrap();
        assert_eq!(sighting.element_on(&page).unwrap().text, "¥59.90");
        let none = Target { beside: vec!["台灯".into()], ..first };
        assert_eq!(find(&none, &page), Err(Miss::NotSeen));
    }

    #[test]
    fn a_button_that_shows_no_words_may_be_told_by_its_description() {
        let button = |attributes: &str| {
            format!(r#"<node clickable="true" {attributes} bounds="[900,300][1000,400]"/>"#)
        };
        let dots = Target { nameless: true, names: vec!["评论".into()], ..Target::default() };
        let seen = |attributes: &str| find(&dots, &screen(&button(attributes))).is_ok();
        assert!(seen("") && seen(r#"content-desc="评论""#));
        assert!(!seen(r#"text="评论""#) && !seen(r#"content-desc="拍照分享""#));
    }

    #[test]
    fn the_bottom_field_is_the_lowest_one_even_above_a_keyboard() {
        let inner = r#"<node class="android.widget.EditText" bounds="[0,100][900,200]"/><node class="android.widget.EditText" text="" bounds="[0,1200][900,1300]"/>"#;
        let target = Target { role: Some(Role::Field), region: Some(Region::Bottom), ..Target::default() };
        assert_eq!(find(&target, &screen(inner)).unwrap().point.y(), 1250);
    }

    #[test]
    fn a_target_is_found_by_its_id_and_by_its_place() {
        let page = screen(
            r#"<node resource-id="a.b:id/send" text="发送" clickable="true" bounds="[0,0][100,100]"/>
            <node resource-id="a.b:id/resend" text="重发" clickable="true" bounds="[0,200][100,300]"/>
            <node resource-id="a.b:id/row" text="甲" clickable="true" bounds="[0,400][100,500]"/>
            <node resource-id="a.b:id/row" text="乙" clickable="true" bounds="[0,600][100,700]"/>"#,
        );
        let by_id = |id: &str, names: &[&str]| {
            let names = names.iter().map(ToString::to_string).collect();
            find(&Target { id: Some(id.into()), names, ..Target::default() }, &page).map(|found| found.label)
        };
        assert_eq!(by_id("send", &[]).as_deref(), Ok("发送"));
        assert_eq!(by_id("a.b:id/resend", &[]).as_deref(), Ok("重发"));
        assert_eq!(by_id("nd", &[]), Err(Miss::NotSeen));
        assert!(matches!(by_id("row", &[]), Err(Miss::Ambiguous(_))));
        assert_eq!(by_id("row", &["乙"]).as_deref(), Ok("乙"));
        let place = |text: &str| find(&Target::at(text.parse().unwrap()), &page).unwrap();
        assert_eq!((place("50,20").label.as_str(), place("50,20").by), ("发送", Way::Point));
        assert_eq!((place("900,900").element, place("900,900").label.as_str()), (None, ""));
    }
}
