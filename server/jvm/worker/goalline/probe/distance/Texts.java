package goalline.probe.distance;

/** Takes texts, gives how far they are from being equal, a prefix, a suffix or a part of one another. */
public final class Texts {
    private static final int LONGEST = 256;
    private static final int WORK = 8192;

    private Texts() {}

    /** Whether the value is text of the JDK, so that reading it runs none of the user's code. */
    public static boolean isText(Object value) {
        return value instanceof String || value instanceof StringBuilder || value instanceof StringBuffer;
    }

    /**
     * The distance between a text and null or a value of another kind: a little more than from the text to the empty
     * one.
     */
    public static double toNull(Object a, Object b) {
        int left = isText(a) ? ((CharSequence) a).length() : 0;
        int right = isText(b) ? ((CharSequence) b).length() : 0;
        return Math.max(left, right) + 2.0;
    }

    /** The difference of the lengths, plus below one for each position with different characters. */
    public static double equality(CharSequence a, CharSequence b) {
        return window(a, 0, a.length(), b, false) + Math.max(0, a.length() - b.length());
    }

    public static double equalityIgnoringCase(CharSequence a, CharSequence b) {
        return window(a, 0, a.length(), b, true) + Math.max(0, a.length() - b.length());
    }

    /** How far {@code whole} is from having {@code part} at {@code offset}. */
    public static double at(CharSequence whole, int offset, CharSequence part, boolean ignoreCase) {
        if (offset < 0) {
            return -(double) offset + part.length();
        }
        return offset > whole.length()
                ? (double) offset - whole.length() + part.length()
                : window(whole, offset, whole.length(), part, ignoreCase);
    }

    public static double suffix(CharSequence whole, CharSequence part) {
        int missing = part.length() - whole.length();
        if (missing <= 0) {
            return window(whole, -missing, whole.length(), part, false);
        }
        return missing + window(whole, 0, whole.length(), part.subSequence(missing, part.length()), false);
    }

    /** The least distance of {@code part} to any window of {@code whole}. */
    public static double containment(CharSequence whole, CharSequence part) {
        int last = Math.min(whole.length(), Math.max(0, whole.length() - part.length()));
        int windows = Math.min(last, WORK / (part.length() + 1));
        double least = Distances.FAR;
        for (int start = 0; start <= windows && least > 0; start++) {
            least = Math.min(least, window(whole, start, whole.length(), part, false));
        }
        return least;
    }

    /** How far {@code whole} is from containing the character. */
    public static double containment(CharSequence whole, int codePoint) {
        int length = Math.min(whole.length(), WORK);
        double least = 1;
        for (int i = 0; i < length; i++) {
            least = Math.min(least, Distances.normal(Math.abs(whole.charAt(i) - codePoint)));
        }
        return least;
    }

    public static int notBlank(CharSequence text) {
        int count = 0;
        int length = Math.min(text.length(), WORK);
        for (int i = 0; i < length; i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                count++;
            }
        }
        return count;
    }

    /**
     * {@code part} against {@code whole[start..end]}: 1 for each position that is missing, below 1 for each that
     * differs.
     */
    private static double window(CharSequence whole, int start, int end, CharSequence part, boolean ignoreCase) {
        int common = Math.min(end - start, part.length());
        double sum = part.length() - common;
        int compared = Math.min(common, LONGEST);
        for (int i = 0; i < compared; i++) {
            sum += characters(whole.charAt(start + i), part.charAt(i), ignoreCase);
        }
        return sum;
    }

    private static double characters(char a, char b, boolean ignoreCase) {
        if (a == b) {
            return 0;
        }
        int distance = Math.abs(a - b);
        if (ignoreCase) {
            int upper = Math.abs(Character.toUpperCase(a) - Character.toUpperCase(b));
            int lower = Math.abs(Character.toLowerCase(a) - Character.toLowerCase(b));
            distance = Math.min(distance, Math.min(upper, lower));
        }
        return Distances.normal(distance);
    }
}
