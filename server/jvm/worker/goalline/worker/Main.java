package goalline.worker;

import goalline.worker.wire.Silent;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Starts the worker: takes its pipes by path, keeps the user's code away from them, reads frames until the end of
 * input.
 */
public final class Main {
    public static final int TEST_STACK = 1 << 20;
    /** The group of the worker's own threads; those of tests have another one. */
    public static final ThreadGroup OWN = Thread.currentThread().getThreadGroup();

    private static final PrintStream SILENT = new Silent();

    private Main() {}

    /** Arguments: frames in, frames out, a pipe that ends when the parent does, the jar of the probe runtime. */
    public static void main(String[] args) throws IOException {
        InputStream in = new FileInputStream(args[0]);
        OutputStream out = new FileOutputStream(args[1]);
        InputStream life = new FileInputStream(args[2]);
        PrintStream lastWords = System.err;
        System.setIn(InputStream.nullInputStream());
        restoreStreams();
        AtomicReference<Commands> commands = new AtomicReference<>();
        DataInputStream frames = new DataInputStream(in);
        BlockingQueue<byte[]> first = new ArrayBlockingQueue<>(1);
        // Tests run on this thread; its stack is small enough for endless recursion to end soon. It does nothing before
        // the first of them: until then several threads use up identity hashes side by side, which the JVM hands out
        // in a row, and tests are to find the same ones in each process.
        ThreadGroup group = new ThreadGroup("main");
        Runnable tests = () -> runTests(commands, first, frames, lastWords);
        new Thread(group, tests, "main", TEST_STACK).start();
        Thread watch = new Thread(null, () -> awaitEnd(life, commands), "goalline life", 1 << 18);
        watch.setDaemon(true);
        watch.start();
        Runnable successor = () -> serveFrames(commands.get(), Commands::succeed, frames, lastWords);
        try {
            commands.set(new Commands(out, args[3], successor));
        } catch (Throwable broken) {
            lastWords.println(broken);
            Runtime.getRuntime().halt(1);
        }
        serveUntilTests(commands.get(), first, frames, lastWords);
    }

    /** Something that the thread that is to answer frames does first. */
    private interface Beginning {
        void begin(Commands commands) throws IOException;
    }

    /** What a test may have changed. */
    public static void restoreStreams() {
        if (System.out != SILENT) {
            System.setOut(SILENT);
        }
        if (System.err != SILENT) {
            System.setErr(SILENT);
        }
    }

    /** Ends the process with its parent; on the way, batches that are to end early. */
    private static void awaitEnd(InputStream life, AtomicReference<Commands> commands) {
        try (DataInputStream cuts = new DataInputStream(life)) {
            while (true) {
                int last = cuts.readInt();
                commands.get().cut(last);
            }
        } catch (IOException broken) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Answers frames up to the first batch of tests, which is the tests' thread's. */
    private static void serveUntilTests(
            Commands commands, BlockingQueue<byte[]> first, DataInputStream frames, PrintStream lastWords) {
        try {
            byte[] frame = nextFrame(frames, new byte[1 << 16]);
            while (frame != null && !Commands.isBatch(frame)) {
                commands.handle(frame);
                frame = nextFrame(frames, frame);
            }
            if (frame != null) {
                commands.settle();
                first.add(frame);
                // The end of this thread would use up another one beside the tests.
                Commands.awaitTheEnd();
            }
        } catch (Throwable broken) {
            lastWords.println(broken);
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    /** Waits for the first batch of tests and answers all frames from then on. */
    private static void runTests(
            AtomicReference<Commands> commands, BlockingQueue<byte[]> first, DataInputStream frames,
            PrintStream lastWords) {
        byte[] frame;
        try {
            frame = first.take();
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
        Beginning batch = own -> {
            own.takeTurn();
            own.handle(frame);
        };
        serveFrames(commands.get(), batch, frames, lastWords);
    }

    /** Answers frames until the end of input, which ends the process, or until this thread is given up. */
    private static void serveFrames(
            Commands commands, Beginning beginning, DataInputStream frames, PrintStream lastWords) {
        int status = 0;
        try {
            beginning.begin(commands);
            byte[] frame = nextFrame(frames, new byte[1 << 16]);
            while (frame != null) {
                commands.handle(frame);
                frame = nextFrame(frames, frame);
            }
        } catch (Throwable broken) {
            if (commands.isGivenUp()) {
                return;
            }
            lastWords.println(broken);
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    /** The next frame, in that array where it has room; null where the parent is gone. */
    private static byte[] nextFrame(DataInputStream frames, byte[] room) throws IOException {
        int length;
        try {
            length = Integer.reverseBytes(frames.readInt());
        } catch (EOFException parentIsGone) {
            return null;
        }
        byte[] frame = room.length < length ? new byte[length * 2] : room;
        frames.readFully(frame, 0, length);
        return frame;
    }

    /** Sends the first bytes of the array as one frame. */
    public static void sendFrame(OutputStream out, byte[] bytes, int length) throws IOException {
        byte[] whole = new byte[length + 4];
        for (int i = 0; i < 4; i++) {
            whole[i] = (byte) (length >> 8 * i);
        }
        System.arraycopy(bytes, 0, whole, 4, length);
        synchronized (out) {
            out.write(whole);
        }
    }
}
