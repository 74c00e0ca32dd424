package goalline.probe.distance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** An automaton: takes a text, gives how many edits it is from being accepted, and gives texts that are accepted. */
public final class Regex {
    public static final int NONE = -1;
    private static final int MOST_STATES = 512;
    private static final int LONGEST = 96;

    public int start;
    /** Texts that the expression itself was seen to match. */
    public final List<String> samples = new ArrayList<>();
    private int states;
    private int[] next = new int[16];
    private int[] otherNext = new int[16];
    private Letters[] letters = new Letters[16];
    private int accept;
    private final Map<String, Letters> known = new HashMap<>();

    /** The final state. */
    public int accept() {
        accept = add(null, NONE, NONE);
        return accept;
    }

    public int split(int first, int second) {
        return add(null, first, second);
    }

    public void patch(int split, int first) {
        next[split] = first;
    }

    public int character(Letters atom, int following) {
        return add(atom, following, NONE);
    }

    /** The letters of an atom, computed once per atom. */
    public Letters letters(String expression, int flags) {
        return known.computeIfAbsent(expression + '/' + flags, key -> new Letters(expression, flags));
    }

    private int add(Letters atom, int first, int second) {
        if (states == MOST_STATES) {
            throw new RegexTooLarge();
        }
        if (states == next.length) {
            next = Arrays.copyOf(next, states * 2);
            otherNext = Arrays.copyOf(otherNext, states * 2);
            letters = Arrays.copyOf(letters, states * 2);
        }
        next[states] = first;
        otherNext[states] = second;
        letters[states] = atom;
        return states++;
    }

    /**
     * The least cost of making {@code text} accepted: 1 for a character inserted or deleted, below 1 for one replaced.
     * Characters before the start, or after the end, are free where asked for. A dynamic program over text and states.
     */
    public double distance(CharSequence text, boolean freeStart, boolean freeEnd) {
        double[] now = new double[states];
        double[] then = new double[states];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        Arrays.fill(now, Distances.FAR);
        now[start] = 0;
        queue.add(start);
        insertions(now, queue);
        int length = Math.min(text.length(), LONGEST);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            for (int state = 0; state < states; state++) {
                boolean free = (freeStart && state == start) || (freeEnd && state == accept);
                then[state] = now[state] + (free ? 0 : 1);
            }
            for (int state = 0; state < states; state++) {
                if (letters[state] != null && now[state] < Distances.FAR) {
                    int to = next[state];
                    then[to] = Math.min(then[to], now[state] + letters[state].cost(c));
                }
            }
            for (int state = 0; state < states; state++) {
                queue.add(state);
            }
            insertions(then, queue);
            double[] swap = now;
            now = then;
            then = swap;
        }
        return now[accept] + (freeEnd ? 0 : text.length() - length);
    }

    /**
     * Lowers every state to the least cost of reaching it without reading: through splits free, through letters for
     * 1.
     */
    private void insertions(double[] cost, ArrayDeque<Integer> queue) {
        while (!queue.isEmpty()) {
            int state = queue.poll();
            double through = cost[state] + (letters[state] == null ? 0 : 1);
            lower(cost, queue, next[state], through);
            lower(cost, queue, otherNext[state], through);
        }
    }

    private static void lower(double[] cost, ArrayDeque<Integer> queue, int state, double through) {
        if (state != NONE && through < cost[state]) {
            cost[state] = through;
            queue.add(state);
        }
    }

    /** Keeps the texts made here that the expression, which may ask for more than the automaton, does match. */
    public void keepSamples(Pattern pattern) {
        for (String sample : new String[] {shortest(), richer()}) {
            if (pattern.matcher(sample).find()) {
                samples.add(sample);
            }
        }
    }

    /** A shortest accepted text. */
    private String shortest() {
        int[] from = new int[states];
        Arrays.fill(from, NONE);
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        boolean[] done = new boolean[states];
        queue.add(start);
        while (!queue.isEmpty()) {
            int state = queue.poll();
            if (done[state]) {
                continue;
            }
            done[state] = true;
            for (int to : new int[] {next[state], otherNext[state]}) {
                if (to == NONE || done[to]) {
                    continue;
                }
                if (letters[state] != null) {
                    from[to] = from[to] == NONE ? state : from[to];
                    queue.addLast(to);
                } else {
                    from[to] = state;
                    queue.addFirst(to);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (int state = accept; state != start && state != NONE; state = from[state]) {
            int before = from[state];
            if (before != NONE && letters[before] != null) {
                text.append(letters[before].sample());
            }
        }
        return text.reverse().toString();
    }

    /** An accepted text that enters optional and repeated parts once. */
    private String richer() {
        int[] visits = new int[states];
        StringBuilder text = new StringBuilder();
        int state = start;
        for (int step = 0; step < LONGEST && state != accept; step++) {
            int visit = visits[state]++;
            if (letters[state] != null) {
                text.append(letters[state].sample());
                state = next[state];
            } else {
                state = otherNext[state] == NONE || visit == 0 ? next[state] : otherNext[state];
            }
        }
        return text.toString();
    }
}
