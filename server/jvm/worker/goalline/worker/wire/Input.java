package goalline.worker.wire;

import java.util.ArrayList;
import java.util.List;

/** Reads the values of one frame from a byte array; checks nothing beyond the array's bounds. */
public final class Input {
    private final byte[] bytes;
    private int at;

    public Input(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    public int position() {
        return at;
    }

    public void position(int to) {
        at = to;
    }

    /** The same bytes, read from another position on. */
    public Input from(int position) {
        return new Input(bytes, position);
    }

    public int u8() {
        return bytes[at++] & 0xFF;
    }

    /** An unsigned number that fits an int. */
    public int count() {
        byte first = bytes[at++];
        if (first >= 0) {
            return first;
        }
        int value = first & 0x7F;
        int shift = 7;
        while (true) {
            byte next = bytes[at++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
            shift += 7;
        }
    }

    public long varint() {
        long value = 0;
        int shift = 0;
        while (true) {
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
            shift += 7;
        }
    }

    public long zigzag() {
        long raw = varint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    public int u32() {
        int value = (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16
                | (bytes[at + 3] & 0xFF) << 24;
        at += 4;
        return value;
    }

    public double f64() {
        long low = u32() & 0xFFFFFFFFL;
        return Double.longBitsToDouble(low | (long) u32() << 32);
    }

    public String text() {
        int length = count();
        char[] units = new char[length];
        for (int i = 0; i < length; i++) {
            units[i] = (char) ((bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8);
            at += 2;
        }
        return new String(units);
    }

    public List<String> texts() {
        int count = count();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    public byte[] bytes() {
        int length = count();
        byte[] copy = new byte[length];
        System.arraycopy(bytes, at, copy, 0, length);
        at += length;
        return copy;
    }
}
