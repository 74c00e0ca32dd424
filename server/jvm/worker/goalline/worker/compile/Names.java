package goalline.worker.compile;

import goalline.worker.wire.Output;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Names of classes and methods as the JVM writes them, each text once per answer; decides nothing about calls. */
public final class Names {
    private final Elements elements;
    private final Types types;
    private final Map<String, Integer> numbers;

    /** The numbers of texts are added to as files come. */
    public Names(Elements elements, Types types, Map<String, Integer> numbers) {
        this.elements = elements;
        this.types = types;
        this.numbers = numbers;
    }

    public String binary(TypeElement type) {
        return elements.getBinaryName(type).toString();
    }

    /** The class of a type without type arguments; null where it is none. */
    public TypeElement typeOf(TypeMirror type) {
        if (type == null || type.getKind() == TypeKind.ERROR || type.getKind() == TypeKind.NONE) {
            return null;
        }
        TypeMirror erased = types.erasure(type);
        return erased.getKind() == TypeKind.DECLARED ? (TypeElement) ((DeclaredType) erased).asElement() : null;
    }

    public String classOf(TypeMirror type) {
        TypeElement element = typeOf(type);
        return element == null ? null : binary(element);
    }

    /** Writes class, name and descriptor. */
    public void method(Output out, ExecutableElement method) {
        numbered(out, binary((TypeElement) method.getEnclosingElement()));
        numbered(out, method.getSimpleName().toString());
        numbered(out, descriptor(method));
    }

    /** Writes the number of a text in the table that goes before everything. */
    public void numbered(Output out, String text) {
        Integer known = numbers.putIfAbsent(text, numbers.size());
        out.varint(known != null ? known : numbers.size() - 1);
    }

    private String descriptor(ExecutableElement method) {
        StringBuilder text = new StringBuilder("(");
        for (VariableElement parameter : method.getParameters()) {
            describe(types.erasure(parameter.asType()), text);
        }
        text.append(')');
        describe(types.erasure(method.getReturnType()), text);
        return text.toString();
    }

    private void describe(TypeMirror type, StringBuilder text) {
        switch (type.getKind()) {
            case BOOLEAN: text.append('Z'); break;
            case BYTE: text.append('B'); break;
            case SHORT: text.append('S'); break;
            case CHAR: text.append('C'); break;
            case INT: text.append('I'); break;
            case LONG: text.append('J'); break;
            case FLOAT: text.append('F'); break;
            case DOUBLE: text.append('D'); break;
            case VOID: text.append('V'); break;
            case ARRAY:
                text.append('[');
                describe(((ArrayType) type).getComponentType(), text);
                break;
            case DECLARED:
                text.append('L').append(classOf(type).replace('.', '/')).append(';');
                break;
            default:
                text.append("L?;");
        }
    }

    /**
     * The descriptors of inherited methods that this one overrides, where type arguments make them differ from its
     * own.
     */
    public Set<String> otherDescriptors(ExecutableElement method) {
        Set<String> others = new TreeSet<>();
        if (method.getKind() != ElementKind.METHOD) {
            return others;
        }
        TypeElement type = (TypeElement) method.getEnclosingElement();
        String own = descriptor(method);
        for (TypeElement above : above(type)) {
            for (ExecutableElement other : ElementFilter.methodsIn(above.getEnclosedElements())) {
                if (other.getSimpleName().equals(method.getSimpleName())
                        && other.getParameters().size() == method.getParameters().size()
                        && elements.overrides(method, other, type)) {
                    others.add(descriptor(other));
                }
            }
        }
        others.remove(own);
        return others;
    }

    private Set<TypeElement> above(TypeElement type) {
        Set<TypeElement> found = new LinkedHashSet<>();
        for (TypeMirror each : types.directSupertypes(type.asType())) {
            TypeElement element = typeOf(each);
            if (element != null && found.add(element)) {
                found.addAll(above(element));
            }
        }
        return found;
    }

    /** The innermost class around the place whose objects have the method; the declaring class for static ones. */
    public TypeElement aroundThatHas(ExecutableElement method, TreePath place, Trees trees) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        TypeMirror wanted = types.erasure(owner.asType());
        for (TreePath at = place; at != null; at = at.getParentPath()) {
            Element element = at.getLeaf() instanceof ClassTree ? trees.getElement(at) : null;
            if (element instanceof TypeElement && types.isSubtype(types.erasure(element.asType()), wanted)) {
                return (TypeElement) element;
            }
        }
        return owner;
    }
}
