//! A workspace of several folders: each file has the settings of its own.

use std::fs;

use serde_json::json;

use super::{CART, able, not_reached, report, start};

#[test]
fn a_file_has_the_settings_of_the_folder_of_the_workspace_that_it_stands_in() {
    let mut params = able(json!({ "coupledBranches": false }));
    params["capabilities"]["workspace"]["configuration"] = json!(true);
    let mut editor = start(params, |job, _, _| {
        Ok(report(job, &[], &[("n > 1#0:true", not_reached(None))]))
    });
    let (id, asked) = editor.client.server_request("workspace/configuration");
    assert_eq!(asked["items"], json!([{ "section": "goalline" }]));
    editor.client.answer(&id, json!([null]));

    for name in ["loud", "quiet"] {
        fs::create_dir(editor.path(name)).expect("the folder is writable");
    }
    let [loud, quiet] = ["loud", "quiet"].map(|name| editor.uri(name));
    let added = json!([{ "uri": loud, "name": "loud" }, { "uri": quiet, "name": "quiet" }]);
    editor.client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": added, "removed": [] } }),
    );
    let (id, asked) = editor.client.server_request("workspace/configuration");
    assert_eq!(
        asked["items"],
        json!([
            { "section": "goalline" },
            { "section": "goalline", "scopeUri": loud },
            { "section": "goalline", "scopeUri": quiet }
        ])
    );
    let answers = json!([{ "codeLens": false }, null, { "severity": "hint", "codeLens": false }]);
    editor.client.answer(&id, answers);

    for (folder, severity, lenses) in [("loud", 3, 2), ("quiet", 4, 0)] {
        let uri = editor.open(&format!("{folder}/Cart.java"), CART);
        editor.client.save(&uri);
        let published = editor
            .client
            .notification("textDocument/publishDiagnostics");
        assert_eq!(published["uri"], json!(uri));
        assert_eq!(published["diagnostics"][0]["severity"], severity);
        assert_eq!(editor.lenses(&uri).len(), lenses);
    }
    editor.end();
}
