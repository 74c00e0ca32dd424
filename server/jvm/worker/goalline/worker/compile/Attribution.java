package goalline.worker.compile;

import goalline.worker.wire.Output;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Reads from the trees that javac has attributed which classes and methods a file declares and whom its calls mean;
 * changes nothing.
 */
public final class Attribution extends TreePathScanner<Void, Void> {
    public static final int STATIC = 1;
    public static final int PRIVATE = 2;
    public static final int ABSTRACT = 4;
    public static final int INTERFACE = 16;
    /** The receiver is the object that runs the calling method. */
    public static final int ON_THIS = 8;

    public static final int VIRTUAL = 0;
    /** A static or private method, or a method of the superclass: the one that is named and no other. */
    public static final int EXACT = 1;
    public static final int CONSTRUCTOR = 2;

    private final Trees trees;
    private final Elements elements;
    private final Types types;
    private final SourcePositions positions;
    private final Names names;
    private final Output classes = new Output();
    private final Output methods = new Output();
    private final Output calls = new Output();
    private int classCount;
    private int methodCount;
    private int callCount;
    private CompilationUnitTree unit;

    public Attribution(JavacTask task, Map<String, Integer> numbers) {
        this.trees = Trees.instance(task);
        this.elements = task.getElements();
        this.types = task.getTypes();
        this.positions = trees.getSourcePositions();
        this.names = new Names(elements, types, numbers);
    }

    /** Writes what one file declares and calls. */
    public void write(CompilationUnitTree file, Output reply) {
        unit = file;
        scan(file, null);
        append(reply, classes, classCount);
        append(reply, methods, methodCount);
        append(reply, calls, callCount);
    }

    private static void append(Output reply, Output part, int count) {
        reply.varint(count);
        reply.raw(part.array(), part.length());
    }

    @Override
    public Void visitClass(ClassTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element instanceof TypeElement) {
            TypeElement type = (TypeElement) element;
            classCount++;
            names.numbered(classes, names.binary(type));
            List<String> above = new ArrayList<>();
            above.add(names.classOf(type.getSuperclass()));
            type.getInterfaces().forEach(each -> above.add(names.classOf(each)));
            above.removeIf(name -> name == null);
            classes.varint(above.size());
            above.forEach(name -> names.numbered(classes, name));
            classes.u8((type.getModifiers().contains(Modifier.ABSTRACT) ? ABSTRACT : 0)
                    | (type.getKind().isInterface() ? INTERFACE : 0));
        }
        return super.visitClass(tree, nothing);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (!(element instanceof ExecutableElement)) {
            return super.visitMethod(tree, nothing);
        }
        ExecutableElement method = (ExecutableElement) element;
        boolean isMade = elements.getOrigin(method) != Elements.Origin.EXPLICIT && !isWritten(tree);
        methodCount++;
        names.method(methods, method);
        methods.u8(flags(method));
        BlockTree body = tree.getBody();
        methods.zigzag(body == null || isMade ? -1 : positions.getStartPosition(unit, body));
        ExecutableElement above = impliedSuper(tree, isMade);
        methods.u8(above == null ? 0 : 1);
        if (above != null) {
            names.method(methods, above);
        }
        Set<String> others = names.otherDescriptors(method);
        methods.varint(others.size());
        others.forEach(name -> names.numbered(methods, name));
        return isMade ? null : super.visitMethod(tree, nothing);
    }

    /** The compact constructor of a record counts as made by the compiler, but somebody wrote it. */
    private boolean isWritten(MethodTree tree) {
        BlockTree body = tree.getBody();
        if (body == null) {
            return false;
        }
        long start = positions.getStartPosition(unit, body);
        long end = positions.getEndPosition(unit, body);
        return end > start && start > positions.getStartPosition(unit, tree);
    }

    private static int flags(ExecutableElement method) {
        return (method.getModifiers().contains(Modifier.STATIC) ? STATIC : 0)
                | (method.getModifiers().contains(Modifier.PRIVATE) ? PRIVATE : 0)
                | (method.getModifiers().contains(Modifier.ABSTRACT) ? ABSTRACT : 0);
    }

    /** The constructor of the superclass that this constructor calls without saying so. */
    private ExecutableElement impliedSuper(MethodTree tree, boolean isMade) {
        MethodInvocationTree first = firstCall(tree);
        if (first == null || !first.getMethodSelect().toString().endsWith("super")) {
            return null;
        }
        boolean isImplied = isMade
                || positions.getStartPosition(unit, first) == positions.getStartPosition(unit, tree.getBody());
        return isImplied ? called(first) : null;
    }

    private static MethodInvocationTree firstCall(MethodTree tree) {
        boolean isConstructor = tree.getReturnType() == null && tree.getName().contentEquals("<init>");
        if (!isConstructor || tree.getBody() == null || tree.getBody().getStatements().isEmpty()) {
            return null;
        }
        StatementTree first = tree.getBody().getStatements().get(0);
        if (!(first instanceof ExpressionStatementTree)) {
            return null;
        }
        ExpressionTree call = ((ExpressionStatementTree) first).getExpression();
        return call instanceof MethodInvocationTree ? (MethodInvocationTree) call : null;
    }

    private ExecutableElement called(Tree tree) {
        Element element = trees.getElement(TreePath.getPath(getCurrentPath(), tree));
        return element instanceof ExecutableElement ? (ExecutableElement) element : null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element instanceof ExecutableElement) {
            invocation(tree, (ExecutableElement) element);
        }
        return super.visitMethodInvocation(tree, nothing);
    }

    private void invocation(MethodInvocationTree tree, ExecutableElement method) {
        if (method.getKind() == ElementKind.CONSTRUCTOR) {
            if (positions.getEndPosition(unit, tree) > positions.getStartPosition(unit, tree) + "super".length()) {
                call(tree, method, null, CONSTRUCTOR, ON_THIS);
            }
            return;
        }
        ExpressionTree select = tree.getMethodSelect();
        if (!(select instanceof MemberSelectTree)) {
            TypeElement around = names.aroundThatHas(method, getCurrentPath(), trees);
            boolean onThis = around != null && around.equals(innermost());
            call(tree, method, around, dispatch(method), onThis ? ON_THIS : 0);
            return;
        }
        ExpressionTree receiver = ((MemberSelectTree) select).getExpression();
        if (isNamed(receiver, "super")) {
            call(tree, method, null, EXACT, ON_THIS);
            return;
        }
        TreePath path = new TreePath(new TreePath(getCurrentPath(), select), receiver);
        TypeElement type = names.typeOf(trees.getTypeMirror(path));
        call(tree, method, type, dispatch(method), onThis(receiver, type));
    }

    /** The object of a class around the innermost one is another object: {@code Outer.this}. */
    private int onThis(ExpressionTree receiver, TypeElement type) {
        return isNamed(receiver, "this") && type != null && type.equals(innermost()) ? ON_THIS : 0;
    }

    private TypeElement innermost() {
        for (TreePath at = getCurrentPath(); at != null; at = at.getParentPath()) {
            if (at.getLeaf() instanceof ClassTree) {
                return (TypeElement) trees.getElement(at);
            }
        }
        return null;
    }

    private static boolean isNamed(ExpressionTree receiver, String name) {
        return receiver instanceof IdentifierTree && ((IdentifierTree) receiver).getName().contentEquals(name)
                || receiver instanceof MemberSelectTree
                        && ((MemberSelectTree) receiver).getIdentifier().contentEquals(name);
    }

    private static int dispatch(ExecutableElement method) {
        boolean exact = method.getModifiers().contains(Modifier.STATIC)
                || method.getModifiers().contains(Modifier.PRIVATE);
        return exact ? EXACT : VIRTUAL;
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (tree.getClassBody() != null) {
            element = constructorAbove(tree.getClassBody());
        }
        if (element instanceof ExecutableElement) {
            call(tree, (ExecutableElement) element, null, CONSTRUCTOR, 0);
        }
        return super.visitNewClass(tree, nothing);
    }

    /** The constructor that the constructor of an anonymous class calls. */
    private ExecutableElement constructorAbove(ClassTree body) {
        for (Tree member : body.getMembers()) {
            if (member instanceof MethodTree && firstCall((MethodTree) member) != null) {
                return called(firstCall((MethodTree) member));
            }
        }
        return null;
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void nothing) {
        Element element = trees.getElement(getCurrentPath());
        if (element instanceof ExecutableElement) {
            ExecutableElement method = (ExecutableElement) element;
            ExpressionTree receiver = tree.getQualifierExpression();
            if (method.getKind() == ElementKind.CONSTRUCTOR) {
                call(tree, method, null, CONSTRUCTOR, 0);
            } else if (isNamed(receiver, "super")) {
                call(tree, method, null, EXACT, ON_THIS);
            } else {
                TypeElement type = names.typeOf(trees.getTypeMirror(new TreePath(getCurrentPath(), receiver)));
                call(tree, method, type, dispatch(method), onThis(receiver, type));
            }
        }
        return super.visitMemberReference(tree, nothing);
    }

    private void call(Tree tree, ExecutableElement method, TypeElement receiver, int kind, int flags) {
        long start = positions.getStartPosition(unit, tree);
        long end = positions.getEndPosition(unit, tree);
        if (start < 0 || end < start || method.asType().getKind() == TypeKind.ERROR) {
            return;
        }
        callCount++;
        calls.varint(start);
        calls.varint(end);
        calls.u8(kind);
        calls.u8(flags);
        names.numbered(calls, names.binary(receiver != null ? receiver : (TypeElement) method.getEnclosingElement()));
        names.method(calls, method);
    }
}
