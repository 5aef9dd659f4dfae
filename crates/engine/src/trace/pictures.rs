//! Writes a run's pictures beside the run: packing one takes longer than a look at a fast phone, and nobody reads it
//! before the run is over. What could not be written is told with the next picture, or at the end.

use super::TraceError;
use crate::screen::Picture;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

/// Pictures that may wait; a run that makes more waits itself, so that memory is bounded.
const MOST_WAITING: usize = 4;

#[derive(Debug)]
pub(super) struct Pictures {
    waiting: Option<SyncSender<(PathBuf, Picture)>>,
    failures: Receiver<TraceError>,
    writer: Option<JoinHandle<()>>,
}

impl Pictures {
    pub fn new() -> Self {
        let (waiting, taken) = sync_channel::<(PathBuf, Picture)>(MOST_WAITING);
        let (failed, failures) = channel();
        let writer = thread::spawn(move || {
            let mut packed = Vec::new();
            for (path, picture) in taken {
                if let Err(error) = write(&path, &picture, &mut packed) {
                    // Nobody may be listening any more; then the run is over.
                    let _ = failed.send(TraceError { path, error });
                }
            }
        });
        Self { waiting: Some(waiting), failures, writer: Some(writer) }
    }

    /// Takes a picture to be written; tells of an earlier one that could not be.
    pub fn add(&mut self, path: PathBuf, picture: &Picture) -> Result<(), TraceError> {
        if let Ok(failure) = self.failures.try_recv() {
            return Err(failure);
        }
        let job = (path, picture.clone());
        match self.waiting.as_ref().map(|waiting| waiting.send(job)) {
            Some(Ok(())) => Ok(()),
            Some(Err(lost)) => Err(ended(lost.0.0)),
            None => Err(ended(PathBuf::new())),
        }
    }

    /// Waits until all are written.
    pub fn close(&mut self) -> Result<(), TraceError> {
        self.waiting = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        self.failures.try_recv().map_or(Ok(()), Err)
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

fn ended(path: PathBuf) -> TraceError {
    TraceError { path, error: io::Error::other("the writer of pictures has ended") }
}

/// `packed` is the memory that the picture is packed in.
fn write(path: &PathBuf, picture: &Picture, packed: &mut Vec<u8>) -> io::Result<()> {
    packed.clear();
    let view = picture.view().map_err(io::Error::other)?;
    view.write_png(packed).map_err(io::Error::other)?;
    // A run may be ended at any moment; then there is a whole picture or none.
    let draft = path.with_extension("part");
    fs::write(&draft, packed)?;
    fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_there_at_the_end_and_one_that_cannot_be_written_is_told() {
        let home = tempfile::tempdir().unwrap();
        let picture = Picture::from_rgba(2, 2, vec![7; 16]).unwrap();
        let mut pictures = Pictures::new();
        for at in 0..10 {
            pictures.add(home.path().join(format!("{at}.png")), &picture).unwrap();
        }
        pictures.close().unwrap();
        let read = |at| Picture::from_png(&fs::read(home.path().join(format!("{at}.png"))).unwrap()).unwrap();
        assert!((0..10).all(|at| read(at) == picture));

        let mut pictures = Pictures::new();
        pictures.add(home.path().join("no/folder.png"), &picture).unwrap();
        assert!(pictures.close().unwrap_err().to_string().contains("hint: "));
    }
}
