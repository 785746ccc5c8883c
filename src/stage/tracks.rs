//! Which track of its lane a row lies on.

/// The room that a row takes on its track, in px.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub from: f64,
    pub to: f64,
}

/// A track for each row, first free from the top, in order of arrival; at most `most` tracks, then they are shared.
pub(super) fn assign(rooms: impl Iterator<Item = Room>, most: usize) -> (Vec<usize>, usize) {
    // Rows come in order of arrival, not of time, so a track has to know all that lies on it.
    let mut tracks: Vec<Vec<Room>> = Vec::new();
    let mut assigned = Vec::new();
    for room in rooms {
        let free = tracks.iter().position(|track| {
            let at = track.partition_point(|other| other.from < room.from);
            let clear_before = at.checked_sub(1).is_none_or(|before| track[before].to <= room.from);
            let clear_after = track.get(at).is_none_or(|after| room.to <= after.from);
            clear_before && clear_after
        });
        let track = match free {
            Some(track) => track,
            None if tracks.len() < most => {
                tracks.push(Vec::new());
                tracks.len() - 1
            }
            None => assigned.len() % most,
        };
        let at = tracks[track].partition_point(|other| other.from < room.from);
        tracks[track].insert(at, room);
        assigned.push(track);
    }
    (assigned, tracks.len())
}
