package goalline.worker.wire;

/** The numbers of the protocol, as documented in {@code server/jvm/src/protocol.rs}; takes and gives nothing else. */
public final class Protocol {
    public static final int VERSION = 4;

    public static final int HELLO = 1;
    public static final int CONFIGURE = 2;
    public static final int COMPILE = 3;
    public static final int CLASSES = 4;
    public static final int DESCRIBE = 5;
    public static final int PREPARE = 6;
    public static final int LINK = 7;
    public static final int RUN = 8;
    public static final int CHECK = 9;
    public static final int ATTRIBUTE = 12;
    public static final int USER_TESTS = 20;

    public static final int DONE = 128;
    public static final int FAILED = 129;
    public static final int RESULTS = 130;
    public static final int EXITING = 131;
    public static final int AT = 132;
    public static final int TEST_STARTED = 140;
    public static final int TEST_ENDED = 141;

    /** All tests of the batch ran. */
    public static final int COMPLETE = 0;
    /** All tests up to one that left a thread running; the worker must be replaced. */
    public static final int THREAD_LEFT = 1;
    /** The test after the finished ones exceeded its time; the worker ends itself. */
    public static final int OUT_OF_TIME = 2;
    /** The test after the finished ones called System.exit. */
    public static final int EXIT_CALLED = 3;

    /** All tests of the batch ran; a thread that exceeded its time goes on, so the worker should be replaced. */
    public static final int WORN = 4;

    /** The batch was ended early; these tests are finished. */
    public static final int CUT = 5;

    public static final int OP_NULL = 0;
    public static final int OP_FALSE = 1;
    public static final int OP_TRUE = 2;
    public static final int OP_BYTE = 3;
    public static final int OP_SHORT = 4;
    public static final int OP_CHAR = 5;
    public static final int OP_INT = 6;
    public static final int OP_LONG = 7;
    public static final int OP_FLOAT = 8;
    public static final int OP_DOUBLE = 9;
    public static final int OP_TEXT = 10;
    public static final int OP_CLASS = 11;
    public static final int OP_CALL = 12;
    public static final int OP_ARRAY = 13;
    public static final int OP_TEST_DOUBLE = 14;

    public static final int PASSED = 0;
    public static final int THREW = 1;
    public static final int OUT_OF_STEPS = 2;
    public static final int UNLINKABLE = 3;
    /** The test exceeded its time and the worker goes on without it. */
    public static final int OUT_OF_TIME_ALONE = 4;
    /** Before an outcome: the test used much of its time. */
    public static final int SLOW = 5;

    /**
     * The exit status of a process that has made room for another one, because threads keep it busy that no test can
     * end.
     */
    public static final int RETIRED = 64;

    private Protocol() {}
}
