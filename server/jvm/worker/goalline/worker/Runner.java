package goalline.worker;

import goalline.probe.Recorder;
import goalline.probe.Seen;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs batches of test cases and writes what each did; the clock and the end of the process are the watchdog's part. */
final class Runner {
    /** Where the batch stands, for the watchdog: odd while a test runs, a new number for each. */
    volatile int sequence;
    /** The statement that is running. */
    int statement;
    /** Results that are whole: the number of tests and the length of the output. Written before {@link #sequence}. */
    int finished;

    int finishedLength;
    int timeLimit = 1000;
    /** Whoever sets it sends the results of this batch. */
    final AtomicBoolean claimed = new AtomicBoolean(true);

    final Output output = new Output();
    private final ClassStore store;
    final Links links = new Links();
    private final StandIns standIns;
    private final Threads threads = new Threads();
    private final Outcomes outcomes = new Outcomes(links);
    private Libraries libraries;
    private Linkage shared;
    private int renewals;
    private Object[] variables = new Object[64];
    private int[] types = new int[64];

    Runner(ClassStore store, StandIns standIns) {
        this.store = store;
        this.standIns = standIns;
    }

    /** Stops or continues the clock of the test that runs: compiling for it is not its time. */
    void toggleClock() {
        sequence++;
    }

    /** New classes or libraries: everything is resolved again. */
    void renew(Libraries libraries) {
        this.libraries = libraries;
        this.shared = null;
        this.renewals = 0;
        standIns.clear();
        forgetSeen();
    }

    private Linkage newLinkage() {
        libraries.refresh(store);
        return new Linkage(
                new ProjectLoader(store, libraries, ClassStore.PROBED, Map.of()), links, standIns);
    }

    /** Where results start: after kind, state, count and statement, which are filled in when the batch is sent. */
    static final int HEADER = 1 + 1 + 4 + 4;

    /** Runs the batch; gives the state to send, with the results in {@link #output}. */
    int run(Input input) {
        long budget = input.varint();
        timeLimit = input.count();
        int flags = input.u8();
        boolean fresh = (flags & 1) != 0;
        boolean observe = (flags & 2) != 0;
        int count = input.count();
        output.truncate(0);
        for (int i = 0; i < HEADER; i++) {
            output.u8(0);
        }
        finished = 0;
        finishedLength = HEADER;
        claimed.set(false);
        if (shared == null && !fresh) {
            shared = newLinkage();
        }
        int state = Protocol.COMPLETE;
        for (int test = 0; test < count; test++) {
            int length = input.count();
            int end = input.position() + length;
            Linkage linkage = fresh ? newLinkage() : shared;
            Thread.currentThread().setContextClassLoader(linkage.loader);
            runOne(input, linkage, budget, observe);
            input.position(end);
            finishedLength = output.length();
            finished = test + 1;
            if (threads.anyLeft()) {
                state = Protocol.THREAD_LEFT;
                break;
            }
        }
        return state;
    }

    private void runOne(Input input, Linkage linkage, long budget, boolean observe) {
        int count = input.count();
        if (variables.length < count) {
            variables = new Object[count * 2];
            types = new int[count * 2];
        }
        Object[] vars = variables;
        Throwable thrown = null;
        statement = 0;
        Observer observer = observe ? new Observer(vars, budget) : null;
        threads.before();
        sequence++;
        Recorder.begin(budget);
        try {
            for (int at = 0; at < count; at++) {
                statement = at;
                vars[at] = step(input, linkage, vars, at);
                if (observer != null && types[at] == Protocol.OP_CALL && links.givesValue(lastCallable)) {
                    observer.value(at);
                }
            }
        } catch (Throwable any) {
            thrown = any;
        }
        boolean outOfSteps = Recorder.exhausted();
        long steps = budget - Recorder.stepsLeft;
        Recorder.end();
        Thread.interrupted();
        outcomes.write(output, thrown, outOfSteps, statement, observe);
        outcomes.writeTrace(output, steps);
        if (observer != null) {
            observer.inspect(thrown == null && !outOfSteps ? count : statement, types);
            observer.writeTo(output);
        }
        sequence++;
        Arrays.fill(vars, 0, count, null);
        Main.restoreStreams();
        if (thrown instanceof LinkageError) {
            maybeRenew((LinkageError) thrown, outOfSteps);
        }
    }

    /** A step budget that ended a static initialiser leaves its class broken for the tests after it: take a new loader. */
    private void maybeRenew(LinkageError error, boolean outOfSteps) {
        boolean broken = outOfSteps || error instanceof NoClassDefFoundError;
        if (broken && renewals < 3) {
            renewals++;
            shared = newLinkage();
        }
    }

    private int lastCallable;

    private Object step(Input input, Linkage linkage, Object[] vars, int at) throws Throwable {
        int op = input.u8();
        types[at] = op;
        switch (op) {
            case Protocol.OP_NULL:
                return null;
            case Protocol.OP_FALSE:
                return Boolean.FALSE;
            case Protocol.OP_TRUE:
                return Boolean.TRUE;
            case Protocol.OP_BYTE:
                return (byte) input.zigzag();
            case Protocol.OP_SHORT:
                return (short) input.zigzag();
            case Protocol.OP_CHAR:
                return (char) input.count();
            case Protocol.OP_INT:
                return (int) input.zigzag();
            case Protocol.OP_LONG:
                return input.zigzag();
            case Protocol.OP_FLOAT:
                return Float.intBitsToFloat(input.u32());
            case Protocol.OP_DOUBLE:
                return input.f64();
            case Protocol.OP_TEXT:
                // Interned, as a literal in a Java source is.
                return input.text().intern();
            case Protocol.OP_CLASS:
                return linkage.type(input.count());
            case Protocol.OP_CALL:
                return call(input, linkage, vars);
            case Protocol.OP_ARRAY:
                return array(input, linkage, vars);
            default:
                return standIn(input, linkage, vars);
        }
    }

    private Object call(Input input, Linkage linkage, Object[] vars) throws Throwable {
        int id = input.count();
        lastCallable = id;
        MethodHandle handle = linkage.handle(id);
        int arity = input.count();
        switch (arity) {
            case 0:
                return (Object) handle.invokeExact();
            case 1:
                return (Object) handle.invokeExact(vars[input.count()]);
            case 2: {
                Object a = vars[input.count()];
                return (Object) handle.invokeExact(a, vars[input.count()]);
            }
            case 3: {
                Object a = vars[input.count()];
                Object b = vars[input.count()];
                return (Object) handle.invokeExact(a, b, vars[input.count()]);
            }
            case 4: {
                Object a = vars[input.count()];
                Object b = vars[input.count()];
                Object c = vars[input.count()];
                return (Object) handle.invokeExact(a, b, c, vars[input.count()]);
            }
            default: {
                Object[] arguments = new Object[arity];
                for (int i = 0; i < arity; i++) {
                    arguments[i] = vars[input.count()];
                }
                return (Object) handle.invokeExact(arguments);
            }
        }
    }

    private static Object array(Input input, Linkage linkage, Object[] vars) {
        Class<?> type = linkage.type(input.count());
        int length = input.count();
        Object array = Array.newInstance(type.getComponentType(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, vars[input.count()]);
        }
        return array;
    }

    private static Object standIn(Input input, Linkage linkage, Object[] vars) throws Throwable {
        int type = input.count();
        int count = input.count();
        StandIns.Answers answers = new StandIns.Answers();
        for (int i = 0; i < count; i++) {
            String method = input.text();
            String descriptor = input.text();
            answers.put(method, descriptor, vars[input.count()]);
        }
        return linkage.standIn(type, answers);
    }

    private int sentIntegrals;
    private int sentFloatings;
    private int sentTexts;

    /** Writes the constants seen at comparisons that were not written before, as long as the recorder remembers. */
    void writeSeen() {
        output.varint(Seen.integralCount - sentIntegrals);
        for (; sentIntegrals < Seen.integralCount; sentIntegrals++) {
            output.zigzag(Seen.integrals[sentIntegrals]);
        }
        output.varint(Seen.floatingCount - sentFloatings);
        for (; sentFloatings < Seen.floatingCount; sentFloatings++) {
            output.f64(Seen.floatings[sentFloatings]);
        }
        output.varint(Seen.textCount - sentTexts);
        for (; sentTexts < Seen.textCount; sentTexts++) {
            output.text(Seen.texts[sentTexts]);
        }
        if (sentIntegrals == Seen.integrals.length
                || sentFloatings == Seen.floatings.length
                || sentTexts == Seen.texts.length) {
            forgetSeen();
        }
    }

    private void forgetSeen() {
        Seen.clear();
        sentIntegrals = 0;
        sentFloatings = 0;
        sentTexts = 0;
    }
}
