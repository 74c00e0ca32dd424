package goalline.probe;

/** Probes around the selector of a switch: every label is an outcome of its own, the selector's value and type stay. */
abstract class Switches extends CharacterCalls {
    /** Whether a label of the switch being entered has matched; labels are constants, so nothing runs in between. */
    private static boolean matched;

    Switches() {}

    /** The default of a switch was chosen in a body that it shares with {@code null}. */
    public static void other(int id) {
        if (!matched) {
            Recorder.correct(id);
        }
    }

    /** The selector of a switch over constants of an enum, labels by name. */
    public static <E extends Enum<E>> E named(String labels, E selector) {
        Recorder.step();
        if (selector != null) {
            Labels.of(labels).choose(selector.name());
        }
        return selector;
    }

    /** The selector of a switch whose bodies report which label was chosen. */
    public static <T> T open(String labels, T selector) {
        Recorder.step();
        matched = selector == null;
        Labels.of(labels).open(matched);
        return selector;
    }

    public static char open(String labels, char selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static byte open(String labels, byte selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static short open(String labels, short selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static int open(String labels, int selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static int s(int selector) {
        Recorder.step();
        matched = false;
        return selector;
    }

    public static int l(int selector, int id, int label) {
        label(selector, id, label);
        return selector;
    }

    public static int l(int selector, int id0, int label0, int id1, int label1, int id2, int label2, int id3, int label3) {
        label(selector, id0, label0);
        label(selector, id1, label1);
        label(selector, id2, label2);
        label(selector, id3, label3);
        return selector;
    }

    public static int f(int selector, int id) {
        Recorder.record(id, !matched, 1);
        return selector;
    }

    public static String s(String selector) {
        Recorder.step();
        matched = false;
        return selector;
    }

    public static String l(String selector, int id, String label) {
        label(selector, id, label);
        return selector;
    }

    public static String l(String selector, int id0, String label0, int id1, String label1, int id2, String label2, int id3, String label3) {
        label(selector, id0, label0);
        label(selector, id1, label1);
        label(selector, id2, label2);
        label(selector, id3, label3);
        return selector;
    }

    public static String f(String selector, int id) {
        Recorder.record(id, !matched, 1);
        return selector;
    }

    private static void label(int selector, int id, int label) {
        boolean chosen = selector == label;
        matched |= chosen;
        Recorder.record(id, chosen, chosen ? 1 : Math.abs((long) selector - label));
    }

    private static void label(String selector, int id, String label) {
        boolean chosen = label.equals(selector);
        matched |= chosen;
        boolean wanted = !chosen && Recorder.wants(id, false);
        if (Recorder.record(id, chosen, wanted ? Distances.equality(selector, label) : 1)) {
            Seen.add(label);
        }
    }
}
