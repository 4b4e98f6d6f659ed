//! Energy by an external meter.

use super::{Folder, values};
use serde_json::Value;

/// Samples of a meter at 200 Hz for the runs of a record, warm-up first: 1 W at rest and 3 W in runs.
fn meter(record: &Value) -> String {
    let runs = record["samples"].as_array().unwrap();
    let walls = runs
        .iter()
        .map(|run| run["values"]["wall"].as_f64().unwrap());
    let mut text = "time,power,marker\n".to_owned();
    let mut tick = 0;
    let mut rows = |count: usize, watts: f64, marker: u8| {
        for _ in 0..count {
            text.push_str(&format!(
                "{:.3},{watts},{marker}\n",
                f64::from(tick) * 0.005
            ));
            tick += 1;
        }
    };
    rows(100, 1.0, 0);
    for wall in [0.2].into_iter().chain(walls) {
        rows((wall / 0.005) as usize, 3.0, 1);
        rows(100, 1.0, 0);
    }
    text
}

#[test]
fn a_meters_samples_are_aligned_by_the_marker() {
    let folder = Folder::new();
    folder.write("marker", "");
    folder.succeeds(&[
        "--marker", "marker", "--runs", "2", "--json", "m.json", "--", "sleep", "0.2",
    ]);
    assert_eq!(std::fs::read_to_string(folder.path("marker")).unwrap(), "0");
    let record = folder.json("m.json");
    folder.write("meter.csv", &meter(&record));
    let text = folder.succeeds(&[
        "--read",
        "m.json",
        "--meter",
        "meter.csv",
        "--json",
        "joined.json",
    ]);
    assert!(
        text.contains("energy-meter (measured): meter, meter.csv"),
        "{text}"
    );
    let joined = folder.json("joined.json");
    let walls = values(&joined, "sleep", "wall");
    for (joules, wall) in values(&joined, "sleep", "energy-meter").iter().zip(walls) {
        assert!((joules - 3.0 * wall).abs() < 0.05, "{joules} J in {wall} s");
    }
    let refused = |text: &str| {
        folder.write("meter.csv", text);
        folder.fails(&["--read", "m.json", "--meter", "meter.csv"])
    };
    let good = meter(&record);
    let lines: Vec<&str> = good.lines().collect();
    let gap = [&lines[..250], &lines[262..]].concat().join("\n");
    assert!(
        refused(&gap).contains("run 1 of sleep (from 1.2 s): a gap from 1.24"),
        "{}",
        refused(&gap)
    );
    let unmarked = good.replace(",1\n", ",0\n");
    assert!(refused(&unmarked).contains("the marker is set 0 times, but there were 3 runs"));
    assert!(refused("time,power\n0,1\n").contains("there is no column 'marker'"));
    let said = folder.fails(&["--meter", "meter.csv", "--", "true"]);
    assert!(said.contains("--meter without --marker"), "{said}");
    let said = folder.fails(&["--marker", "no/such/file", "--", "true"]);
    assert!(
        said.contains("cannot write the marker no/such/file"),
        "{said}"
    );
}
