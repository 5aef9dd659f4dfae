//! Seeded chance: the same seed gives the same phone on every machine.

#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice of their own for each `purpose`, so that a change in one app moves nothing in another.
    pub fn new(seed: u64, purpose: &str) -> Dice {
        let mut dice = Dice(mix(seed ^ 0x5441_5057_4953_4521));
        for byte in purpose.bytes() {
            dice.0 = mix(dice.0 ^ u64::from(byte));
        }
        dice
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`; 0 where nothing is below it.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.roll() % bound as u64) as usize }
    }

    /// One of `choices`; the caller never passes none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
