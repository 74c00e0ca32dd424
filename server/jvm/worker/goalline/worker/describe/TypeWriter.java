package goalline.worker.describe;

import goalline.worker.wire.Output;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.function.Consumer;

/** Writes generic types as reflection gives them and tells which classes they name; resolves nothing. */
public final class TypeWriter {
    private static final List<Class<?>> PRIMITIVES = List.of(
            boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class,
            void.class);
    private static final int CLASS = 20;
    private static final int ARRAY = 21;
    private static final int VARIABLE = 22;
    private static final int WILDCARD = 23;

    private final Output output;
    private final Consumer<Class<?>> named;

    public TypeWriter(Output output, Consumer<Class<?>> named) {
        this.output = output;
        this.named = named;
    }

    public void write(Type type) {
        if (type instanceof Class) {
            plain((Class<?>) type);
        } else if (type instanceof ParameterizedType) {
            ParameterizedType parameterized = (ParameterizedType) type;
            Class<?> raw = (Class<?>) parameterized.getRawType();
            named.accept(raw);
            output.u8(CLASS);
            output.text(raw.getName());
            all(parameterized.getActualTypeArguments());
        } else if (type instanceof GenericArrayType) {
            output.u8(ARRAY);
            write(((GenericArrayType) type).getGenericComponentType());
        } else if (type instanceof TypeVariable) {
            output.u8(VARIABLE);
            output.text(((TypeVariable<?>) type).getName());
        } else {
            wildcard((WildcardType) type);
        }
    }

    private void plain(Class<?> type) {
        if (type.isPrimitive()) {
            output.u8(PRIMITIVES.indexOf(type));
        } else if (type.isArray()) {
            output.u8(ARRAY);
            write(type.getComponentType());
        } else {
            named.accept(type);
            output.u8(CLASS);
            output.text(type.getName());
            output.varint(0);
        }
    }

    private void wildcard(WildcardType type) {
        Type[] lower = type.getLowerBounds();
        Type[] upper = type.getUpperBounds();
        boolean bounded = upper.length > 0 && upper[0] != Object.class;
        output.u8(WILDCARD);
        output.u8((bounded ? 1 : 0) | (lower.length > 0 ? 2 : 0));
        if (bounded) {
            write(upper[0]);
        }
        if (lower.length > 0) {
            write(lower[0]);
        }
    }

    public void all(Type[] types) {
        output.varint(types.length);
        for (Type type : types) {
            write(type);
        }
    }

    /** Type parameters with their bounds other than Object. */
    public void parameters(TypeVariable<?>[] parameters) {
        output.varint(parameters.length);
        for (TypeVariable<?> parameter : parameters) {
            output.text(parameter.getName());
            Type[] bounds = parameter.getBounds();
            boolean none = bounds.length == 1 && bounds[0] == Object.class;
            all(none ? new Type[0] : bounds);
        }
    }
}
