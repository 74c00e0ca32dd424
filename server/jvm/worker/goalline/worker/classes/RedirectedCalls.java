package goalline.worker.classes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Has a class of the project or a library call our methods where it calls some of the JDK's ({@link StandIns}). Calls
 * of static methods change in the constant pool alone: entries behind it, and whom they name. {@code new Date()} is
 * three instructions in a row and becomes one call and four that do nothing: nothing moves.
 */
final class RedirectedCalls {
    private static final byte[] HOME = "getProtectionDomain".getBytes(StandardCharsets.US_ASCII);

    private static final int POOL = 8;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    private static final int NEW = 187;
    private static final int DUP = 89;
    private static final int INVOKESPECIAL = 183;
    /** Bytes of {@code new}, {@code dup} and {@code invokespecial}. */
    private static final int CREATION = 7;

    private final byte[] bytes;
    private final StandIns standIns;
    private final byte[] changed;
    /** Where the entry of each number begins; 0 for the second half of a long one. */
    private final int[] starts;

    private int end;
    /** Entries behind the pool, and how many there are in all. */
    private final ByteArrayOutputStream behind = new ByteArrayOutputStream();

    private final DataOutputStream entries = new DataOutputStream(behind);
    private int count;
    /** Numbers of constructors that are replaced, and by what number. */
    private final int[] creations;

    private boolean creates;

    private RedirectedCalls(byte[] bytes, StandIns standIns) {
        this.bytes = bytes;
        this.standIns = standIns;
        changed = bytes.clone();
        starts = new int[u2(POOL)];
        count = starts.length;
        creations = new int[starts.length];
        end = POOL + 2;
        for (int i = 1; i < starts.length; i++) {
            starts[i] = end;
            int tag = bytes[end];
            end += length(tag);
            // Long ones count twice.
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
    }

    /** The class with such calls redirected; the very same bytes where there are none. */
    static byte[] redirected(byte[] bytes, StandIns standIns) {
        if (bytes.length < POOL + 2) {
            return bytes;
        }
        try {
            return new RedirectedCalls(bytes, standIns).redirect();
        } catch (IndexOutOfBoundsException noClass) {
            // Whoever loads it finds that out.
            return bytes;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private byte[] redirect() throws IOException {
        for (int number = 1; number < starts.length; number++) {
            if (starts[number] > 0 && bytes[starts[number]] == METHOD) {
                call(number);
            }
        }
        if (count == starts.length || count > 0xFFFF) {
            return bytes;
        }
        if (creates) {
            replaceCreations();
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(whole);
        out.write(changed, 0, POOL);
        out.writeShort(count);
        out.write(changed, POOL + 2, end - POOL - 2);
        out.write(behind.toByteArray());
        out.write(changed, end, changed.length - end);
        return whole.toByteArray();
    }

    /** Looks at the method that a call names. */
    private void call(int number) throws IOException {
        int start = starts[number];
        String owner = text(u2(starts[u2(start + 1)] + 1));
        if (!standIns.has(owner)) {
            return;
        }
        int nameAndType = starts[u2(start + 3)];
        String name = text(u2(nameAndType + 1));
        int type = u2(nameAndType + 3);
        StandIns.StandIn ours = standIns.of(owner, name);
        if (ours != null) {
            put(start + 1, classOf(ours));
            put(start + 3, nameAndType(ours, type));
        } else if (name.equals("<init>") && text(type).equals("()V") && standIns.ofConstructor(owner) != null) {
            creations[number] = creating(standIns.ofConstructor(owner), "()L" + owner + ";");
            creates = true;
        }
    }

    private int creating(StandIns.StandIn ours, String type) throws IOException {
        int owner = classOf(ours);
        int nameAndType = nameAndType(ours, utf8(type));
        entries.writeByte(METHOD);
        entries.writeShort(owner);
        entries.writeShort(nameAndType);
        return count++;
    }

    private int classOf(StandIns.StandIn ours) throws IOException {
        int name = utf8(ours.owner);
        entries.writeByte(CLASS);
        entries.writeShort(name);
        return count++;
    }

    private int nameAndType(StandIns.StandIn ours, int type) throws IOException {
        int name = utf8(ours.method);
        entries.writeByte(NAME_AND_TYPE);
        entries.writeShort(name);
        entries.writeShort(type);
        return count++;
    }

    private int utf8(String text) throws IOException {
        entries.writeByte(UTF8);
        entries.writeUTF(text);
        return count++;
    }

    /** Goes through the code of all methods. */
    private void replaceCreations() {
        int at = end + 6;
        at += 2 + 2 * u2(at);
        // Fields first.
        for (int kind = 0; kind < 2; kind++) {
            int members = u2(at);
            at += 2;
            for (; members > 0; members--) {
                at = attributes(at + 6, kind == 1);
            }
        }
    }

    /** Goes through the attributes of a member; gives where they end. */
    private int attributes(int start, boolean isMethod) {
        int at = start + 2;
        for (int left = u2(start); left > 0; left--) {
            if (isMethod && text(u2(at)).equals("Code")) {
                code(at + 10, at + 14);
            }
            at += 6 + ByteBuffer.wrap(bytes).getInt(at + 2);
        }
        return at;
    }

    private void code(int lengthAt, int start) {
        ByteBuffer code = ByteBuffer.wrap(bytes);
        int last = start + code.getInt(lengthAt);
        for (int at = start; at < last; at += Instructions.length(code, at, start)) {
            boolean isCreation = at + CREATION <= last
                    && (bytes[at] & 0xFF) == NEW
                    && bytes[at + 3] == DUP
                    && (bytes[at + 4] & 0xFF) == INVOKESPECIAL;
            int ours = isCreation ? creations[u2(at + 5)] : 0;
            if (ours > 0) {
                Arrays.fill(changed, at, at + CREATION, (byte) 0);
                changed[at] = (byte) Instructions.INVOKESTATIC;
                put(at + 1, ours);
            }
        }
    }

    private void put(int at, int number) {
        changed[at] = (byte) (number >> 8);
        changed[at + 1] = (byte) number;
    }

    private String text(int number) {
        int start = starts[number];
        return new String(bytes, start + 3, u2(start + 1), StandardCharsets.UTF_8);
    }

    private int length(int tag) {
        switch (tag) {
            case UTF8:
                return 3 + u2(end + 1);
            case 5:
            case 6:
                return 9;
            case CLASS:
            case 8:
            case 16:
            case 19:
            case 20:
                return 3;
            case 15:
                return 4;
            default:
                return 5;
        }
    }

    private int u2(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    /** Whether a class asks another one where it lies: then it has to lie there. */
    static boolean asksForHome(byte[] bytes) {
        int last = bytes.length - HOME.length;
        for (int i = 0; i <= last; i++) {
            if (bytes[i] == HOME[0] && Arrays.equals(bytes, i, i + HOME.length, HOME, 0, HOME.length)) {
                return true;
            }
        }
        return false;
    }
}
