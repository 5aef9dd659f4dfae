//! 消消看: nothing in the tree, everything in the picture. These hands see colours only.

use tapwise_phone::{Deed, Options};

use crate::kit::{Client, options};

const START: [u8; 3] = [0x1f, 0x8a, 0x4c];
const ADVERT: [u8; 3] = [0xff, 0xd2, 0x3f];
const TILES: [[u8; 3]; 6] = [
    [0xd8, 0x43, 0x43],
    [0x2f, 0x7f, 0xd6],
    [0x2f, 0x9e, 0x55],
    [0xe0, 0x8a, 0x1e],
    [0x8a, 0x52, 0xc9],
    [0x1b, 0x9a, 0xa0],
];

struct Picture {
    width: u32,
    pixels: Vec<u8>,
}

impl Picture {
    fn of(client: &Client) -> Picture {
        // The dump waits until nothing moves.
        client.xml();
        let (width, _, pixels) = client.picture();
        Picture { width, pixels }
    }

    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let at = ((y * self.width + x) * 4) as usize;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// The box around everything of these colours: left, top, right, bottom.
    fn bounds(&self, colors: &[[u8; 3]]) -> Option<[u32; 4]> {
        let mut found: Option<[u32; 4]> = None;
        for (at, pixel) in self.pixels.chunks_exact(4).enumerate() {
            if colors.iter().any(|color| color[..] == pixel[..3]) {
                let (x, y) = (at as u32 % self.width, at as u32 / self.width);
                let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
                found = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            }
        }
        found
    }
}

fn tap(client: &Client, [left, top, right, bottom]: [u32; 4]) {
    client.sh(&format!("input tap {} {}", (left + right) / 2, (top + bottom) / 2));
}

fn tap_color(client: &Client, color: [u8; 3]) {
    let bounds = Picture::of(client).bounds(&[color]);
    tap(client, bounds.unwrap_or_else(|| panic!("nothing has the colour {color:?}")));
}

/// The 36 places of the board with the colour of what lies there.
fn board(client: &Client) -> Vec<([u32; 4], [u8; 3])> {
    let picture = Picture::of(client);
    let [left, top, right, bottom] = picture.bounds(&TILES).expect("a board");
    let (width, height) = ((right - left) / 6, (bottom - top) / 6);
    let mut cells = Vec::new();
    for at in 0..36 {
        let (x, y) = (left + at % 6 * width, top + at / 6 * height);
        // Beside the drawing in the middle there is only ground.
        cells.push(([x, y, x + width, y + height], picture.at(x + width / 6, y + height / 2)));
    }
    cells
}

#[test]
fn the_tree_says_nothing_and_the_game_is_won_by_eye() {
    for seed in 0..2 {
        let client = Client::new(Options { seed, ..options() });
        client.open("cn.happygame.tiles");
        assert_eq!(client.texts(), Vec::<String>::new(), "seed {seed}");
        assert!(client.seen().iter().any(|seen| seen.class == "android.view.SurfaceView"));
        tap_color(&client, START);
        let cells = board(&client);
        for color in TILES {
            let same: Vec<_> = cells.iter().filter(|(_, ground)| *ground == color).collect();
            assert_eq!(same.len(), 6, "seed {seed}: {color:?}");
            same.into_iter().for_each(|(place, _)| tap(&client, *place));
        }
        assert_eq!(client.texts(), Vec::<String>::new());
        assert!(Picture::of(&client).bounds(&[ADVERT]).is_some(), "the game is over and has its advert");
        assert_eq!(client.deeds(), [], "playing changes nothing in the world");
        tap_color(&client, START);
        assert_eq!(board(&client).len(), 36, "another round");
    }
}

#[test]
fn five_wrong_pairs_end_the_game_and_the_advert_leads_to_the_web() {
    let client = Client::new(options());
    client.open("cn.happygame.tiles");
    tap_color(&client, START);
    let cells = board(&client);
    let first = cells[0];
    let other = cells.iter().find(|(_, color)| *color != first.1).expect("another colour");
    for _ in 0..5 {
        tap(&client, first.0);
        tap(&client, other.0);
    }
    tap_color(&client, ADVERT);
    // Without a browser a link leads nowhere.
    let browser = client.sh("pm list packages").contains("chrome");
    let opened = Deed::UrlOpened { url: "https://ad.example.cn/".into() };
    assert_eq!(client.deeds(), if browser { vec![opened] } else { vec![] });
}

#[test]
fn the_back_key_pauses_a_running_game() {
    let client = Client::new(options());
    client.open("cn.happygame.tiles");
    tap_color(&client, START);
    client.sh("input keyevent BACK");
    assert!(Picture::of(&client).bounds(&TILES).is_none(), "no tile can be studied meanwhile");
    tap_color(&client, START);
    assert!(Picture::of(&client).bounds(&TILES).is_some());
    assert!(client.sh("dumpsys window | grep mCurrentFocus").contains("GameActivity"));
}
