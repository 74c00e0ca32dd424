//! The shop that printed tests are about: a small cluster, and the comparison of a test with its expected text.

use crate::{descriptions::cluster, programs::Program};
use expect_test::Expect;
use goalline_testcase::TestCluster;

const SHOP: &str = "
public class shop.Fraction extends java.lang.Number
  private new(numerator: int, denominator: int)
  static getFraction(numerator: int, denominator: int): shop.Fraction
  static getFraction(value: double): shop.Fraction
  static getFraction(str: java.lang.String): shop.Fraction
  getNumerator(): int
  getDenominator(): int
  doubleValue(): double
  reduce(): shop.Fraction
  add(fraction: shop.Fraction): shop.Fraction
  compareTo(other: shop.Fraction): int
  toString(): java.lang.String
  hashCode(): int
  field static final ONE: shop.Fraction
  field static final ZERO: shop.Fraction
public enum shop.Item
  constant APPLE
  constant RED_PEAR
public class shop.Cart
  new()
  add(item: shop.Item, quantity: int): void
  total(): int
  size(): int
  isEmpty(): boolean
  setName(name: java.lang.String): void
  getName(): java.lang.String
  items(): java.util.List<shop.Item>
  codes(): int[]
  load(path: java.lang.String): int throws java.io.IOException
  clear(): void
  best(order: java.util.Comparator<shop.Item>): shop.Item
  cheapest(rule: shop.Rule, limit: long): shop.Item
  merge(others: shop.Cart...): shop.Cart
  log(text: java.lang.String, level: byte): void
  fill(numbers: int[]): void
  price(): java.math.BigDecimal
  note(): java.lang.StringBuilder
  appendNote(note: java.lang.String): shop.Cart
  print(text: java.lang.Object): void
  print(text: java.lang.String): void
  print(text: char[]): void
public interface shop.Rule
  price(item: shop.Item): double
  label(): java.lang.String
public interface java.util.Comparator<T>
  compare(first: T, second: T): int
public interface java.util.Collection<E>
  size(): int
public interface java.util.List<E> implements java.util.Collection<E>
  get(index: int): E
public class java.util.ArrayList<E> implements java.util.List<E>
  new()
public abstract class java.lang.Number
  intValue(): int
";

pub fn shop() -> TestCluster {
    cluster(SHOP)
}

pub fn check(program: &mut Program<'_>, expected: &Expect) {
    expected.assert_eq(&program.source());
}
