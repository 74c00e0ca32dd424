package goalline.worker;

import java.io.IOException;
import java.io.OutputStream;

/** Ends the process when a test exceeds its time or calls System.exit, and sends what was finished before. */
final class Watchdog {
    private static final int PERIOD_MILLIS = 20;

    private final Runner runner;
    private final OutputStream out;
    /** Whether a test or a checked test is running that may call System.exit. */
    volatile boolean mayExit;

    Watchdog(Runner runner, OutputStream out) {
        this.runner = runner;
        this.out = out;
    }

    void start() {
        Thread thread = new Thread(Main.OWN, this::watch, "goalline watchdog", 1 << 18);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        Runtime.getRuntime().addShutdownHook(new Thread(Main.OWN, this::exiting, "goalline exit"));
    }

    private void watch() {
        int seen = 0;
        long since = 0;
        while (true) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException fromATest) {
                continue;
            }
            int now = runner.sequence;
            if ((now & 1) == 0 || now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > runner.timeLimit * 1_000_000L
                    && runner.claimed.compareAndSet(false, true)) {
                if (runner.sequence != now) {
                    runner.claimed.set(false);
                    continue;
                }
                send(Protocol.OUT_OF_TIME);
                Runtime.getRuntime().halt(0);
            }
        }
    }

    /** System.exit in a test: finished results go out, the exit status tells the rest. */
    private void exiting() {
        if (mayExit && (runner.sequence & 1) != 0 && runner.claimed.compareAndSet(false, true)) {
            send(Protocol.EXIT_CALLED);
        }
        if (mayExit) {
            try {
                Main.sendFrame(out, new byte[] {(byte) Protocol.EXITING}, 1);
            } catch (IOException closed) {
                // Nobody listens any more; the process ends either way.
                return;
            }
        }
    }

    /** Sends the results of the finished tests; the one that runs has written nothing that is counted. */
    void send(int state) {
        Output output = runner.output;
        byte[] frame = output.array().clone();
        fillHeader(frame, state, runner.finished, runner.statement);
        try {
            Main.sendFrame(out, frame, runner.finishedLength);
        } catch (IOException closed) {
            Runtime.getRuntime().halt(1);
        }
    }

    static void fillHeader(byte[] frame, int state, int finished, int statement) {
        frame[0] = (byte) Protocol.RESULTS;
        frame[1] = (byte) state;
        for (int i = 0; i < 4; i++) {
            frame[2 + i] = (byte) (finished >> 8 * i);
            frame[6 + i] = (byte) (statement >> 8 * i);
        }
    }
}
