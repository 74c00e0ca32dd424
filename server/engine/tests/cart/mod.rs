//! A small class in a plain folder, and the request to run it: what tests of the engine on a real JVM begin with.

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use goalline_engine::{
    Budget, Parameters, Request,
    build::{Jdk, JdkRequest, Machine, Project, ProjectSettings},
    goals::GoalChoice,
};

/// The class `shop.Cart`.
pub const CART: &str = "package shop;
public class Cart {
    private int items;
    public void add(int count) {
        if (count < 1) throw new IllegalArgumentException(\"count\");
        items += count;
    }
    public String size() { return items > 9 ? \"large\" : items == 0 ? \"empty\" : \"small\"; }
}
";

/// Saves the text as `src/shop/Cart.java` in the folder and asks for tests of it.
pub fn save(root: &Path, text: &str, budget: Budget) -> Request {
    let file = root.join("src/shop/Cart.java");
    fs::create_dir_all(file.parent().expect("it has one")).expect("it is ours");
    fs::write(&file, text).expect("it is ours");
    let settings = ProjectSettings::default();
    let project = Project::discover_text(&file, text, &settings).expect("a plain folder");
    let wish = JdkRequest {
        setting: None,
        project: None,
        release: 0,
    };
    Request {
        file,
        text: None,
        class: None,
        method: None,
        project: Arc::new(project),
        jdk: Jdk::find(wish, &Machine::current()).expect("the tests need a JDK"),
        budget,
        seed: 1,
        criteria: GoalChoice::default(),
        parameters: Parameters::default(),
        framework: None,
        implicit_exceptions: false,
        kill_survivors: false,
        is_apart: false,
        one_per_shape: false,
        coupled: None,
        open_texts: BTreeMap::new(),
        user_tests: false,
        awaits_suite: false,
    }
}
