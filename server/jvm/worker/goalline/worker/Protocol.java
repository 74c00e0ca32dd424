package goalline.worker;

/** The numbers of the protocol, as documented in {@code server/jvm/src/protocol.rs}; takes and gives nothing else. */
final class Protocol {
    static final int VERSION = 3;

    static final int HELLO = 1;
    static final int CONFIGURE = 2;
    static final int COMPILE = 3;
    static final int CLASSES = 4;
    static final int DESCRIBE = 5;
    static final int PREPARE = 6;
    static final int LINK = 7;
    static final int RUN = 8;
    static final int CHECK = 9;
    static final int ATTRIBUTE = 12;
    static final int USER_TESTS = 20;

    static final int DONE = 128;
    static final int FAILED = 129;
    static final int RESULTS = 130;
    static final int EXITING = 131;
    static final int AT = 132;
    static final int TEST_STARTED = 140;
    static final int TEST_ENDED = 141;

    /** All tests of the batch ran. */
    static final int COMPLETE = 0;
    /** All tests up to one that left a thread running; the worker must be replaced. */
    static final int THREAD_LEFT = 1;
    /** The test after the finished ones exceeded its time; the worker ends itself. */
    static final int OUT_OF_TIME = 2;
    /** The test after the finished ones called System.exit. */
    static final int EXIT_CALLED = 3;

    /** All tests of the batch ran; a thread that exceeded its time goes on, so the worker should be replaced. */
    static final int WORN = 4;

    /** The batch was ended early; these tests are finished. */
    static final int CUT = 5;

    static final int OP_NULL = 0;
    static final int OP_FALSE = 1;
    static final int OP_TRUE = 2;
    static final int OP_BYTE = 3;
    static final int OP_SHORT = 4;
    static final int OP_CHAR = 5;
    static final int OP_INT = 6;
    static final int OP_LONG = 7;
    static final int OP_FLOAT = 8;
    static final int OP_DOUBLE = 9;
    static final int OP_TEXT = 10;
    static final int OP_CLASS = 11;
    static final int OP_CALL = 12;
    static final int OP_ARRAY = 13;
    static final int OP_STAND_IN = 14;

    static final int PASSED = 0;
    static final int THREW = 1;
    static final int OUT_OF_STEPS = 2;
    static final int UNLINKABLE = 3;
    /** The test exceeded its time and the worker goes on without it. */
    static final int OUT_OF_TIME_ALONE = 4;
    /** Before an outcome: the test used much of its time. */
    static final int SLOW = 5;

    /** The exit status of a process that has made room for another one, because threads keep it busy that no test can end. */
    static final int RETIRED = 64;

    private Protocol() {}
}
