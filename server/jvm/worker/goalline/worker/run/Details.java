package goalline.worker.run;

import goalline.probe.Direct;
import goalline.probe.Lines;
import goalline.probe.Mutants;
import goalline.probe.Sites;
import goalline.worker.wire.Ascending;
import goalline.worker.wire.Input;
import goalline.worker.wire.Output;

/** What a run touched beyond predicates and methods; of no cost where no criterion asks for it. */
public final class Details {
    public final DirectCalls calls = new DirectCalls();
    private boolean wanted;
    private final Ascending ascending = new Ascending();

    /** Makes room for what a {@code PREPARE} frame asks for, after its predicates and methods. */
    public void prepare(Input input) {
        int lines = input.count();
        int operations = input.count();
        calls.wanted = input.u8() != 0;
        int[] direct = numbers(input);
        int[] comparisons = numbers(input);
        Lines.prepare(lines);
        Mutants.prepare(operations, comparisons);
        Direct.prepare(direct);
        int[][] entries = new int[input.count()][];
        int[][] before = new int[entries.length][];
        int[][] copies = new int[entries.length][];
        for (int site = 0; site < entries.length; site++) {
            entries[site] = counts(input);
            before[site] = counts(input);
            copies[site] = counts(input);
        }
        Sites.prepare(entries, before, copies, counts(input));
        wanted = lines > 0 || operations > 0 || calls.wanted;
    }

    /** Each is sent as one more than it is; 0 stands for none. */
    private static int[] numbers(Input input) {
        int[] numbers = new int[input.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = input.count() - 1;
        }
        return numbers;
    }

    private static int[] counts(Input input) {
        int[] numbers = new int[input.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = input.count();
        }
        return numbers;
    }

    public void begin(int mutant) {
        if (wanted) {
            calls.begin();
            Lines.begin();
            Mutants.begin(mutant);
        }
    }

    public void write(Output output) {
        output.u8(wanted ? 1 : 0);
        if (!wanted) {
            return;
        }
        direct(output);
        lines(output);
        operations(output);
        calls.write(output);
    }

    private void direct(Output output) {
        int count = Math.min(Direct.touchedCount, Direct.touched.length);
        int[] sorted = ascending.of(Direct.touched, count);
        count = ascending.distinct();
        output.varint(count);
        int previous = 0;
        for (int i = 0; i < count; i++) {
            int id = sorted[i];
            output.predicate(
                    id - previous,
                    Direct.trueCount[id],
                    Direct.falseCount[id],
                    Direct.distance[id * 2],
                    Direct.distance[id * 2 + 1]);
            previous = id;
        }
    }

    private void lines(Output output) {
        Lines.end();
        int count = Math.min(Lines.touchedCount, Lines.touched.length);
        int[] sorted = ascending.of(Lines.touched, count);
        count = ascending.distinct();
        output.varint(count);
        int previous = 0;
        for (int i = 0; i < count; i++) {
            output.varint(sorted[i] - previous);
            previous = sorted[i];
        }
    }

    private void operations(Output output) {
        Mutants.end();
        int count = Math.min(Mutants.touchedCount, Mutants.touched.length);
        int[] sorted = ascending.of(Mutants.touched, count);
        count = ascending.distinct();
        output.varint(count);
        int previous = 0;
        for (int i = 0; i < count; i++) {
            int id = sorted[i];
            output.varint(id - previous);
            previous = id;
            output.u8(Mutants.infected[id]);
            boolean isRelation = Mutants.isRelation(id);
            output.u8(isRelation ? 1 : 0);
            for (int relation = 0; isRelation && relation < 3; relation++) {
                output.distance(Mutants.relations[id * 3 + relation]);
            }
        }
    }
}
