package goalline.worker.compile;

import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/**
 * Mockito around one test, as its extension and its runners are: fields are filled, and answers that no call asked for
 * fail the test. Mockito is the project's, of any version from 1.10 on.
 */
final class MockSession {
    private static final String MOCKITO = "org.mockito.Mockito";

    private final ClassLoader loader;
    private final Object session;

    private MockSession(ClassLoader loader, Object session) {
        this.loader = loader;
        this.session = session;
    }

    /** Whether the class needs one: loading Mockito takes its time. */
    static boolean isFor(byte[] testClass) {
        return new String(testClass, StandardCharsets.ISO_8859_1).contains("org/mockito/");
    }

    /** Whether it takes classes of one name for the same, whatever loaded them: Mockito 1 keeps what it made. */
    static boolean keepsClasses(ClassLoader loader) {
        return loader.getResource("org/mockito/session/MockitoSessionBuilder.class") == null;
    }

    static MockSession start(Object test) throws ReflectiveOperationException {
        ClassLoader loader = test.getClass().getClassLoader();
        Class<?> mockito = loader.loadClass(MOCKITO);
        try {
            mockito.getMethod("mockitoSession");
        } catch (NoSuchMethodException older) {
            loader.loadClass("org.mockito.MockitoAnnotations").getMethod("initMocks", Object.class).invoke(null, test);
            return new MockSession(loader, null);
        }
        Object builder = mockito.getMethod("mockitoSession").invoke(null);
        Class<?> type = loader.loadClass("org.mockito.session.MockitoSessionBuilder");
        Class<?> strictness = loader.loadClass("org.mockito.quality.Strictness");
        type.getMethod("initMocks", Object.class).invoke(builder, test);
        type.getMethod("strictness", strictness).invoke(builder, strictness.getField("STRICT_STUBS").get(null));
        return new MockSession(loader, type.getMethod("startMocking").invoke(builder));
    }

    /** What Mockito objects to in a test that ended so; nothing more where that failed. */
    void finish(Throwable failure) throws Throwable {
        try {
            if (session == null) {
                loader.loadClass(MOCKITO).getMethod("validateMockitoUsage").invoke(null);
            } else {
                loader.loadClass("org.mockito.MockitoSession").getMethod("finishMocking").invoke(session);
            }
        } catch (InvocationTargetException objection) {
            if (failure == null) {
                throw objection.getCause();
            }
        }
    }
}
