//! A picture is found where it was cut, also changed as phones change it, and is not found where it is not.

use crate::find_pictures::{Canvas, crop, icon, recoloured};
use proptest::prelude::*;
use tapwise_vision::find::{
    BadReference, Match, Method, Options, Pyramid, Reference, find, find_all, find_any,
};
use tapwise_vision::{Bitmap, Bounds};

const BOX: Bounds = Bounds { left: 212, top: 317, width: 44, height: 40 };

fn look(reference: &Bitmap, screen: &Bitmap, options: &Options) -> Option<Match> {
    find(&Reference::new(reference.view()).unwrap(), &Pyramid::new(screen.view()), options)
}

fn near(found: Option<Match>, wanted: Bounds) -> bool {
    let close = |a: u32, b: u32| a.abs_diff(b) <= 2;
    found.is_some_and(|m| {
        close(m.bounds.left, wanted.left)
            && close(m.bounds.top, wanted.top)
            && close(m.bounds.right(), wanted.right())
            && close(m.bounds.bottom(), wanted.bottom())
    })
}

/// A screen with an icon in `BOX` and others around it, and the icon cut from it.
fn scene() -> (Bitmap, Bitmap) {
    let mut canvas = Canvas::new(480, 800, 7);
    icon(&mut canvas.picture, BOX, 3, [30, 90, 200]);
    let cut = crop(&canvas.picture, BOX);
    (canvas.picture, cut)
}

#[test]
fn a_picture_is_found_where_it_was_cut() {
    let (screen, cut) = scene();
    let found = look(&cut, &screen, &Options::default());
    assert!(near(found, BOX), "{found:?}");
    assert!(found.is_some_and(|m| m.method == Method::Exact && m.confidence > 0.9), "{found:?}");
}

#[test]
fn a_picture_in_another_hue_is_another_picture() {
    let (screen, cut) = scene();
    let found = look(&recoloured(&cut), &screen, &Options::default());
    assert_eq!(found, None);
}

#[test]
fn a_picture_of_another_resolution_is_found_with_and_without_the_hint() {
    let (screen, cut) = scene();
    let small = Canvas::shrunk(&screen, 320, 533);
    let wanted = Bounds { left: 141, top: 211, width: 29, height: 27 };
    for captured_on in [None, Some((480, 800))] {
        let found = look(&cut, &small, &Options { captured_on, ..Options::default() });
        assert!(near(found, wanted), "{captured_on:?}: {found:?}");
        assert!(
            found.is_some_and(|m| m.method == Method::Scaled && (m.scale - 0.667).abs() < 0.03),
            "{found:?}"
        );
    }
}

#[test]
fn light_and_dark_may_be_swapped() {
    let (screen, _) = scene();
    let grey = |p: [u8; 4]| {
        let v = (u16::from(p[0]) + u16::from(p[1]) + u16::from(p[2])) / 3;
        [v as u8, v as u8, v as u8, 255]
    };
    let cut = Canvas::mapped(&crop(&screen, BOX), grey);
    let dark = Canvas::mapped(&screen, |p| grey(p).map(|v| 255 - v));
    let found = look(&cut, &Canvas::mapped(&dark, |p| [p[0], p[1], p[2], 255]), &Options::default());
    assert!(near(found, BOX), "{found:?}");
    assert_eq!(found.map(|m| m.method), Some(Method::Inverted));
}

/// Nearly black, as what lies behind a dark layer is.
fn dimmed(p: [u8; 4], kept: f32) -> [u8; 4] {
    let dim = |v: u8| (f32::from(v) * kept + 20.0).round() as u8;
    [dim(p[0]), dim(p[1]), dim(p[2]), 255]
}

#[test]
fn a_picture_behind_a_dark_layer_is_found() {
    let (screen, cut) = scene();
    for kept in [0.5, 0.25, 0.12] {
        let dark = Canvas::mapped(&screen, |p| dimmed(p, kept));
        let found = look(&cut, &dark, &Options::default());
        assert!(near(found, BOX), "{kept}: {found:?}");
    }
}

#[test]
fn of_a_dimmed_and_a_plain_copy_the_plain_one_is_meant() {
    let (mut screen, cut) = scene();
    let second = Bounds { left: 60, top: 100, ..BOX };
    for (x, y) in (0..BOX.height).flat_map(|y| (0..BOX.width).map(move |x| (x, y))) {
        screen.set(second.left + x, second.top + y, dimmed(cut.view().pixel(x, y), 0.5));
    }
    let found = look(&cut, &screen, &Options::default());
    assert!(near(found, BOX), "{found:?}");
}

#[test]
fn a_badge_on_a_corner_hides_nothing() {
    let (mut screen, cut) = scene();
    for (x, y) in (0..14).flat_map(|y| (0..14).map(move |x| (x, y))) {
        screen.set(BOX.left + 30 + x, BOX.top + y, [220, 20, 30, 255]);
    }
    let found = look(&cut, &screen, &Options::default());
    assert!(near(found, BOX), "{found:?}");
}

#[test]
fn a_mask_is_found_on_another_background() {
    let (screen, _) = scene();
    let mut masked = Bitmap::from_rgba(44, 40, vec![0; 44 * 40 * 4]).unwrap();
    icon(&mut masked, Bounds { left: 0, top: 0, ..BOX }, 3, [30, 90, 200]);
    let found = look(&masked, &screen, &Options::default());
    assert!(near(found, BOX), "{found:?}");
    assert_eq!(found.map(|m| m.method), Some(Method::Masked));
}

#[test]
fn a_picture_turned_by_a_quarter_is_found() {
    let (screen, cut) = scene();
    let mut turned = Bitmap::from_rgba(40, 44, vec![255; 40 * 44 * 4]).unwrap();
    for (x, y) in (0..40).flat_map(|y| (0..44).map(move |x| (x, y))) {
        turned.set(39 - y, x, cut.view().pixel(x, y));
    }
    let found = look(&turned, &screen, &Options::default());
    assert!(near(found, BOX), "{found:?}");
    assert!(found.is_some_and(|m| m.method == Method::Turned && m.angle == 270.0), "{found:?}");
}

#[test]
fn all_places_are_found_once_each_and_only_within_the_bounds() {
    let (mut screen, cut) = scene();
    let second = Bounds { left: 60, top: 700, ..BOX };
    for (x, y) in (0..BOX.height).flat_map(|y| (0..BOX.width).map(move |x| (x, y))) {
        screen.set(second.left + x, second.top + y, cut.view().pixel(x, y));
    }
    let (reference, pyramid) = (Reference::new(cut.view()).unwrap(), Pyramid::new(screen.view()));
    let mut tops: Vec<u32> =
        find_all(&reference, &pyramid, &Options::default()).iter().map(|m| m.bounds.top).collect();
    tops.sort_unstable();
    assert_eq!(tops, [BOX.top, second.top]);
    let within = Some(Bounds { left: 0, top: 600, width: 480, height: 200 });
    let found = find(&reference, &pyramid, &Options { within, ..Options::default() });
    assert!(near(found, second), "{found:?}");
}

#[test]
fn of_several_variants_the_one_on_the_screen_is_named() {
    let (screen, cut) = scene();
    let mut other = Canvas::new(480, 800, 99);
    icon(&mut other.picture, BOX, 11, [10, 160, 60]);
    let references = [crop(&other.picture, BOX), cut].map(|picture| Reference::new(picture.view()).unwrap());
    let found = find_any(&references, &Pyramid::new(screen.view()), &Options::default());
    assert!(found.is_some_and(|(nth, m)| nth == 1 && near(Some(m), BOX)), "{found:?}");
}

#[test]
fn a_picture_that_cannot_be_looked_for_says_why() {
    let made = |width: u32, height: u32, pixel: [u8; 4]| {
        let bytes = pixel.repeat((width * height) as usize);
        Reference::new(Bitmap::from_rgba(width, height, bytes).unwrap().view()).map(|_| ())
    };
    assert_eq!(made(1, 1, [1, 2, 3, 255]), Err(BadReference::TooSmall { width: 1, height: 1 }));
    assert_eq!(made(40, 40, [9, 9, 9, 255]), Err(BadReference::Flat));
    assert_eq!(made(40, 40, [9, 9, 9, 0]), Err(BadReference::Transparent));
    assert!(matches!(made(4096, 4000, [9, 9, 9, 255]), Err(BadReference::TooLarge { .. })));
}

#[test]
fn a_picture_larger_than_the_screen_is_not_found() {
    let (screen, _) = scene();
    let small = Canvas::new(60, 50, 4).picture;
    assert_eq!(look(&screen, &small, &Options::default()), None);
}

#[test]
fn a_higher_threshold_never_finds_more() {
    let (screen, cut) = scene();
    let at = |threshold: f32| look(&cut, &screen, &Options { threshold, ..Options::default() });
    assert!(at(0.5).is_some() && at(0.75).is_some());
    assert_eq!(at(1.01), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_crop_of_any_textured_picture_is_found_where_it_was_cut(
        seed in 0u64..1000, left in 0u32..300, top in 0u32..400, width in 24u32..90, height in 24u32..80,
    ) {
        let screen = Canvas::textured(400, 500, seed);
        let bounds = Bounds { left: left.min(400 - width), top: top.min(500 - height), width, height };
        let found = look(&crop(&screen, bounds), &screen, &Options::default());
        prop_assert!(near(found, bounds), "{bounds:?} {found:?}");
    }

    #[test]
    fn nothing_is_found_on_an_empty_screen(seed in 0u64..1000, shade in 0u8..=255, width in 24u32..90) {
        let screen = Bitmap::from_rgba(300, 400, [shade, shade, shade, 255].repeat(300 * 400)).unwrap();
        let picture = crop(&Canvas::textured(200, 200, seed), Bounds { left: 9, top: 9, width, height: 30 });
        prop_assert_eq!(look(&picture, &screen, &Options::default()), None);
    }
}
