package goalline.probe.distance;

import java.util.regex.Pattern;

/** The characters that one atom of a regular expression matches; gives the cost of changing another one into them. */
public final class Letters {
    private static final int ASCII = 128;
    private static final String PREFERRED = "a0A1 _-.,:;/@#+b2";
    private final Pattern pattern;
    private final double[] cost = new double[ASCII];
    private char sample = '\uffff';

    public Letters(String expression, int flags) {
        pattern = Pattern.compile(expression, flags);
        boolean[] member = new boolean[ASCII];
        for (int c = 0; c < ASCII; c++) {
            member[c] = test((char) c);
            if (member[c] && (sample == '\uffff' || c == ' ' || sample < ' ')) {
                sample = (char) c;
            }
        }
        for (int i = 0; i < PREFERRED.length(); i++) {
            char c = PREFERRED.charAt(PREFERRED.length() - 1 - i);
            sample = member[c] ? c : sample;
        }
        for (int c = 0; c < ASCII; c++) {
            cost[c] = member[c] ? 0 : Distances.normal(nearest(member, c));
        }
        if (sample == '\uffff') {
            findBeyondAscii();
        }
    }

    private static int nearest(boolean[] member, int from) {
        for (int step = 1; step < ASCII; step++) {
            if ((from >= step && member[from - step]) || (from + step < ASCII && member[from + step])) {
                return step;
            }
        }
        return ASCII;
    }

    private void findBeyondAscii() {
        for (char c = ASCII; c < 0x3000; c++) {
            if (test(c)) {
                sample = c;
                return;
            }
        }
    }

    private boolean test(char c) {
        return pattern.matcher(String.valueOf(c)).matches();
    }

    /** 0 for a member, below 1 for any other character. */
    public double cost(char c) {
        if (c < ASCII) {
            return cost[c];
        }
        return test(c) ? 0 : Distances.normal(Math.abs(c - sample));
    }

    public char sample() {
        return sample;
    }
}
