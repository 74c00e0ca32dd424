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
        Thread watch = new Thread(null, () -> awaitEnd(life, commands), "goalline life", 1 << 18);
        watch.setDaemon(true);
        watch.start();
        ThreadGroup group = new ThreadGroup("main");
        // Tests run on this thread; its stack is small enough for endless recursion to end soon.
        new Thread(group, () -> serve(in, out, args[3], lastWords, commands), "main", TEST_STACK).start();
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

    private static void serve(
            InputStream in, OutputStream out, String probes, PrintStream lastWords,
            AtomicReference<Commands> commands) {
        DataInputStream frames = new DataInputStream(in);
        Runnable successor = () -> serveFrames(commands.get(), frames, lastWords, true);
        try {
            commands.set(new Commands(out, probes, successor));
        } catch (Throwable broken) {
            lastWords.println(broken);
            Runtime.getRuntime().halt(1);
        }
        serveFrames(commands.get(), frames, lastWords, false);
    }

    /** Answers frames until the end of input, which ends the process, or until this thread is given up. */
    private static void serveFrames(
            Commands commands, DataInputStream frames, PrintStream lastWords, boolean isSuccessor) {
        int status = 0;
        try {
            if (isSuccessor) {
                commands.succeed();
            }
            byte[] frame = new byte[1 << 16];
            while (true) {
                int length;
                try {
                    length = Integer.reverseBytes(frames.readInt());
                } catch (EOFException parentIsGone) {
                    break;
                }
                if (frame.length < length) {
                    frame = new byte[length * 2];
                }
                frames.readFully(frame, 0, length);
                commands.handle(frame);
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
