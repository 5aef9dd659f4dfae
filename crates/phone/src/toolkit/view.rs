//! What an app says about its page: a tree of views with looks and messages. Lengths are dp, text sizes sp;
//! the layout turns them into pixels of this phone.

use crate::draw::{Color, Icon};

/// The Android class that a view shows in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Frame,
    Linear,
    Relative,
    View,
    Text,
    Button,
    Edit,
    Image,
    ImageButton,
    Switch,
    List,
    Recycler,
    ScrollView,
    Pager,
    Grid,
    CheckBox,
    Radio,
    SeekBar,
    /// A page of the web: it tells of what lies outside the screen too.
    Web,
    Surface,
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::Frame => "android.widget.FrameLayout",
            Class::Linear => "android.widget.LinearLayout",
            Class::Relative => "android.widget.RelativeLayout",
            Class::View => "android.view.View",
            Class::Text => "android.widget.TextView",
            Class::Button => "android.widget.Button",
            Class::Edit => "android.widget.EditText",
            Class::Image => "android.widget.ImageView",
            Class::ImageButton => "android.widget.ImageButton",
            Class::Switch => "android.widget.Switch",
            Class::List => "android.widget.ListView",
            Class::Recycler => "androidx.recyclerview.widget.RecyclerView",
            Class::ScrollView => "android.widget.ScrollView",
            Class::Pager => "androidx.viewpager.widget.ViewPager",
            Class::Grid => "android.widget.GridView",
            Class::CheckBox => "android.widget.CheckBox",
            Class::Radio => "android.widget.RadioButton",
            Class::SeekBar => "android.widget.SeekBar",
            Class::Web => "android.webkit.WebView",
            Class::Surface => "android.view.SurfaceView",
        }
    }
}

/// What the enter key of the keyboard does in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EnterKey {
    #[default]
    Done,
    Search,
    NewLine,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldSpec {
    /// Names the field within its app; the app gets it back with each edit.
    pub key: &'static str,
    pub hint: String,
    pub enter: EnterKey,
    pub password: bool,
}

impl FieldSpec {
    pub fn is_multi_line(&self) -> bool {
        self.enter == EnterKey::NewLine
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Group,
    Text,
    Field(FieldSpec),
    /// An icon in a box, drawn with ink and a second colour.
    Icon(Icon, Color, Color),
    /// A square with one big character: avatars.
    Letter(char, Color),
    Switch(bool),
    /// A bar with a thumb, 0 at its left end and 1 at its right; the app is told by its key.
    Slider(&'static str, f32),
    /// A picture made from a number: photos, goods.
    Art(u64),
    /// A container that scrolls vertically; the key keeps its offset.
    Scroll(String),
    /// A container whose page flips sideways; the app is told.
    Pager,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Axis {
    #[default]
    Column,
    Row,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Align {
    #[default]
    Stretch,
    Start,
    Center,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Justify {
    #[default]
    Start,
    Center,
    End,
}

/// How a view looks and takes room.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    pub axis: Axis,
    pub align: Align,
    pub align_self: Option<Align>,
    pub justify: Justify,
    pub width: Option<f32>,
    pub height: Option<f32>,
    pub max_width: Option<f32>,
    pub min_height: Option<f32>,
    pub grow: f32,
    /// left, top, right, bottom
    pub pad: [f32; 4],
    pub margin: [f32; 4],
    pub gap: f32,
    /// Taken out of the flow and pinned to the parent's edges: left, top, right, bottom.
    pub pin: Option<[Option<f32>; 4]>,
    pub background: Option<Color>,
    pub radius: f32,
    pub color: Color,
    pub size: f32,
    pub bold: bool,
    pub text_align: Align,
    pub max_lines: Option<usize>,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            axis: Axis::Column,
            align: Align::Stretch,
            align_self: None,
            justify: Justify::Start,
            width: None,
            height: None,
            max_width: None,
            min_height: None,
            grow: 0.0,
            pad: [0.0; 4],
            margin: [0.0; 4],
            gap: 0.0,
            pin: None,
            background: None,
            radius: 0.0,
            color: Color::BLACK,
            size: 16.0,
            bold: false,
            text_align: Align::Start,
            max_lines: None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct View<M> {
    pub kind: Kind,
    pub class: Class,
    /// The logical resource name; some apps obfuscate it per seed.
    pub id: Option<&'static str>,
    pub text: String,
    pub desc: String,
    pub style: Style,
    pub tap: Option<M>,
    pub hold: Option<M>,
    pub enabled: bool,
    pub selected: bool,
    pub checkable: bool,
    /// Drawn but not in the accessibility tree (decoration).
    pub bare: bool,
    /// What is inside is drawn and can be touched, and no tree shows it: a game, a canvas.
    pub painted: bool,
    pub children: Vec<View<M>>,
}

impl<M> View<M> {
    fn new(kind: Kind, class: Class) -> Self {
        View {
            kind,
            class,
            id: None,
            text: String::new(),
            desc: String::new(),
            style: Style::default(),
            tap: None,
            hold: None,
            enabled: true,
            selected: false,
            checkable: false,
            bare: false,
            painted: false,
            children: Vec::new(),
        }
    }

    /// The same tree with other messages.
    pub fn map<N>(self, each: &mut impl FnMut(M) -> N) -> View<N> {
        View {
            kind: self.kind,
            class: self.class,
            id: self.id,
            text: self.text,
            desc: self.desc,
            style: self.style,
            tap: self.tap.map(&mut *each),
            hold: self.hold.map(&mut *each),
            enabled: self.enabled,
            selected: self.selected,
            checkable: self.checkable,
            bare: self.bare,
            painted: self.painted,
            children: self.children.into_iter().map(|child| child.map(each)).collect(),
        }
    }

    pub fn class(mut self, class: Class) -> Self {
        self.class = class;
        self
    }
    pub fn id(mut self, id: &'static str) -> Self {
        self.id = Some(id);
        self
    }
    pub fn desc(mut self, desc: impl Into<String>) -> Self {
        self.desc = desc.into();
        self
    }
    pub fn on(mut self, message: M) -> Self {
        self.tap = Some(message);
        self
    }
    pub fn on_hold(mut self, message: M) -> Self {
        self.hold = Some(message);
        self
    }
    pub fn selected(mut self, yes: bool) -> Self {
        self.selected = yes;
        self
    }
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }
    pub fn painted(mut self) -> Self {
        self.painted = true;
        self
    }
    pub fn disabled(mut self, yes: bool) -> Self {
        self.enabled = !yes;
        self
    }
    pub fn pad(mut self, horizontal: f32, vertical: f32) -> Self {
        self.style.pad = [horizontal, vertical, horizontal, vertical];
        self
    }
    pub fn pads(mut self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        self.style.pad = [left, top, right, bottom];
        self
    }
    pub fn margins(mut self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        self.style.margin = [left, top, right, bottom];
        self
    }
    pub fn gap(mut self, gap: f32) -> Self {
        self.style.gap = gap;
        self
    }
    pub fn width(mut self, width: f32) -> Self {
        self.style.width = Some(width);
        self
    }
    pub fn max_width(mut self, width: f32) -> Self {
        self.style.max_width = Some(width);
        self
    }
    pub fn height(mut self, height: f32) -> Self {
        self.style.height = Some(height);
        self
    }
    pub fn min_height(mut self, height: f32) -> Self {
        self.style.min_height = Some(height);
        self
    }
    pub fn square(self, side: f32) -> Self {
        self.width(side).height(side)
    }
    pub fn grow(mut self) -> Self {
        self.style.grow = 1.0;
        self
    }
    pub fn align(mut self, align: Align) -> Self {
        self.style.align = align;
        self
    }
    pub fn align_self(mut self, align: Align) -> Self {
        self.style.align_self = Some(align);
        self
    }
    pub fn justify(mut self, justify: Justify) -> Self {
        self.style.justify = justify;
        self
    }
    pub fn centered(self) -> Self {
        self.align(Align::Center).justify(Justify::Center)
    }
    pub fn pin(
        mut self,
        left: Option<f32>,
        top: Option<f32>,
        right: Option<f32>,
        bottom: Option<f32>,
    ) -> Self {
        self.style.pin = Some([left, top, right, bottom]);
        self
    }
    pub fn bg(mut self, color: Color) -> Self {
        self.style.background = Some(color);
        self
    }
    pub fn radius(mut self, radius: f32) -> Self {
        self.style.radius = radius;
        self
    }
    pub fn color(mut self, color: Color) -> Self {
        self.style.color = color;
        self
    }
    pub fn size(mut self, size: f32) -> Self {
        self.style.size = size;
        self
    }
    pub fn bold(mut self) -> Self {
        self.style.bold = true;
        self
    }
    pub fn text_center(mut self) -> Self {
        self.style.text_align = Align::Center;
        self
    }
    pub fn lines(mut self, most: usize) -> Self {
        self.style.max_lines = Some(most);
        self
    }
}

pub fn column<M>(children: Vec<View<M>>) -> View<M> {
    View { children, ..View::new(Kind::Group, Class::Linear) }
}

pub fn row<M>(children: Vec<View<M>>) -> View<M> {
    let mut view = View { children, ..View::new(Kind::Group, Class::Linear) };
    view.style.axis = Axis::Row;
    view.style.align = Align::Center;
    view
}

/// A plain box, e.g. a divider or a spacer, left out of the tree.
pub fn blank<M>() -> View<M> {
    View::new(Kind::Group, Class::View).bare()
}

pub fn text<M>(text: impl Into<String>) -> View<M> {
    View { text: text.into(), ..View::new(Kind::Text, Class::Text) }
}

pub fn icon<M>(icon: Icon, ink: Color) -> View<M> {
    View::new(Kind::Icon(icon, ink, Color::WHITE), Class::Image).square(24.0)
}

/// An icon drawn with two colours.
pub fn icon_on<M>(icon: Icon, ink: Color, paper: Color) -> View<M> {
    View::new(Kind::Icon(icon, ink, paper), Class::Image).square(24.0)
}

/// A square with the character of a name that tells most: a Latin name's first, a Chinese one's last; brackets tell
/// nothing.
pub fn letter<M>(name: &str, background: Color) -> View<M> {
    let latin = name.chars().next().filter(char::is_ascii);
    let ch = latin.or(name.chars().rfind(|ch| ch.is_alphanumeric())).unwrap_or('?');
    View::new(Kind::Letter(ch, background), Class::Image).square(48.0).radius(6.0)
}

pub fn field<M>(spec: FieldSpec, value: impl Into<String>) -> View<M> {
    View { text: value.into(), ..View::new(Kind::Field(spec), Class::Edit) }
}

pub fn switch<M>(on: bool) -> View<M> {
    View { checkable: true, ..View::new(Kind::Switch(on), Class::Switch) }.width(52.0).height(32.0)
}

pub fn slider<M>(key: &'static str, value: f32) -> View<M> {
    View::new(Kind::Slider(key, value.clamp(0.0, 1.0)), Class::SeekBar).height(36.0)
}

/// A box to tick.
pub fn check_box<M>(on: bool) -> View<M> {
    let drawing = if on { CHECKED } else { UNCHECKED };
    let view = icon(Icon::Drawn(drawing), Color::rgb(0x07c160)).class(Class::CheckBox).selected(on);
    View { checkable: true, ..view }
}

const UNCHECKED: &str = "c 12 12 8";
const CHECKED: &str = "d 12 12 9;S 7.5 12.5 11 16 17 9";

/// A picture made from a number.
pub fn art<M>(number: u64) -> View<M> {
    View::new(Kind::Art(number), Class::Image)
}

pub fn scroll<M>(key: impl Into<String>, children: Vec<View<M>>) -> View<M> {
    View { children, ..View::new(Kind::Scroll(key.into()), Class::Recycler) }.grow()
}

pub fn pager<M>(children: Vec<View<M>>) -> View<M> {
    View { children, ..View::new(Kind::Pager, Class::Pager) }.grow()
}
