//! The keys that act while the stage has focus.

use super::*;

/// The keys that act while the stage has focus.
pub(super) fn keys(props: &Props, axis: Axis) -> Callback<KeyboardEvent> {
    let (recording, view, selected, send) =
        (props.settled.clone(), props.settled_view.clone(), props.selected, props.send.clone());
    let read_only = props.read_only;
    Callback::from(move |event: KeyboardEvent| {
        let rows = recording.rows();
        let scenario = recording.scenario();
        let focused: Option<Side> = event
            .target_dyn_into::<Element>()
            .and_then(|element| element.closest("[data-side]").ok().flatten())
            .and_then(|element| element.get_attribute("data-side"))
            .map(|word| if word == "left" { Side::Left } else { Side::Right });
        let lane = focused.or(selected.map(|row| rows.get(row).side)).unwrap_or(Side::Left);
        let select = |row: RowId| {
            Msg::Do(Action::Select(Some(Selection { side: rows.get(row).side, id: rows.id(scenario, row).into() })))
        };
        let in_lane = |side: Side| {
            let mut all: Vec<RowId> = rows.iter().filter(|(_, info)| info.side == side).map(|(row, _)| row).collect();
            all.sort_by_key(|row| (rows.get(*row).time, *row));
            all
        };
        let index = selected.map(|row| rows.get(row).step as usize);
        let shifted = event.shift_key() && event.alt_key();
        let key = event.key();
        if read_only && !matches!(key.as_str(), "," | "." | "ArrowUp" | "ArrowDown") {
            return;
        }
        let msg = match key.as_str() {
            "," | "." => {
                let all = in_lane(lane);
                let at = selected.and_then(|row| all.iter().position(|other| *other == row));
                let next = match (at, event.key() == ".") {
                    (None, _) => 0,
                    (Some(at), true) => at + 1,
                    (Some(at), false) => at.saturating_sub(1),
                };
                all.get(next.min(all.len().saturating_sub(1))).map(|row| select(*row))
            }
            "ArrowUp" | "ArrowDown" => {
                let time = selected.map(|row| rows.get(row).time);
                let other = in_lane(lane.other());
                let near = other.iter().min_by_key(|row| time.map_or(0, |time| rows.get(**row).time.abs_diff(time)));
                near.map(|row| select(*row))
            }
            "n" | "N" => {
                let time = selected
                    .map(|row| rows.get(row).time)
                    .or(view.newest[lane])
                    .or(view.newest[lane.other()])
                    .unwrap_or(crate::scenario::time::EXAMPLE);
                let key = partner_key(&recording, &view, selected, lane, time);
                Some(Msg::OpenForm(next_push(scenario, lane, time, key.as_deref())))
            }
            "Enter" => index.map(Msg::EditRow),
            "Delete" | "Backspace" => index.map(Msg::Delete),
            "ArrowLeft" | "ArrowRight" if shifted => {
                let by = if event.key() == "ArrowLeft" { -axis.snap() } else { axis.snap() };
                let spark = scenario.dialect == Dialect::Spark;
                let flag = event
                    .target_dyn_into::<Element>()
                    .and_then(|element| element.closest("[data-flag]").ok().flatten())
                    .is_some();
                if flag {
                    let time = view.watermark[lane].unwrap_or(axis.first).saturating_add(by);
                    let ahead = view.watermark[lane].is_none_or(|now| time > now);
                    (ahead && !spark)
                        .then_some(Msg::Do(Action::Edit(Edit::Insert(Step::Watermark { side: lane, time }))))
                } else {
                    let time = selected.map(|row| rows.get(row).time.saturating_add(by));
                    index
                        .zip(time)
                        .and_then(|(index, time)| Edit::retime(scenario, index, time))
                        .map(|edit| Msg::Do(Action::Edit(edit)))
                }
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(msg) = msg {
            send.emit(msg);
        }
    })
}
