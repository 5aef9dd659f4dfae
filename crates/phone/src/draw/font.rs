//! Text shaping for the phone: one outline font found on the machine, glyphs kept in a cache, and the
//! embedded bitmap font for every character (or machine) that the outline font does not cover.
//!
//! Chinese and English need no complex shaping, so a line is a run of glyphs with advances and nothing more.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use swash::scale::image::Image;
use swash::scale::{Render, ScaleContext, Source};
use swash::zeno::Format;
use swash::{CacheKey, FontRef};

/// Families tried in this order when the user names no file.
const FAMILIES: [&str; 7] = [
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
];

/// Glyphs kept; beyond that the cache begins anew.
const GLYPHS_MAX: usize = 20_000;

/// Where the glyphs come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FontSource {
    File(PathBuf),
    /// No usable font on this machine: the embedded bitmap font draws everything.
    Embedded,
}

struct Outline {
    data: Vec<u8>,
    offset: u32,
    key: CacheKey,
}

impl Outline {
    fn load(data: Vec<u8>, index: usize) -> Option<Self> {
        let font = FontRef::from_index(&data, index)?;
        let (offset, key) = (font.offset, font.key);
        Some(Self { data, offset, key })
    }

    fn font(&self) -> FontRef<'_> {
        FontRef { data: &self.data, offset: self.offset, key: self.key }
    }
}

/// One glyph, ready to be laid over the canvas.
pub struct Glyph {
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
    pub coverage: Vec<u8>,
    pub advance: f32,
}

/// One line of wrapped text.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub text: String,
    pub width: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GlyphKey {
    ch: char,
    /// Quarter pixels, so that a size is a key.
    size: u32,
    bold: bool,
}

struct Cache {
    glyphs: HashMap<GlyphKey, Arc<Glyph>>,
    scaling: ScaleContext,
}

pub struct Font {
    outline: Option<Outline>,
    source: FontSource,
    cache: Mutex<Cache>,
}

impl Font {
    /// The font in `file`, or the best one installed, or the embedded one: never a failure.
    pub fn find(file: Option<&Path>) -> Font {
        let found = match file {
            Some(path) => load_file(path),
            None => find_installed(),
        };
        let (outline, source) = match found {
            Some((outline, path)) => (Some(outline), FontSource::File(path)),
            None => (None, FontSource::Embedded),
        };
        Font {
            outline,
            source,
            cache: Mutex::new(Cache { glyphs: HashMap::new(), scaling: ScaleContext::new() }),
        }
    }

    /// The same, shared by all phones of this program that draw with it.
    pub fn shared(file: Option<&Path>) -> Arc<Font> {
        static KNOWN: OnceLock<Mutex<HashMap<Option<PathBuf>, Weak<Font>>>> = OnceLock::new();
        let known = KNOWN.get_or_init(Mutex::default);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = file.map(Path::to_owned);
        if let Some(font) = known.get(&key).and_then(Weak::upgrade) {
            return font;
        }
        let font = Arc::new(Font::find(file));
        known.insert(key, Arc::downgrade(&font));
        font
    }

    pub fn source(&self) -> &FontSource {
        &self.source
    }

    pub fn line_height(&self, size: f32) -> f32 {
        (size * 1.32).round()
    }

    /// From the top of a line to its baseline.
    pub fn ascent(&self, size: f32) -> f32 {
        (size * 1.04).round()
    }

    pub fn measure(&self, text: &str, size: f32, bold: bool) -> f32 {
        text.chars().map(|ch| self.glyph(ch, size, bold).advance).sum()
    }

    /// Breaks `text` into lines no wider than `max_width`. Latin words stay whole where they fit; Chinese may
    /// break anywhere. With `max_lines`, the last line ends in an ellipsis when something is left out.
    pub fn wrap(
        &self,
        text: &str,
        size: f32,
        bold: bool,
        max_width: f32,
        max_lines: Option<usize>,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for paragraph in text.split('\n') {
            self.wrap_paragraph(paragraph, size, bold, max_width, &mut lines);
        }
        if let Some(most) = max_lines
            && lines.len() > most
        {
            let rest: String = lines.drain(most.saturating_sub(1)..).map(|line| line.text).collect();
            lines.push(self.ellipsis(&rest, size, bold, max_width));
        }
        lines
    }

    fn wrap_paragraph(&self, text: &str, size: f32, bold: bool, max_width: f32, lines: &mut Vec<Line>) {
        let mut line = String::new();
        let mut width = 0.0;
        // Where the current line may be broken: byte position in `line` and the width up to there.
        let mut break_at: Option<(usize, f32)> = None;
        for ch in text.chars() {
            let advance = self.glyph(ch, size, bold).advance;
            if width + advance > max_width && !line.is_empty() {
                let breaks_here = !ch.is_ascii_alphanumeric() || break_at.is_none();
                match break_at {
                    Some((at, at_width)) if !breaks_here && at > 0 => {
                        let rest = line.split_off(at);
                        lines.push(Line { text: std::mem::take(&mut line), width: at_width });
                        width -= at_width;
                        line = rest;
                    }
                    _ => {
                        lines.push(Line { text: std::mem::take(&mut line), width });
                        width = 0.0;
                    }
                }
                break_at = None;
            }
            line.push(ch);
            width += advance;
            if !ch.is_ascii_alphanumeric() {
                break_at = Some((line.len(), width));
            }
        }
        lines.push(Line { text: line, width });
    }

    fn ellipsis(&self, text: &str, size: f32, bold: bool, max_width: f32) -> Line {
        let dots = self.glyph('…', size, bold).advance;
        let mut kept = String::new();
        let mut width = 0.0;
        for ch in text.chars() {
            let advance = self.glyph(ch, size, bold).advance;
            if width + advance + dots > max_width {
                break;
            }
            kept.push(ch);
            width += advance;
        }
        kept.push('…');
        Line { text: kept, width: width + dots }
    }

    pub fn glyph(&self, ch: char, size: f32, bold: bool) -> Arc<Glyph> {
        let key = GlyphKey { ch, size: (size * 4.0).round() as u32, bold };
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(glyph) = cache.glyphs.get(&key) {
            return Arc::clone(glyph);
        }
        let size = key.size as f32 / 4.0;
        let drawn = self
            .outline
            .as_ref()
            .and_then(|outline| outline_glyph(outline, &mut cache.scaling, ch, size, bold))
            .unwrap_or_else(|| bitmap_glyph(ch, size));
        let glyph = Arc::new(drawn);
        if cache.glyphs.len() >= GLYPHS_MAX {
            cache.glyphs.clear();
        }
        cache.glyphs.insert(key, Arc::clone(&glyph));
        glyph
    }
}

fn load_file(path: &Path) -> Option<(Outline, PathBuf)> {
    let data = std::fs::read(path).ok()?;
    Some((Outline::load(data, 0)?, path.to_path_buf()))
}

fn find_installed() -> Option<(Outline, PathBuf)> {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    FAMILIES.iter().find_map(|family| {
        let id = fonts.query(&fontdb::Query {
            families: &[fontdb::Family::Name(family)],
            weight: fontdb::Weight::NORMAL,
            ..fontdb::Query::default()
        })?;
        let info = fonts.face(id)?;
        let path = match &info.source {
            fontdb::Source::File(path) | fontdb::Source::SharedFile(path, _) => path.clone(),
            fontdb::Source::Binary(_) => return None,
        };
        let data = std::fs::read(&path).ok()?;
        Some((Outline::load(data, info.index as usize)?, path))
    })
}

fn outline_glyph(
    outline: &Outline,
    scaling: &mut ScaleContext,
    ch: char,
    size: f32,
    bold: bool,
) -> Option<Glyph> {
    let font = outline.font();
    let id = font.charmap().map(ch);
    if id == 0 {
        return None;
    }
    let advance = font.glyph_metrics(&[]).scale(size).advance_width(id);
    let mut scaler = scaling.builder(font).size(size).hint(false).build();
    let mut draw = |strength| {
        Render::new(&[Source::Outline]).format(Format::Alpha).embolden(strength).render(&mut scaler, id)
    };
    let image = if bold {
        // Some fonts have outlines that run the other way round: what makes others bolder makes them thinner.
        let strength = size * 0.028;
        let ink = |image: &Image| image.data.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        [draw(-strength), draw(strength)].into_iter().flatten().max_by_key(ink)
    } else {
        draw(0.0)
    };
    let Some(image) = image else {
        return Some(Glyph { left: 0, top: 0, width: 0, height: 0, coverage: Vec::new(), advance });
    };
    Some(Glyph {
        left: image.placement.left,
        top: image.placement.top,
        width: image.placement.width as i32,
        height: image.placement.height as i32,
        coverage: image.data,
        advance,
    })
}

/// A glyph of the embedded 16-pixel font, enlarged; a box for what even that one lacks.
fn bitmap_glyph(ch: char, size: f32) -> Glyph {
    if ch.is_control() || is_invisible(ch) {
        return Glyph { left: 0, top: 0, width: 0, height: 0, coverage: Vec::new(), advance: 0.0 };
    }
    let found = unifont::get_glyph(ch);
    let columns = found.map_or(16, |glyph| glyph.get_width()) as f32;
    let scale = size / 16.0;
    let (width, height) = ((columns * scale).round().max(1.0) as i32, size.round().max(1.0) as i32);
    let mut coverage = vec![0; (width * height) as usize];
    for y in 0..height {
        for x in 0..width {
            let (column, row) = ((x as f32 / scale) as usize, (y as f32 / scale) as usize);
            let on = match found {
                Some(glyph) => glyph.get_pixel(column, row),
                None => {
                    let edge_column = column == 1 || column == 14;
                    let edge_row = row == 1 || row == 14;
                    (edge_column && (1..=14).contains(&row)) || (edge_row && (1..=14).contains(&column))
                }
            };
            if on {
                coverage[(y * width + x) as usize] = 255;
            }
        }
    }
    Glyph { left: 0, top: (size * 0.86).round() as i32, width, height, coverage, advance: columns * scale }
}

fn is_invisible(ch: char) -> bool {
    matches!(ch, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded() -> Font {
        Font::find(Some(Path::new("/nonexistent")))
    }

    #[test]
    fn a_machine_without_a_font_still_draws_chinese() {
        let font = embedded();
        assert_eq!(font.source(), &FontSource::Embedded);
        let glyph = font.glyph('微', 32.0, false);
        assert_eq!(glyph.advance, 32.0);
        assert!(glyph.coverage.iter().filter(|c| **c > 0).count() > 50);
    }

    /// 汇 is drawn the other way round in WenQuanYi Micro Hei.
    #[test]
    fn bold_is_never_thinner_than_plain() {
        let font = Font::find(None);
        let ink = |ch, bold| font.glyph(ch, 48.0, bold).coverage.iter().map(|c| u64::from(*c)).sum::<u64>();
        for ch in "汇款转账Aa8".chars() {
            assert!(ink(ch, true) >= ink(ch, false), "{ch}");
        }
    }

    #[test]
    fn words_stay_whole_and_chinese_breaks_anywhere() {
        let font = embedded();
        let lines = font.wrap("hello wonderful world", 16.0, false, 90.0, None);
        assert_eq!(
            lines.iter().map(|l| l.text.trim_end()).collect::<Vec<_>>(),
            ["hello", "wonderful", "world"]
        );
        let lines = font.wrap("你好世界再见", 16.0, false, 50.0, None);
        assert_eq!(lines.iter().map(|l| l.text.as_str()).collect::<Vec<_>>(), ["你好世", "界再见"]);
    }

    #[test]
    fn what_does_not_fit_the_lines_ends_in_an_ellipsis() {
        let font = embedded();
        let lines = font.wrap("你好世界再见", 16.0, false, 50.0, Some(1));
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].text, "你好…");
    }
}
