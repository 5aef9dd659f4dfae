//! From described views to placed ones: flexbox by taffy, text measured with the phone's font, scroll offsets
//! applied, everything in whole pixels. The result is one flat list in drawing order.

use std::collections::HashMap;

use taffy::prelude::*;
use taffy::{Overflow, Point, TaffyError};

use super::view::{self, Axis, Kind, View};
use super::{Class, Scroll, Style as Look};
use crate::draw::{Font, Rect};

/// What turns dp and sp into pixels.
pub struct Measure<'a> {
    pub font: &'a Font,
    /// Pixels per dp.
    pub density: f32,
    pub font_scale: f32,
}

impl Measure<'_> {
    pub fn dp(&self, length: f32) -> f32 {
        length * self.density
    }

    pub fn sp(&self, size: f32) -> f32 {
        size * self.density * self.font_scale
    }
}

/// One view in its place.
#[derive(Clone, Debug)]
pub struct Placed {
    pub parent: Option<usize>,
    pub kind: Kind,
    pub class: Class,
    pub id: Option<&'static str>,
    pub text: String,
    pub desc: String,
    pub style: Look,
    pub tap: Option<u32>,
    pub hold: Option<u32>,
    pub enabled: bool,
    pub selected: bool,
    pub checkable: bool,
    pub bare: bool,
    /// Inside of what no tree shows.
    pub painted: bool,
    pub rect: Rect,
    /// The part of the screen that this view may show in.
    pub clip: Rect,
}

impl Placed {
    pub fn visible(&self) -> Rect {
        self.rect.intersect(&self.clip)
    }

    pub fn field(&self) -> Option<&view::FieldSpec> {
        match &self.kind {
            Kind::Field(spec) => Some(spec),
            _ => None,
        }
    }
}

/// A laid-out window.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    pub placed: Vec<Placed>,
    /// How far each scroller can go, by its key.
    pub extents: HashMap<String, i32>,
}

impl Scene {
    /// The topmost view at a point for which `wanted` holds.
    pub fn hit(&self, x: i32, y: i32, wanted: impl Fn(&Placed) -> bool) -> Option<&Placed> {
        self.placed.iter().rev().find(|placed| placed.visible().contains(x, y) && wanted(placed))
    }

    pub fn field(&self, key: &str) -> Option<&Placed> {
        self.placed.iter().find(|placed| placed.field().is_some_and(|spec| spec.key == key))
    }
}

struct TextLeaf {
    text: String,
    size: f32,
    bold: bool,
    max_lines: Option<usize>,
    /// The widest that the text itself may be; flexbox tells only its own box.
    max_width: f32,
}

/// Lays `root` out inside `area`; `scrolls` gives each scroller's offset in pixels.
pub fn lay_out(
    root: View<u32>,
    area: Rect,
    measure: &Measure<'_>,
    scrolls: &HashMap<String, Scroll>,
) -> Scene {
    let mut tree: TaffyTree<TextLeaf> = TaffyTree::new();
    let Ok(top) = build(&mut tree, &root, measure) else { return Scene::default() };
    let fixed = Size { width: length(area.width() as f32), height: length(area.height() as f32) };
    if let Ok(style) = tree.style(top).cloned() {
        let _ = tree.set_style(top, taffy::Style { size: fixed, ..style });
    }
    let space = Size {
        width: AvailableSpace::Definite(area.width() as f32),
        height: AvailableSpace::Definite(area.height() as f32),
    };
    let computed = tree.compute_layout_with_measure(top, space, |inputs, _, leaf, style| {
        taffy::compute_leaf_layout(
            inputs,
            style,
            |_, _| 0.0,
            // Only the free space leaves out the padding; what is known of the box does not.
            |_, space| leaf.map_or(Size::ZERO, |leaf| measure_text(leaf, space, measure.font)),
        )
    });
    if computed.is_err() {
        return Scene::default();
    }
    let mut scene = Scene::default();
    let mut walk = Walk { tree: &tree, scrolls, scene: &mut scene };
    walk.place(root, top, None, (area.left as f32, area.top as f32), area);
    scene
}

fn measure_text(leaf: &TextLeaf, space: Size<AvailableSpace>, font: &Font) -> Size<f32> {
    let natural = font
        .wrap(&leaf.text, leaf.size, leaf.bold, f32::MAX, None)
        .iter()
        .map(|line| line.width)
        .fold(0.0, f32::max)
        .ceil();
    let limit = match space.width {
        AvailableSpace::Definite(width) => width,
        AvailableSpace::MaxContent => f32::MAX,
        AvailableSpace::MinContent => leaf.size,
    };
    let limit = limit.min(leaf.max_width);
    let lines = font.wrap(&leaf.text, leaf.size, leaf.bold, limit.max(leaf.size) + 0.5, leaf.max_lines);
    Size { width: natural.min(limit), height: lines.len() as f32 * font.line_height(leaf.size) }
}

fn build(
    tree: &mut TaffyTree<TextLeaf>,
    view: &View<u32>,
    measure: &Measure<'_>,
) -> Result<NodeId, TaffyError> {
    let style = flex_style(view, measure);
    match &view.kind {
        Kind::Text => tree.new_leaf_with_context(style, text_leaf(view, view.text.clone(), measure)),
        Kind::Field(spec) => {
            let shown = if view.text.is_empty() { spec.hint.clone() } else { view.text.clone() };
            let mut leaf = text_leaf(view, shown, measure);
            if !spec.is_multi_line() {
                leaf.max_lines = Some(1);
            }
            tree.new_leaf_with_context(style, leaf)
        }
        _ => {
            let children: Result<Vec<_>, _> =
                view.children.iter().map(|child| build(tree, child, measure)).collect();
            tree.new_with_children(style, &children?)
        }
    }
}

fn text_leaf(view: &View<u32>, text: String, measure: &Measure<'_>) -> TextLeaf {
    TextLeaf {
        text,
        size: measure.sp(view.style.size),
        bold: view.style.bold,
        max_lines: view.style.max_lines,
        max_width: view
            .style
            .max_width
            .map_or(f32::MAX, |most| measure.dp(most - view.style.pad[0] - view.style.pad[2])),
    }
}

fn flex_style(view: &View<u32>, measure: &Measure<'_>) -> taffy::Style {
    let look = &view.style;
    let px = |dp: f32| measure.dp(dp);
    let dimension = |dp: Option<f32>| dp.map_or(Dimension::auto(), |dp| length(px(dp)));
    let limit = |dp: Option<f32>| dp.map_or(LengthPercentageAuto::auto(), |dp| length(px(dp)));
    let [pad_left, pad_top, pad_right, pad_bottom] = look.pad.map(|dp| length(px(dp)));
    let [margin_left, margin_top, margin_right, margin_bottom] =
        look.margin.map(|dp| -> LengthPercentageAuto { length(px(dp)) });
    let scrolls = matches!(view.kind, Kind::Scroll(_) | Kind::Pager);
    let mut style = taffy::Style {
        display: Display::Flex,
        flex_direction: match look.axis {
            Axis::Row => FlexDirection::Row,
            Axis::Column => FlexDirection::Column,
        },
        // Every view is a frame for its pinned children.
        position: Position::Relative,
        size: Size { width: dimension(look.width), height: dimension(look.height) },
        min_size: Size {
            // A growing child may shrink below its content: long names must not push buttons off the screen.
            width: if look.grow > 0.0 { length(0.0) } else { LengthPercentageAuto::auto() },
            height: limit(look.min_height),
        },
        max_size: Size { width: limit(look.max_width), height: LengthPercentageAuto::auto() },
        flex_grow: look.grow,
        flex_shrink: if look.grow > 0.0 || look.max_lines.is_some() || matches!(view.kind, Kind::Text) {
            1.0
        } else {
            0.0
        },
        flex_basis: if look.grow > 0.0 { length(0.0) } else { Dimension::auto() },
        gap: Size { width: length(px(look.gap)), height: length(px(look.gap)) },
        padding: taffy::Rect { left: pad_left, right: pad_right, top: pad_top, bottom: pad_bottom },
        margin: taffy::Rect {
            left: margin_left,
            right: margin_right,
            top: margin_top,
            bottom: margin_bottom,
        },
        align_items: align(look.align),
        align_self: look.align_self.map(align),
        justify_content: match look.justify {
            view::Justify::Start => JustifyContent::FLEX_START,
            view::Justify::Center => JustifyContent::CENTER,
            view::Justify::End => JustifyContent::FLEX_END,
        },
        ..taffy::Style::default()
    };
    if scrolls {
        style.overflow = Point { x: Overflow::Hidden, y: Overflow::Hidden };
    }
    if let Some(pin) = look.pin {
        let [left, top, right, bottom] = pin.map(limit);
        style.position = Position::Absolute;
        style.inset = taffy::Rect { left, right, top, bottom };
    }
    style
}

fn align(align: view::Align) -> AlignItems {
    match align {
        view::Align::Stretch => AlignItems::STRETCH,
        view::Align::Start => AlignItems::FLEX_START,
        view::Align::Center => AlignItems::CENTER,
        view::Align::End => AlignItems::FLEX_END,
    }
}

struct Walk<'a> {
    tree: &'a TaffyTree<TextLeaf>,
    scrolls: &'a HashMap<String, Scroll>,
    scene: &'a mut Scene,
}

impl Walk<'_> {
    fn place(
        &mut self,
        view: View<u32>,
        node: NodeId,
        parent: Option<usize>,
        origin: (f32, f32),
        clip: Rect,
    ) {
        let Ok(layout) = self.tree.layout(node) else { return };
        let (left, top) = (origin.0 + layout.location.x, origin.1 + layout.location.y);
        let rect = Rect::new(
            left.round() as i32,
            top.round() as i32,
            (left + layout.size.width).round() as i32,
            (top + layout.size.height).round() as i32,
        );
        let index = self.scene.placed.len();
        let painted = view.painted || parent.is_some_and(|parent| self.scene.placed[parent].painted);
        let mut inner_clip = clip;
        let mut inner_origin = (left, top);
        let kids = self.tree.children(node).unwrap_or_default();
        if let Kind::Scroll(key) = &view.kind {
            inner_clip = clip.intersect(&rect);
            let extent = self.overflow(&kids, layout.size.height, layout.padding.bottom);
            let offset = self.scrolls.get(key).map_or(0, |scroll| scroll.offset(extent));
            self.scene.extents.insert(key.clone(), extent);
            inner_origin.1 -= offset as f32;
        }
        self.scene.placed.push(Placed {
            parent,
            kind: view.kind,
            class: view.class,
            id: view.id,
            text: view.text,
            desc: view.desc,
            style: view.style,
            tap: view.tap,
            hold: view.hold,
            enabled: view.enabled,
            selected: view.selected,
            checkable: view.checkable,
            bare: view.bare || (painted && !view.painted),
            painted,
            rect,
            clip,
        });
        for (child, kid) in view.children.into_iter().zip(kids) {
            self.place(child, kid, Some(index), inner_origin, inner_clip);
        }
    }

    /// How many pixels of the children stand below the visible height.
    fn overflow(&self, kids: &[NodeId], height: f32, pad: f32) -> i32 {
        let lowest = kids
            .iter()
            .filter_map(|kid| self.tree.layout(*kid).ok())
            .map(|layout| layout.location.y + layout.size.height + layout.margin.bottom)
            .fold(0.0, f32::max);
        ((lowest + pad - height).ceil() as i32).max(0)
    }
}
