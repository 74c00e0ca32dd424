//! Workers that somebody kills at any moment of a save: an administrator, a system out of memory. The save is told
//! about or tried again, the next one has its tests, and no byte of the user's is touched. Needs a JDK and Linux.
//!
//! `GOALLINE_KILLS` says how many (default 6).

use std::{collections::BTreeMap, env, fs, path::Path, process::Command, thread, time::Duration};

use serde_json::json;

use crate::{
    server::Server,
    story::{copy, has_jdk, hint_with_a_test, hint_with_a_test_from, shop, trusting, uri},
};

/// Numbers that look random and are the same in each run.
struct Moments(u64);

impl Moments {
    /// The time of a save's first test, about, and a little beyond.
    fn next(&mut self) -> Duration {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis((self.0 >> 33) % 2_500)
    }
}

/// All processes below this one.
fn below(process: u32) -> Vec<u32> {
    let mut parents = BTreeMap::new();
    for entry in fs::read_dir("/proc").expect("it is Linux").flatten() {
        let number = entry.file_name().to_string_lossy().parse::<u32>();
        let status = fs::read_to_string(entry.path().join("stat"));
        let (Ok(number), Ok(status)) = (number, status) else {
            continue;
        };
        let rest = status.rsplit(')').next().unwrap_or_default();
        let parent = rest
            .split_whitespace()
            .nth(1)
            .and_then(|it| it.parse::<u32>().ok());
        parents.extend(parent.map(|parent| (number, parent)));
    }
    let is_below = |number: &u32| {
        let mut above = *number;
        while let Some(parent) = parents.get(&above) {
            if *parent == process {
                return true;
            }
            above = *parent;
        }
        false
    };
    parents.keys().copied().filter(is_below).collect()
}

/// Kills all JVMs below the process; how many there were.
fn kill_workers(process: u32) -> usize {
    let is_java = |number: &u32| {
        let name = fs::read_to_string(format!("/proc/{number}/comm"));
        name.is_ok_and(|it| it.trim() == "java")
    };
    let workers: Vec<u32> = below(process).into_iter().filter(is_java).collect();
    for worker in &workers {
        // One that ended by itself in that moment is no loss.
        let _ = Command::new("kill")
            .arg("-9")
            .arg(worker.to_string())
            .status();
    }
    workers.len()
}

fn all_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("it is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(all_files(&path));
        } else {
            let bytes = fs::read(&path).expect("it is ours");
            found.insert(path.display().to_string(), bytes);
        }
    }
    found
}

#[test]
fn workers_killed_at_any_moment_of_saves_cost_no_byte_and_not_the_next_save() {
    if !has_jdk() || !cfg!(target_os = "linux") {
        return;
    }
    let kills = env::var("GOALLINE_KILLS")
        .ok()
        .and_then(|it| it.parse().ok());
    let kills: usize = kills.unwrap_or(6);
    let folder = tempfile::tempdir().expect("a folder");
    let cache = tempfile::tempdir().expect("a folder");
    copy(&shop(), folder.path());
    let cart = folder.path().join("src/main/java/shop/Cart.java");
    let address = uri(&cart);
    let text = fs::read_to_string(&cart).expect("the fixture is there");
    let mut server = Server::start_with_cache(cache.path());
    let process = server.id();
    let client = &mut server.client;
    client.ignore(&["goalline/status", "window/logMessage", "window/showMessage"]);
    client.initialize_with(trusting());
    client.open(&address, &text);
    let mut moments = Moments(1);
    let (mut killed, mut version) = (0, 1_usize);
    // What was found for a text is not sought again: each save has another one, with its method one line further down.
    let start = text.trim_end().strip_suffix('}').expect("a class ends");
    let mut save = |client: &mut crate::client::Client| {
        version += 1;
        let method = format!("    public int shelf(int n) {{ return n > {version} ? 1 : 2; }}");
        let changed = format!("{start}{}{method}\n}}\n", "\n".repeat(version));
        fs::write(&cart, &changed).expect("it is ours");
        let number = i32::try_from(version).expect("few are killed");
        client.change(&address, number, json!([{ "text": changed }]));
        client.save(&address);
        start.lines().count() + version
    };
    save(client);
    hint_with_a_test(client, &address);
    for _ in 0..kills {
        save(client);
        thread::sleep(moments.next());
        killed += usize::from(kill_workers(process) > 0);
    }
    let before = all_files(folder.path());
    assert!(
        killed * 2 > kills,
        "{killed} of {kills} moments had a worker"
    );
    let line = save(client);
    let hint = hint_with_a_test_from(client, &address, line);
    client.ignore(&["textDocument/publishDiagnostics"]);
    let context = json!({ "diagnostics": [hint] });
    let document = json!({ "uri": address });
    let params = json!({ "textDocument": document, "range": hint["range"], "context": context });
    let action = client.call("textDocument/codeAction", params)[0].clone();
    let edit = client.call("codeAction/resolve", action)["edit"].clone();
    assert!(edit.to_string().contains("@Test"), "{edit}");
    let mut after = all_files(folder.path());
    after.insert(
        cart.display().to_string(),
        before[&cart.display().to_string()].clone(),
    );
    assert_eq!(after, before);
    server.end();
}
