package goalline.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The labels of one switch, read once from the text {@code id=NAME,id=NAME,id} that the probe carries; a bare id is
 * the default.
 */
public final class Labels {
    private static final Map<String, Labels> READ = new ConcurrentHashMap<>();

    private final int[] ids;
    private final String[] names;
    private final int fallback;

    private Labels(String text) {
        String[] entries = text.split(",");
        boolean hasDefault = entries[entries.length - 1].indexOf('=') < 0;
        int count = hasDefault ? entries.length - 1 : entries.length;
        ids = new int[count];
        names = new String[count];
        for (int i = 0; i < count; i++) {
            int equals = entries[i].indexOf('=');
            ids[i] = Integer.parseInt(entries[i].substring(0, equals));
            names[i] = entries[i].substring(equals + 1);
        }
        fallback = hasDefault ? Integer.parseInt(entries[count]) : -1;
    }

    public static Labels of(String text) {
        Labels labels = READ.get(text);
        if (labels == null) {
            labels = new Labels(text);
            READ.put(text, labels);
        }
        return labels;
    }

    /** Records for each label whether the constant of that name was chosen. */
    public void choose(String constant) {
        boolean matched = false;
        for (int i = 0; i < ids.length; i++) {
            boolean chosen = names[i].equals(constant);
            matched |= chosen;
            Recorder.record(ids[i], chosen, 1);
        }
        if (fallback >= 0) {
            Recorder.record(fallback, !matched, 1);
        }
    }

    /**
     * Records whether the selector is null, and that no other label was chosen yet; the bodies report the one that
     * is.
     */
    public void open(boolean isNull) {
        for (int i = 0; i < ids.length; i++) {
            Recorder.record(ids[i], isNull && names[i].equals("null"), 1);
        }
        if (fallback >= 0) {
            Recorder.record(fallback, false, 1);
        }
    }
}
