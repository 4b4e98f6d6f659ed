//! The page in headless Chromium: a script at its end does what a person does, and leaves what it saw in the document.

use super::{compiled, reported, twin};
use crate::twin::Twin;
use std::process::Command;

/// Names of Chromium on the distributions that have it.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

const DRIVE: &str = include_str!("drive.js");

/// What the page of `objects` shows at an address, after `steps` of the script.
fn shown(twin: &Twin, page: &str, hash: &str, steps: &str) -> String {
    let text = std::fs::read_to_string(twin.ours(page)).unwrap();
    let script =
        format!("<script>\n{DRIVE}\ndrive(async () => {{\n{steps}\n}});\n</script></body>");
    let (before, after) = text.rsplit_once("</body>").unwrap();
    std::fs::write(twin.ours("driven.html"), format!("{before}{script}{after}")).unwrap();
    let chromium = NAMES.iter().find_map(|name| which::which(name).ok());
    let chromium = chromium.expect("Chromium: 'cargo xtask setup' installs it");
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--virtual-time-budget=20000",
            "--timeout=60000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!(
            "file://{}{hash}",
            twin.ours("driven.html").display()
        ))
        .output()
        .unwrap();
    let document = String::from_utf8_lossy(&output.stdout).into_owned();
    let begin = document.find("data-driven=\"").unwrap_or_else(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        panic!(
            "the script did not end\n{error}\n{}",
            &document[..document.len().min(2000)]
        )
    });
    let rest = &document[begin + 13..];
    let seen = rest[..rest.find('"').unwrap()].to_owned();
    seen.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&")
}

fn page() -> Twin {
    let twin = twin();
    compiled(&twin, &["advice.c"]);
    assert_eq!(reported(&twin, &["advice.o"]), "");
    twin
}

#[test]
fn the_page_loads_without_a_network_and_shows_totals() {
    let twin = page();
    let text = std::fs::read_to_string(twin.ours("sane-report.html")).unwrap();
    for way in ["http://", "https://", "src=", "@import", "url("] {
        let rest = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(way), "{way}");
    }
    let steps = r##"
        see(visible("overview") && !visible("source"));
        see(document.querySelectorAll("#shares svg[role=img]").length);
        see(document.querySelector("nav a[aria-current]").textContent);
        go("#files");
        see(visible("files"));
        see(document.querySelector("#file-table tbody a").textContent);
    "##;
    assert_eq!(
        shown(&twin, "sane-report.html", "", steps),
        "true|1|Overview|true|advice.c"
    );
}

#[test]
fn a_click_on_a_line_shows_its_proof_or_the_reasons() {
    let twin = page();
    let steps = r##"
        go("#source");
        await until(() => line(11));
        line(11).querySelector("button").click();
        await until(() => visible("detail"));
        see(byId("detail").textContent.includes("its shadow is read"));
        see(byId("detail").textContent.includes("not removed: unknown object: the pointer is the parameter 'p'"));
        see(location.hash);
        see(line(11).querySelector("button").getAttribute("aria-label"));
        key("Escape");
        see(visible("detail"));
        line(12).querySelector("button").click();
        see(byId("detail").textContent.includes("alive: "));
    "##;
    let seen = shown(&twin, "sane-report.html", "", steps);
    assert_eq!(seen, "true|true|#advice.c:11|Line 11: 1 checked|false|true");
}

#[test]
fn an_address_opens_a_line_and_keys_go_on() {
    let twin = page();
    let steps = r##"
        await until(() => visible("detail"));
        see(reader.chosen);
        see(line(13).classList.contains("chosen"));
        key("n");
        see(reader.chosen);
        see(location.hash);
        key("p");
        see(reader.chosen);
    "##;
    let seen = shown(&twin, "sane-report.html", "#advice.c:13", steps);
    assert_eq!(seen, "13|true|16|#advice.c:16|13");
}

#[test]
fn filter_search_and_sort_work() {
    let twin = page();
    let steps = r##"
        await until(() => visible("detail"));
        const box = document.querySelector("#filters input[data-state=checked]");
        box.click();
        see(line(16).querySelector("button") === null);
        see(line(12).querySelector("button") !== null);
        box.click();
        see(line(16).querySelector("button") !== null);
        type("search", "TABLE[");
        see(byId("matches").textContent);
        see(document.querySelector(".line.match").id);
        byId("next-match").click();
        see(byId("matches").textContent);
        type("search", "nowhere");
        see(byId("matches").textContent);
        go("#functions");
        const name = () => document.querySelector("#function-table tbody td").textContent;
        const head = document.querySelector("#function-table th button");
        head.click();
        see(name() + " " + head.parentElement.getAttribute("aria-sort"));
        head.click();
        see(name() + " " + head.parentElement.getAttribute("aria-sort"));
        const filter = document.querySelector("#function-table input");
        filter.value = "of_g";
        filter.dispatchEvent(new Event("input"));
        see(document.querySelectorAll("#function-table tbody tr").length);
    "##;
    let seen = shown(&twin, "sane-report.html", "#advice.c:16", steps);
    assert_eq!(
        seen,
        "true|true|true|1 of 1 line|line10|1 of 1 line|no line|at ascending|of_local descending|0"
    );
}

#[test]
fn hostile_sources_are_text() {
    let twin = Twin::new();
    let name = "<img src=x onerror=alert(1)>&'.c";
    let source = "/* </script><script>document.title='taken'</script><!-- */\nint f(int *p) { return *p; /* <b>&amp;</b> \u{2028} {data} */ }\n";
    twin.write(name, source);
    compiled(&twin, &[name, "-o", "hostile<title><script>x.o"]);
    assert_eq!(
        reported(&twin, &["-o", "out.html", "hostile<title><script>x.o"]),
        ""
    );
    let steps = r##"
        see(document.title);
        go("#source");
        await until(() => line(2));
        see(line(1).querySelector("code").textContent);
        see(line(2).querySelector("code").textContent.includes("<b>&amp;</b>"));
        see(document.querySelectorAll("img, #code script, #code b").length);
        line(2).querySelector("button").click();
        see(decodeURIComponent(location.hash));
    "##;
    let seen = shown(&twin, "out.html", "", steps);
    let expected = "Memory checks of hostile<title><script>x.o|/* </script><script>document.title='taken'</script><!-- */|true|0|#<img src=x onerror=alert(1)>&'.c:2";
    assert_eq!(seen, expected);
}

#[test]
fn every_control_has_a_name() {
    let twin = page();
    let steps = r##"
        await until(() => visible("detail"));
        const named = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label")?.textContent.trim();
        const nameless = [...document.querySelectorAll("button, input, select, a, aside, [role=region]")].filter((one) => !named(one));
        see(nameless.map((one) => one.outerHTML).join());
        see(document.documentElement.lang);
        see([...document.querySelectorAll("th")].every((head) => head.scope === "col"));
        see(contrast());
    "##;
    let seen = shown(&twin, "sane-report.html", "#advice.c:13", steps);
    assert_eq!(seen, "|en|true|");
}
