//! scratch
use std::{path::PathBuf, sync::Arc};
use goalline_engine::*;
use goalline_engine::project::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let file = PathBuf::from(&args[1]);
    let settings = ProjectSettings { sources: args.get(3).map(PathBuf::from).into_iter().collect(), ..ProjectSettings::default() };
    let project = Project::discover(&file, &settings).unwrap();
    let jdk = Jdk::find(JdkWish { setting: None, project: None, release: 0 }, &Machine::current()).unwrap();
    eprintln!("{project:?}");
    let session = Session::new(Settings { sandbox: false, ..Settings::default() });
    let runs = args.get(4).map_or(1, |n| n.parse().unwrap());
    for _ in 0..runs {
    let start = std::time::Instant::now();
    let request = Request { file: file.clone(), text: None, class: None, project: Arc::new(project.clone()), jdk: jdk.clone(), budget: Budget { seconds: Some(args[2].parse().unwrap()), max_executions: None }, seed: 1, framework: None, implicit_exceptions: false };
    let mut ev = |e: Event| match e { Event::Progress{..} | Event::Covered(_) => {}, Event::TestReady(t) => eprintln!("[{:.2}] ready {} {}", start.elapsed().as_secs_f64(), t.name, t.goals.len()), Event::Goals(g) => eprintln!("[{:.2}] {} goals", start.elapsed().as_secs_f64(), g.len()), other => eprintln!("[{:.2}] {other:?}", start.elapsed().as_secs_f64()) };
    match session.generate(&request, &Cancel::default(), &mut ev) {
        Err(e) => { println!("ERROR {e}"); }
        Ok(r) => {
            println!("{}", r.test_class);
            for g in &r.goals { if !matches!(g.state, GoalState::TestReady(_)) { println!("{} {:?}", g.goal.key.0, g.state); } }
            for f in &r.faults { println!("fault {} {} {}", f.exception, f.method, f.input); }
            println!("{:?} {:?}", r.figures, r.notices);
            println!("ready {} of {}", r.goals.iter().filter(|g| matches!(g.state, GoalState::TestReady(_))).count(), r.goals.len());
        }
    }
    }
}
