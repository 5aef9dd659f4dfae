//! Memory of pictures that nobody looks at any more, kept for the next ones. A phone's picture is ten megabytes, and to get
//! that much fresh memory from the system takes longer than to receive it from a fast phone.

use std::sync::{Arc, Mutex, PoisonError};

/// More than this are never in use at once while a run goes on.
const MOST: usize = 3;
/// What is larger than a picture and the texts before it is not worth keeping.
const LARGEST: usize = 2 * tapwise_vision::MAX_BYTES;

#[derive(Debug, Clone, Default)]
pub struct Spare(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spare {
    /// An empty place with room for this many bytes. Fresh memory is touched here, so that whoever fills it does not stop
    /// at every page of it.
    pub fn place(&self, size: usize) -> Vec<u8> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut place = kept.filter(|place| place.capacity() >= size).unwrap_or_default();
        if place.capacity() < size {
            place.resize(size, 0);
        }
        place.clear();
        place
    }

    fn keep(&self, place: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST && place.capacity() <= LARGEST {
            kept.push(place);
        }
    }
}

/// Bytes whose memory goes back to where it came from.
#[derive(Debug)]
pub(super) struct Lent {
    bytes: Vec<u8>,
    from: Option<Spare>,
}

impl Lent {
    pub fn from(bytes: Vec<u8>, spare: &Spare) -> Self {
        Self { bytes, from: Some(spare.clone()) }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<Vec<u8>> for Lent {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, from: None }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(spare) = self.from.take() {
            spare.keep(std::mem::take(&mut self.bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again_once_nobody_has_it_and_comes_back_empty() {
        let spare = Spare::default();
        let mut place = spare.place(1000);
        place.extend_from_slice(b"picture");
        let at = place.as_ptr();
        let lent = Lent::from(place, &spare);
        let other = spare.place(1000);
        assert_ne!(other.as_ptr(), at, "it is in use");
        assert_eq!(lent.bytes(), b"picture");
        drop(lent);
        let again = spare.place(900);
        assert_eq!((again.as_ptr(), again.len()), (at, 0));
    }

    #[test]
    fn a_larger_picture_gets_more_room_and_no_more_than_a_few_are_kept() {
        let spare = Spare::default();
        drop(Lent::from(spare.place(10), &spare));
        assert!(spare.place(100_000).capacity() >= 100_000);
        let many: Vec<Lent> = (0..9).map(|_| Lent::from(spare.place(10), &spare)).collect();
        drop(many);
        assert_eq!(spare.0.lock().unwrap().len(), MOST);
        let spare = Spare::default();
        drop(Lent::from(Vec::with_capacity(LARGEST + 1), &spare));
        assert!(spare.0.lock().unwrap().is_empty(), "what a hostile phone made large is given back");
    }
}
