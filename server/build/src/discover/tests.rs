//! Tests of discovery on folders without a build file; those with Maven stand in the crate's `tests/` folder.

use tempfile::TempDir;

use super::*;
use crate::{ProjectFramework, TestSelection};

struct SourceTree {
    _dir: TempDir,
    root: PathBuf,
}

/// A folder with these files; Java files get a package line from their text.
fn tree(files: &[(&str, &str)]) -> SourceTree {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let root = fs::canonicalize(dir.path()).expect("a real path");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    SourceTree { _dir: dir, root }
}

fn discover(tree: &SourceTree, file: &str) -> Project {
    Project::discover(&tree.root.join(file), &ProjectSettings::default()).expect("a project")
}

#[test]
fn the_package_tells_the_source_root() {
    let tree = tree(&[
        (
            "p/src/shop/inner/Cart.java",
            "package shop.inner; class Cart {}",
        ),
        ("p/lib/b.jar", ""),
        ("p/lib/a.jar", ""),
        ("p/lib/a-sources.jar", ""),
        ("p/test/shop/.keep", ""),
    ]);
    let project = discover(&tree, "p/src/shop/inner/Cart.java");
    let root = tree.root.join("p");
    assert_eq!(project.kind, ProjectKind::Folder);
    assert_eq!(project.root, root);
    assert_eq!(project.source_roots, [root.join("src")]);
    assert_eq!(project.test_roots, [root.join("test")]);
    assert_eq!(
        project.class_path,
        [root.join("lib/a.jar"), root.join("lib/b.jar")]
    );
    assert_eq!(
        project.test_file_for(&root.join("src/shop/inner/Cart.java"), "Cart"),
        root.join("test/shop/inner/CartTest.java")
    );
}

#[test]
fn no_package_and_no_custom_opens_what_lies_beside_the_repository() {
    let tree = tree(&[
        ("code/evil/.git/HEAD", ""),
        ("code/evil/A.java", "package evil; class A {}"),
        ("code/test/.git/HEAD", ""),
        ("code/test/B.java", "class B {}"),
        ("code/bare/C.java", "package bare; class C {}"),
        ("code/module/pom.xml", ""),
        ("code/module/D.java", "package module; class D {}"),
        ("code/bank/Keys.java", "package bank; class Keys {}"),
    ]);
    let code = tree.root.join("code");
    let opened = |folder: &str| ProjectSettings {
        workspace: Some(code.join(folder)),
        ..ProjectSettings::default()
    };
    for (folder, file, settings) in [
        ("evil", "A.java", ProjectSettings::default()),
        ("test", "B.java", ProjectSettings::default()),
        ("bare", "C.java", opened("bare")),
        ("module", "D.java", ProjectSettings::default()),
    ] {
        let own = code.join(folder);
        let project = Project::discover(&own.join(file), &settings).expect("a project");
        let mut roots = project.source_roots.iter().chain(&project.test_roots);
        assert!(roots.all(|root| root.starts_with(&own)), "{project:?}");
        assert!(project.root.starts_with(&own), "{project:?}");
        let test = project.test_file_for(&own.join(file), "A");
        assert!(test.starts_with(&own), "{}", test.display());
    }
    // Named by the user alone, its package tells where it stands.
    let project = discover(&tree, "code/bare/C.java");
    assert_eq!(project.source_roots, [code]);
}

#[cfg(unix)]
#[test]
fn links_of_a_folder_lead_to_no_secrets() {
    use std::os::unix::fs::symlink;

    let tree = tree(&[
        ("secrets/id_rsa", "secret"),
        ("p/src/A.java", "class A {}"),
        ("p/lib/a.jar", ""),
    ]);
    symlink("../../secrets/id_rsa", tree.root.join("p/lib/b.jar")).expect("a link");
    symlink("../secrets", tree.root.join("p/test")).expect("a link");
    let project = discover(&tree, "p/src/A.java");
    assert_eq!(project.class_path, [tree.root.join("p/lib/a.jar")]);
    assert_eq!(project.test_roots, Vec::<PathBuf>::new());
}

#[test]
fn the_maven_layout_is_known_without_a_pom() {
    let tree = tree(&[("src/main/java/a/A.java", "package a; class A {}")]);
    let project = discover(&tree, "src/main/java/a/A.java");
    assert_eq!(project.root, tree.root);
    assert_eq!(project.source_roots, [tree.root.join("src/main/java")]);
    assert_eq!(
        project.test_file_for(&tree.root.join("src/main/java/a/A.java"), "A"),
        tree.root.join("src/test/java/a/ATest.java"),
        "a test root that does not exist yet is the customary one"
    );
}

#[test]
fn a_file_outside_any_project_stands_alone() {
    let tree = tree(&[("Downloads/A.java", "package some.where; class A {}")]);
    let project = discover(&tree, "Downloads/A.java");
    assert_eq!(project.kind, ProjectKind::File);
    assert_eq!(project.source_roots, [tree.root.join("Downloads")]);
    assert_eq!(
        project.test_file_for(&tree.root.join("Downloads/A.java"), "A"),
        tree.root.join("Downloads/ATest.java")
    );
}

#[cfg(unix)]
#[test]
fn a_library_that_the_user_names_is_opened_by_its_name_wherever_that_leads_now() {
    let tree = tree(&[("src/Cart.java", "class Cart {}"), ("real.jar", "")]);
    let link = tree.root.join("x.jar");
    std::os::unix::fs::symlink(tree.root.join("real.jar"), &link).expect("a link");
    let settings = ProjectSettings {
        class_path: vec![link.clone()],
        ..ProjectSettings::default()
    };
    let found = Project::discover(&tree.root.join("src/Cart.java"), &settings);
    assert_eq!(found.expect("a project").class_path, [link]);
    let settings = ProjectSettings {
        class_path: vec![tree.root.join("none.jar")],
        ..ProjectSettings::default()
    };
    let missing = Project::discover(&tree.root.join("src/Cart.java"), &settings);
    assert!(matches!(missing, Err(ProjectError::Missing { .. })));
}

#[test]
fn class_path_and_sources_of_the_user_come_before_a_pom() {
    let tree = tree(&[
        ("pom.xml", "<project>"),
        ("code/a/A.java", "package a; class A {}"),
        ("x.jar", ""),
    ]);
    let settings = ProjectSettings {
        class_path: vec![tree.root.join("x.jar")],
        sources: vec![tree.root.join("code")],
        ..ProjectSettings::default()
    };
    let project = Project::discover(&tree.root.join("code/a/A.java"), &settings).expect("one");
    assert_eq!(project.kind, ProjectKind::Explicit);
    assert_eq!(project.class_path, [tree.root.join("x.jar")]);
    assert_eq!(project.source_roots, [tree.root.join("code")]);
    assert_eq!(project.framework, ProjectFramework::Absent);
}

#[test]
fn what_a_flag_names_must_exist() {
    let tree = tree(&[("A.java", "class A {}")]);
    let settings = ProjectSettings {
        sources: vec![tree.root.join("no")],
        ..ProjectSettings::default()
    };
    let error = Project::discover(&tree.root.join("A.java"), &settings).expect_err("no folder");
    assert!(error.to_string().starts_with("--sources names "), "{error}");
}

#[test]
fn other_files_and_missing_ones_are_refused() {
    let tree = tree(&[("pom.xml", "")]);
    let discover = |file: &str| {
        Project::discover(&tree.root.join(file), &ProjectSettings::default()).expect_err("refused")
    };
    assert!(matches!(discover("pom.xml"), ProjectError::NotJava(_)));
    assert!(matches!(
        discover("A.java"),
        ProjectError::Unreadable { .. }
    ));
}

#[test]
fn existing_tests_are_found_by_their_names() {
    let tree = tree(&[
        ("src/main/java/a/Cart.java", "package a; class Cart {}"),
        (
            "src/test/java/a/TestCart.java",
            "package a; class TestCart {}",
        ),
        ("src/test/java/a/CartIT.java", "package a; class CartIT {}"),
        (
            "src/test/java/b/CartTest.java",
            "package b; class CartTest {}",
        ),
    ]);
    let project = discover(&tree, "src/main/java/a/Cart.java");
    let file = tree.root.join("src/main/java/a/Cart.java");
    let tests = tree.root.join("src/test/java/a");
    assert_eq!(
        project.existing_tests(&file, "Cart"),
        [tests.join("TestCart.java"), tests.join("CartIT.java")]
    );
    assert_eq!(
        project.test_file_for(&file, "Cart"),
        tests.join("TestCart.java")
    );
}

#[test]
fn tests_that_need_the_whole_application_or_that_the_build_leaves_out_take_no_new_ones() {
    let place = |text: &'static str, names: &[&'static str]| {
        let mut all = vec![("src/main/java/a/Cart.java", "package a; class Cart {}")];
        all.extend(names.iter().map(|path| (*path, text)));
        let tree = tree(&all);
        let mut project = discover(&tree, "src/main/java/a/Cart.java");
        project.test_run.selection = Some(TestSelection::of_surefire(Vec::new(), Vec::new()));
        let file = project.test_file_for(&tree.root.join("src/main/java/a/Cart.java"), "Cart");
        file.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let plain = "package a; class CartTest {}";
    let (it, test) = (
        "src/test/java/a/CartIT.java",
        "src/test/java/a/CartTest.java",
    );
    assert_eq!(place(plain, &[it]), "CartTest");
    assert_eq!(place(plain, &[it, test]), "CartTest");
    let whole = "package a; import org.springframework.boot.test.context.*; @SpringBootTest class CartTest {}";
    assert_eq!(place(whole, &[test]), "CartUnitTest");
    let slice =
        "package a; import org.springframework.boot.test.autoconfigure.web.*; class CartTest {}";
    assert_eq!(place(slice, &[test]), "CartTest");
    let is_left_out = |name: &str| {
        let tree = tree(&[("src/main/java/a/Cart.java", "package a; class Cart {}")]);
        let project = discover(&tree, "src/main/java/a/Cart.java");
        project.is_left_out(&tree.root.join(format!("src/test/java/a/{name}.java")))
    };
    assert!(is_left_out("ConnectIT") && is_left_out("ITConnect") && is_left_out("ConnectITCase"));
    assert!(!is_left_out("ItemTest") && !is_left_out("ConnectTest") && !is_left_out("Iterators"));
    // What stands in the class of its own takes the next ones, too.
    let own = "src/test/java/a/CartUnitTest.java";
    assert_eq!(place(plain, &[own, it]), "CartUnitTest");
}

#[test]
fn a_test_class_whose_set_up_every_test_has_to_use_takes_no_new_ones() {
    let place = |before: &str, stub: &str, runner: &str| {
        let text = format!(
            "package a; @ExtendWith({runner}) class CartTest {{ {before} void setUp() {{ if (x) {{ y(); }} {stub} }} \
             @Test void pays() {{ when(till.open()).thenReturn(true); }} }}"
        );
        let tree = tree(&[
            ("src/main/java/a/Cart.java", "package a; class Cart {}"),
            ("src/test/java/a/CartTest.java", &text),
        ]);
        let project = discover(&tree, "src/main/java/a/Cart.java");
        let file = project.test_file_for(&tree.root.join("src/main/java/a/Cart.java"), "Cart");
        let stem = file.file_stem().expect("a name");
        stem.to_string_lossy().into_owned()
    };
    let (strict, stub) = (
        "MockitoExtension.class",
        "when(till.isOpen()).thenReturn(true);",
    );
    assert_eq!(place("@BeforeEach", stub, strict), "CartUnitTest");
    assert_eq!(
        place("@Before", stub, "MockitoJUnitRunner.class"),
        "CartUnitTest"
    );
    assert_eq!(
        place("@BeforeEach", "cart = new Cart(till);", strict),
        "CartTest"
    );
    assert_eq!(
        place("@BeforeEach", stub, "SpringExtension.class"),
        "CartTest"
    );
    let eased = "lenient().when(till.isOpen()).thenReturn(true);";
    assert_eq!(place("@BeforeEach", eased, strict), "CartTest");
    assert_eq!(place("@BeforeAll", stub, strict), "CartTest");
}

#[test]
fn what_a_test_class_extends_or_is_annotated_with_may_start_the_whole_application() {
    let whole =
        "package b; import org.springframework.boot.test.context.SpringBootTest; @SpringBootTest ";
    let base = format!("{whole} public abstract class Base {{}}");
    let above = format!("{whole} public @interface Whole {{}}");
    let place = |test: &'static str| {
        let tree = tree(&[
            ("src/main/java/a/Cart.java", "package a; class Cart {}"),
            ("src/test/java/a/CartTest.java", test),
            (
                "src/test/java/a/Near.java",
                "package a; import b.*; import b.Base; class Near<T> extends Base {}",
            ),
            ("src/test/java/b/Base.java", &base),
            ("src/test/java/b/Whole.java", &above),
        ]);
        let project = discover(&tree, "src/main/java/a/Cart.java");
        let file = project.test_file_for(&tree.root.join("src/main/java/a/Cart.java"), "Cart");
        let stem = file.file_stem().expect("a name");
        stem.to_string_lossy().into_owned()
    };
    let by_import = "package a; import b.Base; class CartTest extends Base {}";
    assert_eq!(place(by_import), "CartUnitTest");
    assert_eq!(
        place("package a; class CartTest extends Near<Cart> {}"),
        "CartUnitTest"
    );
    let annotated = "package a; import b.Whole; @Whole\nclass CartTest {}";
    assert_eq!(place(annotated), "CartUnitTest");
    // It only uses them.
    let used = "package a; import b.Base; class CartTest extends Object { Base base; }";
    assert_eq!(place(used), "CartTest");
    assert_eq!(
        place("package a; class CartTest extends CartTest {}"),
        "CartTest"
    );
}

#[test]
fn a_new_test_class_is_named_as_those_near_it_are() {
    let files = |tests: &[&'static str]| {
        let mut all = vec![("src/main/java/a/b/Cart.java", "package a.b; class Cart {}")];
        all.extend(tests.iter().map(|path| (*path, "class X {}")));
        all
    };
    let name = |tests: &[&'static str]| {
        let tree = tree(&files(tests));
        let project = discover(&tree, "src/main/java/a/b/Cart.java");
        let file = project.test_file_for(&tree.root.join("src/main/java/a/b/Cart.java"), "Cart");
        assert_eq!(file.parent(), Some(&*tree.root.join("src/test/java/a/b")));
        file.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let named = |text: &str| Some(text.to_owned());
    assert_eq!(name(&[]), named("CartTest"));
    let plural = "src/test/java/a/b/ShopTests.java";
    assert_eq!(name(&[plural]), named("CartTests"));
    // One each: what most projects do.
    let single = "src/test/java/a/b/OrderTest.java";
    assert_eq!(name(&[plural, single]), named("CartTest"));
    // In another package, where the own one has none.
    let prefixed = "src/test/java/a/c/d/TestShop.java";
    assert_eq!(name(&[prefixed]), named("TestCart"));
    assert_eq!(name(&[prefixed, single]), named("CartTest"));
}

#[test]
fn a_new_test_class_takes_no_name_that_a_test_in_another_language_has() {
    let name = |taken: &'static [&'static str]| {
        let mut all = vec![
            ("src/main/java/a/Cart.java", "package a; class Cart {}"),
            (
                "src/test/java/a/ShopTest.java",
                "package a; class ShopTest {}",
            ),
        ];
        all.extend(taken.iter().map(|path| (*path, "class CartTest {}")));
        let tree = tree(&all);
        let project = discover(&tree, "src/main/java/a/Cart.java");
        let file = project.test_file_for(&tree.root.join("src/main/java/a/Cart.java"), "Cart");
        let stem = file.file_stem().expect("a name").to_string_lossy();
        stem.into_owned()
    };
    assert_eq!(name(&["src/test/groovy/b/CartTest.groovy"]), "CartTest");
    assert_eq!(name(&["src/test/groovy/a/CartTest.groovy"]), "CartTests");
    let both = &[
        "src/test/groovy/a/CartTests.groovy",
        "src/test/java/a/CartTest.kt",
    ];
    assert_eq!(name(both), "CartTestCase");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_class_that_is_no_test_is_no_test_class() {
    use std::os::unix::fs::symlink;

    let tree = tree(&[
        ("src/main/java/a/Cart.java", "package a; class Cart {}"),
        (
            "src/test/java/a/CartTests.java",
            "package a; class CartTests {}",
        ),
    ]);
    let tests = tree.root.join("src/test/java/a");
    let main = tree.root.join("src/main/java/a/Cart.java");
    symlink(&main, tests.join("CartTest.java")).expect("a link");
    symlink(tests.join("CartTests.java"), tests.join("TestCart.java")).expect("a link");
    let project = discover(&tree, "src/main/java/a/Cart.java");
    let own = [tests.join("CartTests.java"), tests.join("TestCart.java")];
    assert_eq!(project.existing_tests(&main, "Cart"), own);
    fs::remove_file(&own[0]).expect("it is ours");
    assert_eq!(
        project.test_file_for(&main, "Cart"),
        tests.join("CartTests.java"),
        "nothing is inserted through the link"
    );
}

#[cfg(unix)]
#[test]
fn a_build_file_that_somebody_else_put_above_a_class_is_none_of_its_project() {
    use std::os::unix::fs::{PermissionsExt, chown};

    let folder = tempfile::tempdir().expect("a folder");
    let shared = fs::canonicalize(folder.path())
        .expect("it is there")
        .join("shared");
    let file = shared.join("scratch/A.java");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(&file, "class A {}").expect("a file");
    for (name, text) in [
        (
            "pom.xml",
            "<project><modules><module>scratch</module></modules></project>",
        ),
        ("build.gradle", ""),
        ("settings.gradle", "include 'scratch'"),
    ] {
        fs::write(shared.join(name), text).expect("a file");
    }
    let found = || {
        let pom = nearest_pom(&file, None);
        let gradle = GradleRoot::around(&file, None);
        (pom.is_some(), gradle.is_some())
    };
    assert_eq!(found(), (true, true));
    let files = ["pom.xml", "build.gradle", "settings.gradle"].map(|name| shared.join(name));
    // Who is not root cannot give files away: what follows then shows the half of it.
    let is_root = files
        .iter()
        .all(|file| chown(file, Some(65_534), None).is_ok());
    assert_eq!(found(), (!is_root, !is_root));
    for file in &files {
        chown(
            file,
            Some(fs::metadata(&shared).map_or(0, |it| owner(&it))),
            None,
        )
        .expect("ours");
    }
    assert_eq!(found(), (true, true));
    // Where all may put files, nobody knows whose they will be.
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o1777)).expect("it is ours");
    assert_eq!(found(), (false, false));
    assert!(is_too_wide(&shared));
}

#[cfg(unix)]
fn owner(about: &fs::Metadata) -> u32 {
    std::os::unix::fs::MetadataExt::uid(about)
}
