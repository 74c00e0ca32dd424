//! The part of the JDK that the tests here need, as Java-like declarations; members that do not matter are left out.

/// For `classes`.
pub const JDK: &str = "
public class java.lang.Object {
  public new(); public boolean equals(Object other); public int hashCode(); public String toString();
  public final void wait(); public final Class<?> getClass();
}
public interface java.lang.Comparable<T> { int compareTo(T other); }
public interface java.lang.CharSequence { int length(); char charAt(int at); CharSequence subSequence(int start, int \
  end); }
public interface java.io.Serializable { }
public abstract class java.lang.Number implements Serializable { public new(); public abstract int intValue(); }
public final class java.lang.String implements Serializable, Comparable<String>, CharSequence { public new(); public \
  int length(); public String strip(); }
public final class java.lang.Integer extends Number implements Comparable<Integer> { public new(int value); }
public final class java.lang.Long extends Number implements Comparable<Long> { public new(long value); }
public final class java.lang.Double extends Number implements Comparable<Double> { public new(double value); }
public final class java.lang.Class<T> {
  public static Class<?> forName(String name); public java.lang.reflect.Method getMethod(String name, Class<?>... \
    types);
  public java.lang.reflect.Constructor<T> getConstructor(Class<?>... types); public java.lang.reflect.Field \
    getField(String name);
}
public abstract class java.lang.Enum<E extends Enum<E>> implements Comparable<E> { protected new(String name, int at); }
public final class java.lang.StringBuilder implements CharSequence {
  public new(); public new(String text); public StringBuilder append(String text); public StringBuilder reverse();
}
public interface java.lang.Iterable<T> { java.util.Iterator<T> iterator(); }
public interface java.util.Iterator<E> { boolean hasNext(); E next(); default void remove(); }
public interface java.util.Collection<E> extends Iterable<E> {
  int size(); boolean add(E element); boolean addAll(java.util.Collection<? extends E> all); void clear(); boolean \
    contains(Object it);
}
public interface java.util.List<E> extends java.util.Collection<E> { E get(int at); E set(int at, E element); }
public abstract class java.util.AbstractList<E> implements java.util.List<E> { protected new(); public boolean add(E \
  element); }
public class java.util.ArrayList<E> extends java.util.AbstractList<E> {
  public new(); public new(int capacity); public new(java.util.Collection<? extends E> all);
  public E get(int at); public int size();
}
public interface java.util.Set<E> extends java.util.Collection<E> { }
public class java.util.HashSet<E> implements java.util.Set<E> { public new(); }
public interface java.util.Map<K, V> { V put(K key, V value); V get(Object key); }
public class java.util.HashMap<K, V> implements java.util.Map<K, V> { public new(); }
public class java.util.Arrays { public static <T> java.util.List<T> asList(T... all); public static void sort(int[] \
  all); }
public class java.util.Collections {
  public static <T> java.util.List<T> emptyList(); public static <T> java.util.Set<T> singleton(T it);
  public static <T> java.util.List<T> singletonList(T it); public static void shuffle(java.util.List<?> list);
}
public interface java.util.Comparator<T> { int compare(T a, T b); boolean equals(Object other); default \
  java.util.Comparator<T> reversed(); }
public interface java.util.function.Function<T, R> { R apply(T it); }
public interface java.util.function.Supplier<T> { T get(); }
public interface java.lang.Runnable { void run(); }
public class java.util.Random { public new(); public new(long seed); public int nextInt(); }
public class java.util.Date { public new(); public new(long time); public void setTime(long time); }
public class java.lang.Thread implements Runnable { public new(); public static Thread currentThread(); }
public final class java.lang.System { public static void exit(int status); public static long nanoTime(); }
public final class java.time.Instant { public static java.time.Instant now(); public static java.time.Instant \
  ofEpochMilli(long it); }
";
