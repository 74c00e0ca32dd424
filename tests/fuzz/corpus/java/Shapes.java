package shapes;

import java.util.function.*;
import static java.util.Map.entry;

/** Syntax that the sources of the worker, which are Java 11, do not have. */
public sealed interface Shapes<T extends Comparable<? super T>> permits Shapes.Point, Shapes.Line {
    record Point<T extends Comparable<? super T>>(T x, T... more) implements Shapes<T> {
        public Point {
            if (x == null || more.length > 3) throw new IllegalArgumentException("x");
        }
    }

    record Line<T extends Comparable<? super T>>(Point<T> from, Point<T> to) implements Shapes<T> {}

    enum Kind { SMALL { @Override int size(int n) { return n > 1 ? n : 1; } }, LARGE; int size(int n) { return n; } }

    default int kind(Object given) {
        return switch (given) {
            case null -> 0;
            case Line<?>(Point<?>(var x, var more), var to) when more.length > 0 && to != null -> 1;
            case Integer i when i > 3 || i < -3 -> 2;
            case String s -> { var n = s.length(); yield n > 2 ? n : -n; }
            case Kind k when k == Kind.SMALL -> 4;
            default -> 5;
        };
    }

    default String text(int a, long b) {
        outer:
        for (int i = 0, j = 9; i < j; i++, --j) {
            do { if ((a & 1 << i) != 0 ^ b >>> j > 3L) continue outer; } while (a++ < 0);
            synchronized (this) { assert i >= 0 : "i"; }
        }
        try (var in = new java.io.StringReader("\u0041")) { return """
            a "text" \
            of ${lines}
            """ + in.read(); }
        catch (RuntimeException | java.io.IOException e) { return a > 1 ? b > 2 ? "x" : "y" : "z"; }
        finally { IntSupplier s = () -> a2(a) ? 1 : 2; s.getAsInt(); }
    }

    private static boolean a2(int @Deprecated [] ... a) { return a instanceof int[][] b && b.length > 1 && !(b[0].length == 2); }

    private static boolean a2(int a) { return a > 1 && a < 9 || a == 12; }
}
