package goalline.probe;

/**
 * Ends a run whose step budget is spent; thrown again at every probe, so no handler of the code under test can go on.
 */
public final class OutOfSteps extends Error {
    private static final long serialVersionUID = 1L;

    /** The one instance: it has neither a stack nor suppressed exceptions, so throwing it allocates nothing. */
    public static final OutOfSteps INSTANCE = new OutOfSteps();

    private OutOfSteps() {
        super("step budget spent", null, false, false);
    }
}
