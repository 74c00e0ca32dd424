package goalline.worker.classes;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads from a class file what others see of the class: supertypes, members, constants, and which classes it names. */
public final class ClassFile {
    private static final Set<String> ANNOTATIONS =
            Set.of("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations");

    /** Of what is no class. */
    public static final ClassFile NOTHING = new ClassFile(new byte[0]);

    public final List<String> supertypes = new ArrayList<>();
    /** Values of constant fields by name: String, Integer, Long, Float or Double. */
    public final Map<String, Object> constants = new HashMap<>();
    /** Binary names of all classes it names. */
    public final TreeSet<String> mentions = new TreeSet<>();
    /** All that another class could have been compiled against. */
    public final TreeSet<String> surface = new TreeSet<>();
    /** Methods and constructors, with descriptors, that nobody should call any more. */
    public final Set<String> deprecated = new HashSet<>();
    /** Binary names of annotations by the name of the field they stand at; of the class itself by the empty name. */
    public final Map<String, TreeSet<String>> annotations = new HashMap<>();
    /** Binary names of the classes that its code casts to or asks for; only where {@link #parseWhole} was asked. */
    public final TreeSet<String> casts = new TreeSet<>();
    /** Binary names of the classes that its code makes objects of; only where {@link #parseWhole} was asked. */
    public final TreeSet<String> made = new TreeSet<>();
    /**
     * Names of its own fields that its code sets; only where {@link #parseWhole} was asked. A private method that a
     * container calls on a new object sets none: no test can call it.
     */
    public final TreeSet<String> set = new TreeSet<>();
    /** Binary names of the classes whose static members its code uses; only where {@link #parseWhole} was asked. */
    public final TreeSet<String> statics = new TreeSet<>();
    /**
     * Names of its own static fields that hold what a container gives: an object of the class sets them, and they have
     * no value before; only where {@link #parseWhole} was asked.
     */
    public final TreeSet<String> held = new TreeSet<>();

    /** Texts that its initialiser uses: what constants are made with; only where {@link #parseWhole} was asked. */
    public final TreeSet<String> initialTexts = new TreeSet<>();

    /** Whether its initialiser calls probes; only where {@link #parseWhole} was asked. */
    public boolean probesInitialiser;

    /** Names and descriptors of its own static methods that are not private. */
    private final TreeSet<String> staticMethods = new TreeSet<>();

    /** The name of the file that it was compiled from; none where the compiler was told not to say. */
    public String sourceFile;

    private final DataInputStream in;
    private Object[] pool;
    private int[] tags;
    private boolean whole;
    private int self;
    /** The method that is read, and whether it is called on an object. */
    private String method;

    private boolean isOfObject;
    /** What that method sets, and whether a container calls it. */
    private final TreeSet<String> setByMethod = new TreeSet<>();

    private boolean isOfContainer;
    private boolean isDeprecated;
    /** Static fields that have a value once the class is initialised. */
    private final TreeSet<String> initialised = new TreeSet<>();

    private ClassFile(byte[] bytes) {
        in = new DataInputStream(new ByteArrayInputStream(bytes));
    }

    public static ClassFile parse(byte[] bytes) {
        return parse(bytes, false);
    }

    /** With what code and annotations say. */
    public static ClassFile parseWhole(byte[] bytes) {
        return parse(bytes, true);
    }

    private static ClassFile parse(byte[] bytes, boolean whole) {
        ClassFile file = new ClassFile(bytes);
        file.whole = whole;
        try {
            file.read();
        } catch (IOException cut) {
            throw new IllegalArgumentException("class file is cut off", cut);
        }
        return file;
    }

    /** Whether others leave something in the class: in static fields, or by static methods that take it away again. */
    public boolean isHolder() {
        return !held.isEmpty() || HolderMethods.isHolder(staticMethods);
    }

    private void read() throws IOException {
        in.skipBytes(8);
        readPool();
        surface.add("access " + in.readUnsignedShort());
        self = in.readUnsignedShort();
        int superclass = in.readUnsignedShort();
        if (superclass != 0) {
            supertypes.add(className(superclass));
        }
        int interfaces = in.readUnsignedShort();
        for (int i = 0; i < interfaces; i++) {
            supertypes.add(className(in.readUnsignedShort()));
        }
        surface.add("supertypes " + supertypes);
        members("field ");
        members("method ");
        held.removeAll(initialised);
        attributes("");
        for (int i = 1; i < pool.length; i++) {
            if (tags[i] == 7) {
                String name = className(i);
                if (!name.startsWith("[")) {
                    mentions.add(name);
                }
            }
        }
        pool = null;
        tags = null;
    }

    private void readPool() throws IOException {
        int count = in.readUnsignedShort();
        pool = new Object[count];
        tags = new int[count];
        for (int i = 1; i < count; i++) {
            tags[i] = in.readUnsignedByte();
            switch (tags[i]) {
                case 1:
                    pool[i] = in.readUTF();
                    break;
                case 3:
                    pool[i] = in.readInt();
                    break;
                case 4:
                    pool[i] = in.readFloat();
                    break;
                case 5:
                    pool[i++] = in.readLong();
                    break;
                case 6:
                    pool[i++] = in.readDouble();
                    break;
                case 7:
                case 8:
                case 16:
                case 19:
                case 20:
                    pool[i] = in.readUnsignedShort();
                    break;
                case 9:
                case 10:
                case 11:
                case 12:
                    pool[i] = in.readInt();
                    break;
                case 15:
                    in.skipBytes(3);
                    break;
                default:
                    in.skipBytes(4);
            }
        }
    }

    private String className(int index) {
        return ((String) pool[(Integer) pool[index]]).replace('/', '.');
    }

    private void members(String kind) throws IOException {
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            int access = in.readUnsignedShort();
            String name = (String) pool[in.readUnsignedShort()];
            String descriptor = (String) pool[in.readUnsignedShort()];
            boolean isMethod = kind.startsWith("method");
            method = isMethod ? name : null;
            isOfObject = isMethod && (access & 0x0008) == 0;
            if (isMethod && (access & 0x000A) == 0x0008) {
                staticMethods.add(name + descriptor);
            }
            setByMethod.clear();
            isOfContainer = false;
            isDeprecated = false;
            Object constant = attributes(isMethod ? null : name);
            if (isMethod && isDeprecated) {
                deprecated.add(name + descriptor);
            }
            if (!isOfContainer || (access & 0x0002) == 0) {
                set.addAll(setByMethod);
            }
            if (constant != null) {
                constants.put(name, constant);
            }
            if ((access & 0x0002) == 0) {
                surface.add(kind + access + " " + name + descriptor + (constant == null ? "" : "=" + constant));
            }
        }
    }

    /** Reads the attributes of a class, field or, without a name, method; gives its constant value if it has one. */
    private Object attributes(String of) throws IOException {
        Object constant = null;
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            String name = (String) pool[in.readUnsignedShort()];
            int length = in.readInt();
            if (name.equals("ConstantValue")) {
                int index = in.readUnsignedShort();
                constant = tags[index] == 8 ? pool[(Integer) pool[index]] : pool[index];
            } else if (name.equals("SourceFile")) {
                sourceFile = (String) pool[in.readUnsignedShort()];
            } else if (whole && of != null && ANNOTATIONS.contains(name)) {
                annotations(of);
            } else if (whole && name.equals("Code")) {
                code(length);
            } else if (name.equals("Deprecated")) {
                isDeprecated = true;
            } else if (whole && method != null && ANNOTATIONS.contains(name)) {
                isOfContainer |= annotated().stream().anyMatch(it -> it.endsWith(".PostConstruct"));
            } else {
                in.skipBytes(length);
            }
        }
        return constant;
    }

    private void annotations(String of) throws IOException {
        annotations.computeIfAbsent(of, it -> new TreeSet<>()).addAll(annotated());
    }

    private List<String> annotated() throws IOException {
        List<String> found = new ArrayList<>();
        int count = in.readUnsignedShort();
        for (int i = 0; i < count; i++) {
            found.add(annotation());
        }
        return found;
    }

    /** Reads an annotation; gives the binary name of its type. */
    private String annotation() throws IOException {
        String descriptor = (String) pool[in.readUnsignedShort()];
        int pairs = in.readUnsignedShort();
        for (int i = 0; i < pairs; i++) {
            in.readUnsignedShort();
            elementValue();
        }
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    private void elementValue() throws IOException {
        switch (in.readUnsignedByte()) {
            case 'e':
                in.readInt();
                break;
            case '@':
                annotation();
                break;
            case '[':
                for (int left = in.readUnsignedShort(); left > 0; left--) {
                    elementValue();
                }
                break;
            default:
                in.readUnsignedShort();
        }
    }

    private void code(int length) throws IOException {
        byte[] attribute = new byte[length];
        in.readFully(attribute);
        ByteBuffer bytes = ByteBuffer.wrap(attribute);
        int end = 8 + bytes.getInt(4);
        int before = 0;
        for (int at = 8; at < end; at += Instructions.length(bytes, at, 8)) {
            int operation = bytes.get(at) & 0xFF;
            if (operation == Instructions.CHECKCAST || operation == Instructions.INSTANCEOF) {
                casts.add(className(bytes.getShort(at + 1) & 0xFFFF));
            } else if (operation == Instructions.NEW) {
                made.add(className(bytes.getShort(at + 1) & 0xFFFF));
            } else if (operation == Instructions.LDC) {
                loaded(bytes.get(at + 1) & 0xFF);
            } else if (operation == Instructions.LDC_W) {
                loaded(bytes.getShort(at + 1) & 0xFFFF);
            } else if (operation >= Instructions.GETSTATIC && operation <= Instructions.INVOKESTATIC) {
                member(operation, (Integer) pool[bytes.getShort(at + 1) & 0xFFFF], before);
            }
            before = operation;
        }
    }

    /** A constant that is put on the stack. */
    private void loaded(int index) {
        if (tags[index] == 8 && "<clinit>".equals(method)) {
            initialTexts.add((String) pool[(Integer) pool[index]]);
        }
    }

    /** Whether it is an enum. */
    public boolean isEnum() {
        return supertypes.contains("java.lang.Enum");
    }

    /** An instruction on a field or method, with the one before it. */
    private void member(int operation, int reference, int before) {
        int owner = reference >>> 16;
        String name = (String) pool[(Integer) pool[reference & 0xFFFF] >>> 16];
        if (operation == Instructions.GETSTATIC || operation == Instructions.INVOKESTATIC) {
            statics.add(className(owner));
            probesInitialiser |= "<clinit>".equals(method) && className(owner).startsWith("goalline.probe.");
        } else if (operation == Instructions.PUTFIELD && owner == self) {
            setByMethod.add(name);
        } else if (operation == Instructions.PUTSTATIC && owner == self) {
            if (isOfObject) {
                held.add(name);
            } else if ("<clinit>".equals(method) && before != Instructions.ACONST_NULL) {
                initialised.add(name);
            }
        }
    }
}
