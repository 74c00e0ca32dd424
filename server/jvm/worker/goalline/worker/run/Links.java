package goalline.worker.run;

import goalline.worker.wire.Input;

import java.util.Arrays;

/** What the numbers of types and callables stand for, by name; resolves nothing, as that is done per class loader. */
public final class Links {
    public static final int CONSTRUCTOR = 0;
    public static final int METHOD = 1;
    public static final int STATIC_METHOD = 2;
    public static final int FIELD_READ = 3;
    public static final int STATIC_FIELD_READ = 4;
    public static final int FIELD_WRITE = 5;
    public static final int STATIC_FIELD_WRITE = 6;
    /** A static field that is as it was once the test is over. */
    public static final int HELD_FIELD = 7;
    /** A static method whose counterpart takes away what it put down once the test is over. */
    public static final int HELD_BY_METHOD = 8;

    /** A callable by name. */
    public static final class Callable {
        public final int kind;
        public final String owner;
        public final String declaredIn;
        public final String name;
        public final String descriptor;
        /** The number of the method of the file under test that it is, or -1. */
        public final int method;

        public Callable(int kind, String owner, String declaredIn, String name, String descriptor, int method) {
            this.kind = kind;
            this.owner = owner;
            this.declaredIn = declaredIn;
            this.name = name;
            this.descriptor = descriptor;
            this.method = method;
        }
    }

    /** The package that tests stand in. */
    public String testPackage = "";
    public String[] types = new String[64];
    public Callable[] callables = new Callable[256];

    public void clear() {
        Arrays.fill(types, null);
        Arrays.fill(callables, null);
    }

    /** Whether a call gives a value worth looking at: neither nothing nor simply a new object. */
    public boolean givesValue(int callable) {
        Callable called = callables[callable];
        switch (called.kind) {
            case CONSTRUCTOR:
            case FIELD_WRITE:
            case STATIC_FIELD_WRITE:
            case HELD_FIELD:
            case HELD_BY_METHOD:
                return false;
            default:
                return !called.descriptor.endsWith(")V");
        }
    }

    /** Reads more types and callables; a number never changes its meaning before {@link #clear}. */
    public void read(Input input) {
        if (input.u8() != 0) {
            clear();
        }
        testPackage = input.text();
        int moreTypes = input.count();
        for (int i = 0; i < moreTypes; i++) {
            int id = input.count();
            if (id >= types.length) {
                types = Arrays.copyOf(types, Math.max(types.length * 2, id + 1));
            }
            types[id] = input.text();
        }
        int moreCallables = input.count();
        for (int i = 0; i < moreCallables; i++) {
            int id = input.count();
            if (id >= callables.length) {
                callables = Arrays.copyOf(callables, Math.max(callables.length * 2, id + 1));
            }
            callables[id] = new Callable(
                    input.u8(), input.text(), input.text(), input.text(), input.text(), input.count() - 1);
        }
    }
}
