//! The rules of 消消看: two equal tiles go together, five wrong pairs end the game.

use crate::dice::Dice;

pub const SIDE: usize = 6;
pub const KINDS: usize = 6;
const CHANCES: u32 = 5;
const PAIR: u32 = 10;
/// For an empty board.
const BONUS: u32 = 20;

#[derive(Clone, Debug)]
pub struct Board {
    pub tiles: Vec<Option<usize>>,
    pub chosen: Option<usize>,
    pub score: u32,
    pub chances: u32,
}

impl Board {
    /// The board of the nth round on a phone of this seed.
    pub fn new(seed: u64, round: u64) -> Board {
        let mut tiles: Vec<Option<usize>> = (0..SIDE * SIDE).map(|at| Some(at % KINDS)).collect();
        Dice::new(seed, &format!("tiles {round}")).shuffle(&mut tiles);
        Board { tiles, chosen: None, score: 0, chances: CHANCES }
    }

    pub fn touch(&mut self, at: usize) {
        let Some(kind) = self.tiles.get(at).copied().flatten().filter(|_| !self.is_over()) else { return };
        match self.chosen.take() {
            None => self.chosen = Some(at),
            Some(first) if first == at => {}
            Some(first) if self.tiles[first] == Some(kind) => {
                (self.tiles[first], self.tiles[at]) = (None, None);
                self.score += PAIR + if self.is_clear() { BONUS } else { 0 };
            }
            Some(_) => self.chances -= 1,
        }
    }

    pub fn is_clear(&self) -> bool {
        self.tiles.iter().all(Option::is_none)
    }

    pub fn is_over(&self) -> bool {
        self.chances == 0 || self.is_clear()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(board: &Board, kind: usize) -> Vec<usize> {
        (0..board.tiles.len()).filter(|at| board.tiles[*at] == Some(kind)).collect()
    }

    #[test]
    fn every_board_can_be_cleared_and_no_round_is_like_the_one_before() {
        let mut board = Board::new(3, 0);
        assert_eq!(board.tiles, Board::new(3, 0).tiles);
        assert_ne!(board.tiles, Board::new(3, 1).tiles);
        for kind in 0..KINDS {
            places(&board, kind).into_iter().for_each(|at| board.touch(at));
        }
        assert!(board.is_clear() && board.is_over());
        assert_eq!((board.score, board.chances), (200, CHANCES));
    }

    #[test]
    fn wrong_pairs_cost_chances_and_the_last_one_ends_the_game() {
        let mut board = Board::new(1, 0);
        let (one, other) = (places(&board, 0)[0], places(&board, 1)[0]);
        board.touch(one);
        board.touch(one);
        assert_eq!((board.chosen, board.chances), (None, CHANCES), "a second touch lets go");
        for _ in 0..CHANCES {
            board.touch(one);
            board.touch(other);
        }
        assert!(board.is_over());
        board.touch(one);
        assert_eq!((board.chosen, board.score), (None, 0), "nothing moves afterwards");
    }
}
