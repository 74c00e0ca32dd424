package goalline.worker.wire;

import java.util.Arrays;
import java.util.Collection;

/** Collects the values of one frame in a growing byte array that is reused; sends nothing itself. */
public final class Output {
    private byte[] bytes;
    private int at;

    /** With room for a whole frame. */
    public Output() {
        this(1 << 16);
    }

    /** With room for that many bytes; it grows. */
    public Output(int room) {
        bytes = new byte[room];
    }

    public byte[] array() {
        return bytes;
    }

    public int length() {
        return at;
    }

    public void truncate(int length) {
        at = length;
    }

    private void reserve(int more) {
        if (bytes.length - at < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + more));
        }
    }

    public void u8(int value) {
        reserve(1);
        bytes[at++] = (byte) value;
    }

    public void varint(long value) {
        reserve(10);
        put(value);
    }

    /** A number that fits an unsigned int, where there is room. */
    private void put(int value) {
        while ((value & ~0x7F) != 0) {
            bytes[at++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[at++] = (byte) value;
    }

    private void put(long value) {
        while ((value & ~0x7FL) != 0) {
            bytes[at++] = (byte) (value | 0x80);
            value >>>= 7;
        }
        bytes[at++] = (byte) value;
    }

    public void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    public void u32(int value) {
        reserve(4);
        putU32(at, value);
        at += 4;
    }

    public void putU32(int position, int value) {
        bytes[position] = (byte) value;
        bytes[position + 1] = (byte) (value >> 8);
        bytes[position + 2] = (byte) (value >> 16);
        bytes[position + 3] = (byte) (value >> 24);
    }

    public void f64(double value) {
        long raw = Double.doubleToRawLongBits(value);
        u32((int) raw);
        u32((int) (raw >>> 32));
    }

    /** A distance: one byte for 0, 1 and other small whole numbers, else a mark and the bits. */
    public void distance(double value) {
        reserve(9);
        put(value);
    }

    private void put(double value) {
        int whole = (int) value;
        if (whole >= 0 && whole < 255 && whole == value) {
            bytes[at++] = (byte) whole;
        } else {
            bytes[at++] = (byte) 255;
            long raw = Double.doubleToRawLongBits(value);
            putU32(at, (int) raw);
            putU32(at + 4, (int) (raw >>> 32));
            at += 8;
        }
    }

    /**
     * What a predicate did, as two unsigned counts and two distances, behind how far its number is from the last
     * one's.
     */
    public void predicate(int gap, int trues, int falses, double toTrue, double toFalse) {
        reserve(3 * 5 + 2 * 9);
        put(gap);
        put(trues);
        put(falses);
        put(toTrue);
        put(toFalse);
    }

    public void text(String text) {
        int length = text.length();
        varint(length);
        reserve(length * 2);
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            bytes[at++] = (byte) unit;
            bytes[at++] = (byte) (unit >> 8);
        }
    }

    /** A text or nothing. */
    public void optional(String text) {
        u8(text == null ? 0 : 1);
        if (text != null) {
            text(text);
        }
    }

    public void texts(Collection<String> texts) {
        varint(texts.size());
        for (String text : texts) {
            text(text);
        }
    }

    public void bytes(byte[] more) {
        varint(more.length);
        raw(more, more.length);
    }

    public void raw(byte[] more, int length) {
        reserve(length);
        System.arraycopy(more, 0, bytes, at, length);
        at += length;
    }
}
