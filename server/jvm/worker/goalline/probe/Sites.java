package goalline.probe;

import java.util.Arrays;

/**
 * Tells which calls are under way. The source announces a call; the entry of a method that the call may run begins
 * it, in whatever body announced it last, and the exit of that method ends it. A constructor begins with what it
 * calls by {@code this} or {@code super}: that begins the call, too, which goes on waiting for the constructor
 * itself. What happens meanwhile in the called file is recorded once more, under numbers that belong to the call. It
 * knows one thread: where several race, it forgets what is under way.
 */
public final class Sites {
    /** Numbers of one copy: from, to and the number of the first in the copy, of predicates and then of methods. */
    private static final int COPY = 6;

    private static final int NONE = -1;
    private static final int[] EMPTY = {};

    /** How many different calls are under way. */
    public static int underWay;

    /** By call: the methods that it may run, sorted. */
    private static int[][] entries = {};
    /** By call: the constructors that run before the first statement of these, sorted. */
    private static int[][] before = {};
    /** By call: its copies, one after the other. */
    private static int[][] copies = {};
    /** By method: whether its entry and exit are both reported. */
    private static boolean[] framed = {};

    /** The framed bodies that are being run: method, call that it answers, announced calls below it. */
    private static int[] frames = new int[3 * 64];
    private static int depth;
    /** Calls that were announced and have not begun, those of the newest body last. */
    private static int[] announced = new int[64];
    private static int waiting;
    /** By call: how often it is under way. */
    private static int[] uses = {};
    /** The calls that are under way. */
    private static int[] active = {};

    private Sites() {}

    /** Takes the calls, by number, and the methods whose entries and exits are both reported. */
    public static void prepare(int[][] entered, int[][] constructed, int[][] copied, int[] framedMethods) {
        underWay = 0;
        depth = 0;
        waiting = 0;
        int most = NONE;
        for (int method : framedMethods) {
            most = Math.max(most, method);
        }
        boolean[] marked = new boolean[most + 1];
        for (int method : framedMethods) {
            marked[method] = true;
        }
        for (int[] methods : entered) {
            Arrays.sort(methods);
        }
        for (int[] methods : constructed) {
            Arrays.sort(methods);
        }
        uses = new int[entered.length];
        active = new int[entered.length];
        copies = copied;
        framed = marked;
        before = constructed;
        entries = entered;
    }

    /** Forgets what is under way. */
    public static void begin() {
        for (int i = 0; i < underWay; i++) {
            uses[active[i]] = 0;
        }
        underWay = 0;
        depth = 0;
        waiting = 0;
    }

    public static boolean at(int site) {
        if (site >= entries.length || !Recorder.armed()) {
            return true;
        }
        try {
            announce(site);
        } catch (IndexOutOfBoundsException racing) {
            begin();
        }
        return true;
    }

    private static void announce(int site) {
        forget(site);
        int[] list = announced;
        if (waiting == list.length) {
            list = Arrays.copyOf(list, 2 * list.length);
            announced = list;
        }
        list[waiting] = site;
        waiting++;
    }

    /** A call that was announced in this body before and did not begin will not begin. */
    private static void forget(int site) {
        int[] list = announced;
        for (int i = waiting - 1; i >= first(); i--) {
            if (list[i] == site) {
                remove(i);
                return;
            }
        }
    }

    private static void remove(int at) {
        waiting--;
        System.arraycopy(announced, at + 1, announced, at, waiting - at);
    }

    /** Where the announcements of the newest body start. */
    private static int first() {
        return depth == 0 ? 0 : frames[3 * depth - 1];
    }

    public static void enter(int method) {
        if (method >= framed.length || !framed[method]) {
            return;
        }
        try {
            push(method, begun(method));
        } catch (IndexOutOfBoundsException racing) {
            begin();
        }
    }

    private static void push(int method, int site) {
        if (3 * depth + 3 > frames.length) {
            frames = Arrays.copyOf(frames, 2 * frames.length);
        }
        int at = 3 * depth;
        frames[at] = method;
        frames[at + 1] = site;
        frames[at + 2] = waiting;
        depth++;
        if (site != NONE && uses[site]++ == 0 && underWay < active.length) {
            active[underWay] = site;
            underWay++;
        }
    }

    /** The newest announced call of the body on top that may run this method. */
    private static int begun(int method) {
        for (int i = waiting - 1; i >= first(); i--) {
            int site = announced[i];
            if (Arrays.binarySearch(entries[site], method) >= 0) {
                remove(i);
                return site;
            }
            if (Arrays.binarySearch(before[site], method) >= 0) {
                return site;
            }
        }
        return NONE;
    }

    /** Ends the newest frame of the method, and those above it, whose exits got lost in a stack overflow. */
    public static void left(int method) {
        if (method >= framed.length || !framed[method] || !Recorder.armed()) {
            return;
        }
        try {
            pop(method);
        } catch (IndexOutOfBoundsException racing) {
            begin();
        }
    }

    private static void pop(int method) {
        int at = depth - 1;
        while (at >= 0 && frames[3 * at] != method) {
            at--;
        }
        if (at < 0) {
            return;
        }
        waiting = frames[3 * at + 2];
        while (depth > at) {
            depth--;
            end(frames[3 * depth + 1]);
        }
    }

    private static void end(int site) {
        if (site == NONE || --uses[site] > 0) {
            return;
        }
        for (int i = 0; i < underWay; i++) {
            if (active[i] == site) {
                underWay--;
                active[i] = active[underWay];
                return;
            }
        }
    }

    private static int[] copy(int site) {
        int[][] all = copies;
        return site < all.length ? all[site] : EMPTY;
    }

    /**
     * The number of a predicate (kind 0) or method (kind 3) in the copy that starts here; none where it has no place
     * in it.
     */
    private static int copied(int[] copy, int start, int kind, int number) {
        int from = copy[start + kind];
        boolean inside = number >= from && number < copy[start + kind + 1];
        return inside ? copy[start + kind + 2] + number - from : NONE;
    }

    public static void record(int id, boolean happened, double other) {
        for (int i = Math.min(underWay, active.length) - 1; i >= 0; i--) {
            int[] copy = copy(active[i]);
            for (int start = 0; start < copy.length; start += COPY) {
                int number = copied(copy, start, 0, id);
                if (number != NONE) {
                    Recorder.write(number, happened, other);
                }
            }
        }
    }

    public static void correct(int id) {
        for (int i = Math.min(underWay, active.length) - 1; i >= 0; i--) {
            int[] copy = copy(active[i]);
            for (int start = 0; start < copy.length; start += COPY) {
                int number = copied(copy, start, 0, id);
                if (number != NONE) {
                    Recorder.turn(number);
                }
            }
        }
    }

    public static void count(int method) {
        for (int i = Math.min(underWay, active.length) - 1; i >= 0; i--) {
            int[] copy = copy(active[i]);
            for (int start = 0; start < copy.length; start += COPY) {
                int number = copied(copy, start, 3, method);
                if (number != NONE) {
                    Recorder.count(number);
                }
            }
        }
    }

    /** Whether the distance to the other outcome still matters to a call that is under way. */
    public static boolean wants(int id, boolean happened) {
        for (int i = Math.min(underWay, active.length) - 1; i >= 0; i--) {
            int[] copy = copy(active[i]);
            for (int start = 0; start < copy.length; start += COPY) {
                int number = copied(copy, start, 0, id);
                int[] otherCounts = happened ? Recorder.falseCount : Recorder.trueCount;
                if (number != NONE && number < otherCounts.length && otherCounts[number] == 0) {
                    return true;
                }
            }
        }
        return false;
    }
}
