package goalline.worker.run;

import goalline.probe.Direct;
import goalline.probe.Recorder;
import goalline.probe.Seen;
import goalline.worker.Main;
import goalline.worker.classes.ClassStore;
import goalline.worker.classes.Libraries;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.mocks.Answers;
import goalline.worker.mocks.Mock;
import goalline.worker.mocks.Mocks;
import goalline.worker.state.StaticState;
import goalline.worker.wire.Input;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * Runs batches of test cases and writes what each did; the clock and the end of the process are the watchdog's part.
 */
public final class Runner {
    /** Of the thread that runs tests now. */
    public volatile Turn turn = new Turn();
    /** Results that are whole: the number of tests, and where they are. Guarded by this object. */
    public int finished;

    public int finishedLength;
    public byte[] finishedIn;
    /** Number of the batch that runs or ran last. */
    private volatile int batch;
    /** Batches up to this number end as soon as they can. */
    private volatile int cut;

    public volatile int timeLimit = 1000;
    /** Whoever sets it sends the results of this batch. */
    public final AtomicBoolean claimed = new AtomicBoolean(true);

    public final Output output = new Output();
    private final ClassStore store;
    public final Links links = new Links();
    private final Leftovers leftovers = new Leftovers();
    private final TestDoubles testDoubles;
    private final Details details;
    private final Outcomes outcomes;
    private Libraries libraries;
    private Linkage shared;
    /** What the last test ran in and left as it was made: the next one may have it in place of a new one. */
    private Linkage untouched;

    private final StaticState state = new StaticState(this::newLoader);
    private int renewals;
    private long runs;
    /** Of the last renewal. */
    private long renewedAt;
    /** The batch that runs: its tests, from the one after the running one on, and how they are run. */
    private Input rest;
    private int left;
    private long budget;
    private boolean fresh;
    private boolean observe;
    private int mutant;
    /** Whether threads that tests or libraries have left are a reason to replace this process. */
    public volatile boolean isWorn;
    /** Whether tests say what they are at, so that it is known when the process ends without a word. */
    private boolean tells;
    /** Whether time passes before each call. */
    private boolean pauses;

    private final IntConsumer tell;

    /** {@code tell} is given each statement before it runs, in batches that ask for it. */
    public Runner(ClassStore store, TestDoubles testDoubles, Details details, IntConsumer tell) {
        this.tell = tell;
        this.details = details;
        this.outcomes = new Outcomes(links, details);
        this.store = store;
        this.testDoubles = testDoubles;
    }

    /** Stops or continues the clock of the test that runs: compiling for it is not its time. */
    public void toggleClock() {
        Turn own = turn;
        if (own.thread != Thread.currentThread()) {
            return;
        }
        if (own.isRunning()) {
            own.end();
        } else {
            own.begin();
        }
    }

    /** New classes or libraries: everything is resolved again. */
    public void renew(Libraries libraries) {
        this.libraries = libraries;
        this.shared = null;
        this.untouched = null;
        state.clear();
        this.renewals = 0;
        testDoubles.clear();
        forgetSeen();
    }

    private Linkage newLinkage() {
        libraries.refresh(store);
        return new Linkage(newLoader(), links, testDoubles);
    }

    private ProjectLoader newLoader() {
        return new ProjectLoader(store, libraries, ClassStore.PROBED, Map.of());
    }

    /** One in which no test has changed anything. */
    private Linkage unusedLinkage() {
        Linkage found = untouched == null ? newLinkage() : untouched;
        untouched = null;
        return found;
    }

    /** What passes before each call of a test that is to take its time. */
    private static final long PAUSE_MILLIS = 1;

    /** Where results start: after kind, state, count and statement, which are filled in when the batch is sent. */
    public static final int HEADER = 1 + 1 + 4 + 4;

    /** Runs the batch; gives the state to send, with the results in {@link #output}. */
    public int run(Input input) {
        budget = input.varint();
        timeLimit = input.count();
        int flags = input.u8();
        fresh = (flags & 1) != 0;
        observe = (flags & 2) != 0;
        mutant = (flags & 4) != 0 ? input.count() : -1;
        tells = (flags & 8) != 0;
        pauses = (flags & 16) != 0;
        left = input.count();
        rest = input;
        output.truncate(0);
        for (int i = 0; i < HEADER; i++) {
            output.u8(0);
        }
        outcomes.forgetUnsent();
        synchronized (this) {
            finished = 0;
            finishedLength = HEADER;
            finishedIn = output.array();
            batch++;
            claimed.set(false);
        }
        return carryOn();
    }

    /** Whether the batch that runs, or ran last, is to end early. */
    public boolean isCut() {
        return batch - cut <= 0;
    }

    /** Lets batches up to this number end early; says whether the caller has to send the results of the running one. */
    public synchronized boolean cut(int last) {
        cut = last;
        return isCut() && claimed.compareAndSet(false, true);
    }

    /** Another test is finished; one that comes too late, after the results were sent, does not count. */
    private synchronized void noteFinished() {
        if (!claimed.get()) {
            finished++;
            finishedLength = output.length();
            finishedIn = output.array();
            outcomes.noteFinished();
        }
    }

    /** Runs what is left of the batch on the thread that calls. */
    private int carryOn() {
        if (shared == null && !fresh && left > 0) {
            shared = newLinkage();
        }
        Turn own = turn;
        Input input = rest;
        while (left > 0 && !isCut()) {
            left--;
            int length = input.count();
            int end = input.position() + length;
            rest = input.from(end);
            Linkage linkage = fresh ? unusedLinkage() : shared;
            own.thread.setContextClassLoader(linkage.loader);
            int defined = linkage.loader.defined();
            runOne(input, linkage, own);
            input = rest;
            noteFinished();
            if (leavesThread(own.threads, linkage, linkage.loader.defined() > defined)) {
                return Protocol.THREAD_LEFT;
            }
            isWorn |= own.threads.areTooMuch();
            if (fresh && !linkage.hasLeftThread && state.isAsInitialised(linkage.loader)) {
                untouched = linkage;
            }
        }
        return left > 0 ? Protocol.CUT : Protocol.COMPLETE;
    }

    /**
     * Whether the test is to blame for a thread that goes on in the project's code. What a class initialiser starts
     * it starts once: the first such thread is taken for one, and so is any where classes came in. Other threads (a
     * pool that waits, those of libraries) are left alone.
     */
    private static boolean leavesThread(Threads threads, Linkage linkage, boolean hasNewClasses) {
        if (!threads.anyLeft(linkage.loader::isRunBy)) {
            return false;
        }
        boolean isOfProject = threads.anyOfThose(linkage.loader::isRunBy);
        threads.letStay();
        boolean recurs = isOfProject && linkage.hasLeftThread && !hasNewClasses;
        linkage.hasLeftThread |= isOfProject;
        return recurs;
    }

    /**
     * Answers for the test whose thread has lost its turn: it exceeded its time. A thread that was blocked may hold
     * what others need, so the tests after it get classes of their own.
     */
    public void answerFor(Turn lost, boolean wasBlocked) {
        Recorder.shun(lost.thread);
        output.truncate(finishedLength);
        // An object that was asked after its test had thrown: what was thrown is written by then.
        outcomes.forgetUnsent();
        output.u8(Protocol.OUT_OF_TIME_ALONE);
        output.varint(lost.statement);
        // No steps, no trace, no details of it, no calls on mocks, no null, no observations.
        for (int i = observe ? 7 : 6; i > 0; i--) {
            output.varint(0);
        }
        noteFinished();
        if (wasBlocked) {
            shared = null;
        }
    }

    /** Makes it the turn of the thread that calls. */
    public void takeTurn() {
        turn = new Turn();
    }

    /** Makes it the turn of the thread that calls and runs what is left of the batch. */
    public int succeed() {
        takeTurn();
        return carryOn();
    }

    private void runOne(Input input, Linkage linkage, Turn own) {
        runs++;
        int count = input.count();
        own.reserve(count);
        Object[] vars = own.variables;
        Throwable thrown = null;
        own.statement = 0;
        Observer observer = observe ? new Observer(vars, budget) : null;
        own.threads.before();
        if (observe) {
            leftovers.before();
        }
        own.mocks.clear();
        // Of a test that lost its turn.
        linkage.holders.release();
        own.begin();
        Recorder.begin(budget);
        details.begin(mutant);
        try {
            for (int at = 0; at < count; at++) {
                own.statement = at;
                if (tells) {
                    tell.accept(at);
                }
                vars[at] = step(input, linkage, own, at);
                own.check();
                if (observer != null && own.types[at] == Protocol.OP_CALL && links.givesValue(own.callable)) {
                    observer.value(at, linkage.asked(own.callable));
                }
            }
        } catch (Throwable any) {
            thrown = any;
        }
        own.mocks.forEach(Mock::end);
        Outcomes.Said said = observe ? Outcomes.saidBy(thrown, linkage.loader) : null;
        own.end();
        int slowAt = own.slowStatement();
        boolean outOfSteps = Recorder.exhausted();
        long steps = budget - Recorder.stepsLeft;
        Recorder.end();
        Thread.interrupted();
        if (observe && leftovers.clear()) {
            thrown = new Linkage.Unlinkable("it leaves files behind");
        }
        if (slowAt >= 0) {
            output.u8(Protocol.SLOW);
            output.varint(slowAt);
        }
        outcomes.write(output, thrown, outOfSteps, own.statement, observe, said);
        outcomes.writeTrace(output, steps);
        outcomes.writeUnanswered(output, own.mocks);
        outcomes.writeNullResult(output, thrown);
        if (observer != null) {
            own.begin();
            int defined = thrown == null && !outOfSteps ? count : own.statement;
            observer.inspect(defined, own.types);
            if (thrown != null && !outOfSteps) {
                observer.ended(thrown, own.statement);
            }
            observer.interactions(own.mocks, defined);
            own.end();
            observer.writeTo(output);
        }
        linkage.holders.release();
        Arrays.fill(vars, 0, count, null);
        own.mocks.clear();
        Main.restoreStreams();
        if (thrown instanceof LinkageError && linkage == shared) {
            maybeRenew((LinkageError) thrown, outOfSteps);
        }
    }

    /**
     * A step budget that ended a static initialiser leaves its class broken for the tests after it: take a new
     * loader.
     */
    private void maybeRenew(LinkageError error, boolean outOfSteps) {
        boolean broken = outOfSteps || error instanceof NoClassDefFoundError;
        if (broken && runs - renewedAt >= pauseBeforeRenewal()) {
            renewals++;
            renewedAt = runs;
            shared = newLinkage();
        }
    }

    /**
     * In tests: none at first, then twice as many each time, for some initialisers are ended by chance and others
     * always.
     */
    private long pauseBeforeRenewal() {
        return renewals < 3 ? 0 : 250L << Math.min(renewals - 3, 20);
    }

    private Object step(Input input, Linkage linkage, Turn own, int at) throws Throwable {
        Object[] vars = own.variables;
        int op = input.u8();
        own.types[at] = op;
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
                pause();
                return call(input, linkage, own);
            case Protocol.OP_ARRAY:
                return array(input, linkage, vars);
            default:
                return testDouble(input, linkage, own, at);
        }
    }

    /** Lets the clock go on where what depends on it is to show. */
    private void pause() {
        if (!pauses) {
            return;
        }
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException fromATest) {
            Thread.currentThread().interrupt();
        }
    }

    private Object call(Input input, Linkage linkage, Turn own) throws Throwable {
        int id = input.count();
        own.callable = id;
        int method = links.callables[id].method;
        if (method < 0 || !details.calls.wanted) {
            return invoke(input, linkage, own, id);
        }
        boolean returned = false;
        Object value = null;
        // What a static initialiser calls is not what the test calls.
        linkage.initialise(id);
        Direct.call(method);
        try {
            value = invoke(input, linkage, own, id);
            returned = true;
            return value;
        } finally {
            details.calls.ended(method, returned, value, links.givesValue(id));
        }
    }

    private static Object invoke(Input input, Linkage linkage, Turn own, int id) throws Throwable {
        Object[] vars = own.variables;
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

    private static Object testDouble(Input input, Linkage linkage, Turn own, int at) throws Throwable {
        int type = input.count();
        boolean isMock = input.u8() != 0;
        int count = input.count();
        Answers answers = new Answers();
        for (int i = 0; i < count; i++) {
            String method = input.text();
            String descriptor = input.text();
            boolean isThrown = input.u8() != 0;
            Object value = own.variables[input.count()];
            if (isThrown) {
                answers.putThrown(method, descriptor, value);
            } else {
                answers.put(method, descriptor, value);
            }
        }
        Object[] arguments = new Object[input.count()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = own.variables[input.count()];
        }
        if (!isMock) {
            return linkage.testDouble(type, answers, arguments);
        }
        Mock mock = linkage.mock(type, at, answers);
        own.mocks.add(mock);
        return Mocks.objectOf(mock);
    }

    private int sentIntegrals;
    private int sentFloatings;
    private int sentTexts;

    /** Writes the constants seen at comparisons that were not written before, as long as the recorder remembers. */
    public void writeSeen() {
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
