package goalline.worker.wire;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A print stream that takes everything and gives nothing, at no cost; objects are still turned into text, as that may
 * throw.
 */
public final class Silent extends PrintStream {
    public Silent() {
        super(OutputStream.nullOutputStream());
    }

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] buffer, int offset, int length) {
        java.util.Objects.checkFromIndexSize(offset, length, buffer.length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void print(boolean b) {}

    @Override
    public void print(char c) {}

    @Override
    public void print(int i) {}

    @Override
    public void print(long l) {}

    @Override
    public void print(float f) {}

    @Override
    public void print(double d) {}

    @Override
    public void print(char[] s) {
        java.util.Objects.requireNonNull(s);
    }

    @Override
    public void print(String s) {}

    @Override
    public void print(Object object) {
        String.valueOf(object);
    }

    @Override
    public void println() {}

    @Override
    public void println(boolean b) {}

    @Override
    public void println(char c) {}

    @Override
    public void println(int i) {}

    @Override
    public void println(long l) {}

    @Override
    public void println(float f) {}

    @Override
    public void println(double d) {}

    @Override
    public void println(char[] s) {
        java.util.Objects.requireNonNull(s);
    }

    @Override
    public void println(String s) {}

    @Override
    public void println(Object object) {
        String.valueOf(object);
    }

    @Override
    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    @Override
    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    @Override
    public PrintStream format(String format, Object... arguments) {
        String.format(format, arguments);
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... arguments) {
        String.format(locale, format, arguments);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        String.valueOf(text);
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        (text == null ? "null" : text).subSequence(start, end);
        return this;
    }

    @Override
    public PrintStream append(char c) {
        return this;
    }
}
