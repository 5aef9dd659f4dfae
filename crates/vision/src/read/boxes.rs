//! From the detector's map of how likely text is at each pixel to boxes around lines: threshold, a little thickening,
//! connected pixels, and growth, because the map shows only the core of a line.

/// A pixel counts as text from here on.
const PIXEL: f32 = 0.3;
/// A box counts if its pixels are on average this likely.
const BOX: f32 = 0.3;
const MIN_SIDE: usize = 3;
const GROWTH: f32 = 1.6;
/// More lines than this are no screen; the likeliest are kept.
const MOST: usize = 500;

/// A box in pixels of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Found {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    pub score: f32,
}

pub(super) fn boxes(map: &[f32], width: usize, height: usize) -> Vec<Found> {
    let mut mask = thickened(map, width, height);
    let sums = row_sums(map, width);
    let mut found = Vec::new();
    for start in 0..mask.len() {
        if mask[start] == 0 {
            continue;
        }
        let Blob { left, top, right, bottom, .. } = component(&mut mask, width, height, start);
        if right - left < MIN_SIDE || bottom - top < MIN_SIDE {
            continue;
        }
        let row = |y: usize| sums[y * (width + 1) + right] - sums[y * (width + 1) + left];
        let area = ((right - left) * (bottom - top)) as f32;
        let score = (top..bottom).map(row).sum::<f32>() / area;
        if score >= BOX {
            found.push(grown(left as f32, top as f32, right as f32, bottom as f32, score));
        }
    }
    if found.len() > MOST {
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.truncate(MOST);
    }
    found
}

fn grown(left: f32, top: f32, right: f32, bottom: f32, score: f32) -> Found {
    let (width, height) = (right - left, bottom - top);
    let by = width * height * GROWTH / (2.0 * (width + height));
    Found { left: left - by, top: top - by, right: right + by, bottom: bottom + by, score }
}

/// Text pixels, each also covering its neighbours to the right and below.
fn thickened(map: &[f32], width: usize, height: usize) -> Vec<u8> {
    let mut mask = vec![0; width * height];
    for (at, value) in map.iter().enumerate().take(width * height) {
        if *value <= PIXEL {
            continue;
        }
        let (right, below) = (at % width + 1 < width, at / width + 1 < height);
        mask[at] = 1;
        if right {
            mask[at + 1] = 1;
        }
        if below {
            mask[at + width] = 1;
        }
        if right && below {
            mask[at + width + 1] = 1;
        }
    }
    mask
}

/// For each row the sums of its values up to each column, so that nested boxes cost no more than others.
fn row_sums(map: &[f32], width: usize) -> Vec<f32> {
    let mut sums = Vec::with_capacity(map.len() + map.len() / width.max(1));
    for row in map.chunks_exact(width.max(1)) {
        let mut sum = 0.0;
        sums.push(sum);
        for value in row {
            sum += value;
            sums.push(sum);
        }
    }
    sums
}

/// Pixels that hang together: the box around them and how many they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Blob {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
    pub pixels: usize,
}

/// All pixels of one value that hang together with `start`, corners included. They become 0, so that none is met twice.
pub(super) fn component(mask: &mut [u8], width: usize, height: usize, start: usize) -> Blob {
    let value = std::mem::take(&mut mask[start]);
    let mut blob = Blob { left: width, top: height, right: 0, bottom: 0, pixels: 0 };
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let (x, y) = (at % width, at / width);
        (blob.left, blob.right) = (blob.left.min(x), blob.right.max(x + 1));
        (blob.top, blob.bottom) = (blob.top.min(y), blob.bottom.max(y + 1));
        blob.pixels += 1;
        for near_y in y.saturating_sub(1)..(y + 2).min(height) {
            for near_x in x.saturating_sub(1)..(x + 2).min(width) {
                let near = near_y * width + near_x;
                if value != 0 && mask[near] == value {
                    mask[near] = 0;
                    open.push(near);
                }
            }
        }
    }
    blob
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(width: usize, height: usize, parts: &[(usize, usize, usize, usize, f32)]) -> Vec<f32> {
        let mut map = vec![0.0; width * height];
        for (left, top, right, bottom, value) in parts {
            for y in *top..*bottom {
                map[y * width + left..y * width + right].fill(*value);
            }
        }
        map
    }

    #[test]
    fn two_lines_are_two_boxes_grown_by_area_and_perimeter() {
        let map = map(200, 60, &[(10, 5, 109, 14, 0.9), (20, 40, 59, 49, 0.9)]);
        let found = boxes(&map, 200, 60);
        assert_eq!(found.len(), 2);
        // 100 x 10 with the thickening: grown by 1000 * 1.6 / 220.
        let by = 1000.0 * 1.6 / 220.0;
        assert!((found[0].left - (10.0 - by)).abs() < 1e-3 && (found[0].bottom - (15.0 + by)).abs() < 1e-3);
    }

    #[test]
    fn specks_and_unlikely_boxes_are_dropped() {
        // A speck, and a frame that is thin: its box is almost empty.
        let frame =
            [(40, 5, 140, 7, 0.9), (40, 48, 140, 50, 0.9), (40, 5, 42, 50, 0.9), (138, 5, 140, 50, 0.9)];
        let mut parts = vec![(5, 5, 6, 6, 0.9)];
        parts.extend(frame);
        assert!(boxes(&map(200, 60, &parts), 200, 60).is_empty());
    }

    #[test]
    fn noise_is_bounded() {
        let width = 640;
        let dotted = |at: usize| if (at % width) % 6 < 3 && (at / width) % 6 < 3 { 0.9 } else { 0.0 };
        let map: Vec<f32> = (0..width * 640).map(dotted).collect();
        assert_eq!(boxes(&map, width, 640).len(), MOST);
        assert!(boxes(&[], 0, 0).is_empty());
    }
}
