//! `goalline doctor`: says what was found on this machine and what is missing; changes nothing.

use std::io::{self, Write};

use goalline_engine::build::{
    Jdk, JdkRequest, Machine, ProjectSettings, cache_folder, gradle_version, maven_version,
};

use crate::{
    args::DoctorArgs,
    commands::{DONE, NOTHING, build_model},
    output::{
        paint::{GOOD, OPEN},
        sandbox_words,
    },
};

/// Prints one line per thing that Goalline needs or likes to have; status 1 when tests cannot be generated.
pub fn run(args: &DoctorArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let cache = cache_folder(None);
    line(out, true, "goalline", env!("CARGO_PKG_VERSION"))?;
    let selector = JdkRequest {
        setting: args.java_home.as_deref(),
        ..JdkRequest::default()
    };
    let jdk = Jdk::find(selector, &Machine::current());
    match &jdk {
        Ok(jdk) => {
            let text = format!(
                "{} from {} ({})",
                jdk.version,
                jdk.found_by,
                jdk.home.display()
            );
            line(out, true, "JDK", &text)?;
        }
        Err(error) => line(out, false, "JDK", &error.to_string())?,
    }
    maven(out)?;
    gradle(out)?;
    sandbox(out)?;
    let writable = std::fs::create_dir_all(&cache).and_then(|()| tempfile::tempfile_in(&cache));
    let text = match &writable {
        Ok(_) => cache.display().to_string(),
        Err(error) => format!("{} cannot be written: {error}", cache.display()),
    };
    line(out, writable.is_ok(), "cache", &text)?;
    if let Some(project) = &args.project {
        let settings = ProjectSettings {
            java_home: args.java_home.clone(),
            ..ProjectSettings::default()
        };
        build_model::print(project, &settings, build_model::PATIENCE, out)?;
    }
    Ok(if jdk.is_ok() && writable.is_ok() {
        DONE
    } else {
        NOTHING
    })
}

fn maven(out: &mut dyn Write) -> io::Result<()> {
    match maven_version(&ProjectSettings::default()) {
        Some((version, path)) => {
            let text = format!("{version} ({})", path.display());
            line(out, true, "Maven", &text)
        }
        None => line(
            out,
            false,
            "Maven",
            "not found: Maven projects are read as plain folders, or use --classpath",
        ),
    }
}

/// Projects have Gradles of their own, too, which their wrappers fetch.
fn gradle(out: &mut dyn Write) -> io::Result<()> {
    let found = gradle_version(&ProjectSettings::default());
    let text = found.as_ref().map_or_else(
        || "not found: Gradle builds need a wrapper that has run once, or --classpath".to_owned(),
        |(version, path)| format!("{version} ({})", path.display()),
    );
    line(out, found.is_some(), "Gradle", &text)
}

/// What the sandbox keeps here.
fn sandbox(out: &mut dyn Write) -> io::Result<()> {
    let sandbox = goalline_jvm::sandbox_support();
    line(
        out,
        sandbox.files && sandbox.system_calls,
        "sandbox",
        &sandbox.explanation,
    )?;
    for promise in sandbox_words::promises() {
        line(out, promise.holds, "", &promise.what)?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, is_good: bool, name: &str, text: &str) -> io::Result<()> {
    let (style, mark) = if is_good { (GOOD, "ok") } else { (OPEN, "--") };
    let mut lines = text.lines();
    writeln!(
        out,
        "{style}{mark}{style:#}  {name:<9}{}",
        lines.next().unwrap_or_default()
    )?;
    for more in lines {
        writeln!(out, "    {:9}{more}", "")?;
    }
    Ok(())
}
