package goalline.usertests;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one test class under JUnit's platform launcher and tells of each test's start and end; records and judges
 * nothing. It is compiled beside the user's own JUnit, so it uses only what every version of the launcher has.
 */
public final class Launch implements Consumer<Object[]> {
    private static final Set<String> TAGS = listIn("goalline.tags");
    private static final Set<String> EXCLUDED_TAGS = listIn("goalline.tags.excluded");

    /**
     * Takes the class, the ids to run (none: all), the ids to leave out, a listener, which is given arrays: whether the
     * test ended, id, class, method, name, status (0 passed, 1 failed, 2 aborted or skipped), and a throwable or text;
     * and whether to run the tests in reverse, which does nothing where the class says in which order it has to be.
     */
    @Override
    @SuppressWarnings("unchecked")
    public void accept(Object[] request) {
        Class<?> type = (Class<?>) request[0];
        Set<String> only = (Set<String>) request[1];
        Set<String> never = (Set<String>) request[2];
        Consumer<Object[]> listener = (Consumer<Object[]>) request[3];
        boolean reversed = (Boolean) request[4];
        if (reversed && Backwards.isOrdered(type)) {
            return;
        }
        PostDiscoveryFilter filter = descriptor -> {
            if (reversed) {
                Backwards.turn(descriptor);
            }
            return FilterResult.includedIf(isWanted(descriptor, only, never) && isRunByTheBuild(descriptor));
        };
        LauncherDiscoveryRequest discovery = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(type))
                .filters(filter)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        LauncherFactory.create().execute(discovery, new Teller(listener));
    }

    /** A test needs one of the tags that the build asks for, and may have none of those that it leaves out. */
    private static boolean isRunByTheBuild(TestDescriptor descriptor) {
        Set<String> tags = new HashSet<>();
        descriptor.getTags().forEach(tag -> {
            // A category of JUnit 4 may be named without its package.
            tags.add(tag.getName());
            tags.add(tag.getName().substring(tag.getName().lastIndexOf('.') + 1));
        });
        return (TAGS.isEmpty() || !Collections.disjoint(tags, TAGS)) && Collections.disjoint(tags, EXCLUDED_TAGS);
    }

    private static Set<String> listIn(String property) {
        String list = System.getProperty(property, "");
        return list.isEmpty() ? Set.of() : new HashSet<>(List.of(list.split(",")));
    }

    private static boolean isWanted(TestDescriptor descriptor, Set<String> only, Set<String> never) {
        String id = descriptor.getUniqueId().toString();
        if (never.contains(id)) {
            return false;
        }
        if (descriptor.mayRegisterTests() && !descriptor.isRoot() && startsAny(id + "/", never)) {
            return false;
        }
        if (only.isEmpty() || only.contains(id) || startsAny(id + "/", only)) {
            return true;
        }
        for (String wanted : only) {
            if (id.startsWith(wanted + "/")) {
                return true;
            }
        }
        return false;
    }

    private static boolean startsAny(String prefix, Set<String> ids) {
        for (String id : ids) {
            if (id.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Passes on what concerns tests, and containers that fail. */
    private static final class Teller implements TestExecutionListener {
        private final Consumer<Object[]> listener;

        Teller(Consumer<Object[]> listener) {
            this.listener = listener;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.isTest()) {
                tell(false, test, 0, null);
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            tell(true, test, 2, reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean failed = result.getStatus() == TestExecutionResult.Status.FAILED;
            if (test.isTest() || failed) {
                int status = failed ? 1 : result.getStatus() == TestExecutionResult.Status.ABORTED ? 2 : 0;
                tell(true, test, status, result.getThrowable().orElse(null));
            }
        }

        private void tell(boolean ended, TestIdentifier test, int status, Object reason) {
            String type = "";
            String method = "";
            Optional<TestSource> source = test.getSource();
            if (source.isPresent() && source.get() instanceof MethodSource) {
                type = ((MethodSource) source.get()).getClassName();
                method = ((MethodSource) source.get()).getMethodName();
            } else if (source.isPresent() && source.get() instanceof ClassSource) {
                type = ((ClassSource) source.get()).getClassName();
            }
            listener.accept(new Object[] {
                ended, test.getUniqueId(), type, method, test.getDisplayName(), status, reason
            });
        }
    }
}
