package goalline.worker.classes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * Has a class of the project ask {@link goalline.probe.SystemClassPath} where it asks ClassLoader for the system's
 * class path. Only the constant pool changes: two entries behind it, and whom those calls name.
 */
final class SystemCalls {
    private static final String OWNER = "java/lang/ClassLoader";
    private static final String STAND_IN = "goalline/probe/SystemClassPath";
    private static final Set<String> METHODS = Set.of(
            "getSystemClassLoader", "getSystemResource", "getSystemResources", "getSystemResourceAsStream");
    /** Rare enough that few classes are looked at closer. */
    private static final byte[] COMMON_PART = "getSystem".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] HOME = "getProtectionDomain".getBytes(StandardCharsets.US_ASCII);

    private static final int POOL = 8;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;

    private final byte[] bytes;
    /** Where the entry of each number begins; 0 for the second half of a long one. */
    private final int[] starts;

    private int end;

    private SystemCalls(byte[] bytes) {
        this.bytes = bytes;
        starts = new int[u2(POOL)];
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
    static byte[] redirected(byte[] bytes) {
        if (bytes.length < POOL + 2 || !contains(bytes, COMMON_PART)) {
            return bytes;
        }
        try {
            return new SystemCalls(bytes).redirect();
        } catch (IndexOutOfBoundsException noClass) {
            // Whoever loads it finds that out.
            return bytes;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private byte[] redirect() throws IOException {
        byte[] changed = bytes.clone();
        int standIn = starts.length + 1;
        boolean isChanged = false;
        for (int start : starts) {
            if (start > 0 && bytes[start] == METHOD && isMeant(u2(start + 1), u2(start + 3))) {
                changed[start + 1] = (byte) (standIn >> 8);
                changed[start + 2] = (byte) standIn;
                isChanged = true;
            }
        }
        if (!isChanged || standIn >= 0xFFFF) {
            return bytes;
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(whole);
        out.write(changed, 0, POOL);
        out.writeShort(starts.length + 2);
        out.write(changed, POOL + 2, end - POOL - 2);
        out.writeByte(UTF8);
        out.writeUTF(STAND_IN);
        out.writeByte(CLASS);
        out.writeShort(starts.length);
        out.write(changed, end, changed.length - end);
        return whole.toByteArray();
    }

    private boolean isMeant(int owner, int nameAndType) {
        String method = text(u2(starts[nameAndType] + 1));
        return METHODS.contains(method) && text(u2(starts[owner] + 1)).equals(OWNER);
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
        return contains(bytes, HOME);
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        int last = bytes.length - part.length;
        for (int i = 0; i <= last; i++) {
            if (bytes[i] == part[0] && Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
