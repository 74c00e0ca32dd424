//! The archive of what each worker loads (class data sharing): takes the jars in the cache, lets one worker do a bit of
//! everything and write down its classes when it ends. Later ones map them in place of loading and verifying a few
//! thousand classes of javac, which is a quarter of their first second.

use std::{fs, io, time::Duration};

use super::Worker;
use crate::{CompileSetup, SetId, SourceUnit, WorkerError, WorkerOptions, install::Installed};

/// The first feature release whose JVM writes one at its end (JEP 350, kept since).
const FIRST: u32 = 17;
/// The name under which the JVM writes it into its own folder.
const WRITTEN: &str = "worker.jsa";
/// How long it may take to write it.
const PATIENCE: Duration = Duration::from_secs(30);

const SUBJECT: &str = "package sample;
import java.util.*;
public class Cart {
    public enum Size { SMALL, LARGE }
    private final Map<String, List<Integer>> prices = new TreeMap<>();
    public void add(String name, int price) {
        if (price < 0) { throw new IllegalArgumentException(\"negative: \" + price); }
        prices.computeIfAbsent(name, it -> new ArrayList<>()).add(price);
    }
    public int total() { return prices.values().stream().flatMap(List::stream).mapToInt(it -> it).sum(); }
    public Size size() { return sizeOf(total() > 100); }
    private static Size sizeOf(boolean large) { return large ? Size.LARGE : Size.SMALL; }
}
";
const TEST: &str = "package sample;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class CartTest {
    @Test void totalsPrices() {
        Cart cart = new Cart();
        cart.add(\"tea\", 7);
        assertEquals(7, cart.total());
        assertEquals(Cart.Size.SMALL, cart.size());
        assertThrows(IllegalArgumentException.class, () -> cart.add(\"tea\", -1));
    }
}
";

/// Writes the archive beside the jars; does nothing for a JDK that makes none.
///
/// # Errors
/// A worker that does not start or does not answer, a disk that is full.
pub(super) fn write(options: &WorkerOptions, jars: &Installed) -> Result<(), WorkerError> {
    if options.jdk_feature < FIRST {
        return Ok(());
    }
    let own = WorkerOptions {
        cache: options.cache.clone(),
        sandbox: options.sandbox,
        memory_mb: options.memory_mb,
        flags: vec![format!("-XX:ArchiveClassesAtExit={WRITTEN}")],
        ..WorkerOptions::new(options.jdk_home.clone(), options.jdk_feature)
    };
    let mut worker = Worker::of(&own, jars.clone());
    do_a_bit_of_everything(&mut worker)?;
    let process = worker.process.as_mut();
    let folder = process.and_then(|process| process.finish(PATIENCE));
    let written = folder.map(|folder| folder.join(WRITTEN));
    // Some JVMs write it for reading alone; here it is a file like the jars.
    let bytes = match written.filter(|file| file.is_file()) {
        Some(file) => fs::read(file),
        None => Err(io::ErrorKind::NotFound.into()),
    };
    let copied = bytes.and_then(|bytes| fs::write(jars.archive(), bytes));
    copied.map_err(|source| {
        // What is there is a part of it at best.
        let path = jars.archive();
        fs::remove_file(&path).ok();
        WorkerError::Io { path, source }
    })
}

fn do_a_bit_of_everything(worker: &mut Worker) -> Result<(), WorkerError> {
    let unit = |name: &str, text: &str| SourceUnit {
        path: format!("/sample/{name}.java").into(),
        text: text.into(),
    };
    let subject = unit("Cart", SUBJECT);
    worker.configure(&CompileSetup::default())?;
    worker.attribute(std::slice::from_ref(&subject))?;
    let classes = worker.compile(&[subject], SetId::Plain)?.classes;
    worker.describe(&classes, &[], 1)?;
    worker.check(&unit("CartTest", TEST), "sample.CartTest", 1, &[])?;
    Ok(())
}
