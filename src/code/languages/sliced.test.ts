import { expect, it } from "vitest";
import { languageOf } from "../languages.ts";

/** What tests show, as `target: before; call = value`. */
async function callsIn(file: string, source: string): Promise<readonly string[]> {
  const all = (await (await languageOf(file))?.shown(source)) ?? [];
  return all.map(
    ({ target, before = [], call, value = "" }) => `${target}: ${[...before, call].join(" ")} = ${value}`,
  );
}

const rust = (body: string, mark = "#[test]"): string =>
  `#[cfg(test)] mod tests { use super::*; ${mark} fn adds() { ${body} } }`;

it.each([
  ["assert_eq!", "assert_eq!(add(1, 2), 3);", ["add: add(1, 2) = 3"]],
  ["the other order", "assert_eq!(3, add(1, 2));", ["add: add(1, 2) = 3"]],
  [
    "assert!",
    "assert!(is_odd(1)); assert!(!is_odd(2));",
    ["is_odd: is_odd(1) = true", "is_odd: is_odd(2) = false"],
  ],
  ["a comparison", "assert!(add(1, 2) == 3);", ["add: add(1, 2) = 3"]],
  [
    "methods of what a function gives",
    'assert_eq!(Cart::open("a").unwrap().total(2), 4);',
    [
      'Cart.open().total: Cart::open("a").unwrap().total(2) = 4',
      'Cart.open: Cart::open("a").unwrap().total(2) = 4',
    ],
  ],
  ["paths of the crate", "assert_eq!(super::add(1), crate::two());", ["add: add(1) = two()"]],
  ["a result by its name", 'let sum = add(1, 2); assert_eq!(sum, 3, "of {}", 1);', ["add: add(1, 2) = 3"]],
  [
    "what its values come from",
    "let other = 5; let mut cart = Cart { size: 2 }; cart.add(7); assert_eq!(cart.len(), 1); assert_eq!(cart.total(3), 6);",
    [
      "Cart.len: let mut cart = Cart { size: 2 }; cart.add(7); cart.len() = 1",
      "Cart.total: let mut cart = Cart { size: 2 }; cart.add(7); cart.total(3) = 6",
    ],
  ],
  ["nothing of loops", "for one in all() { assert_eq!(add(one), 1); }", []],
  ["nothing of what is given another value", "let mut a = add(1); a = 4; assert_eq!(twice(a), 8);", []],
  ["nothing of long ways", "let mut a = A::new(); a.b(); a.b(); a.b(); a.b(); assert_eq!(a.size(), 4);", []],
])("tests of Rust show %s", async (_, body, expectedTexts) => {
  expect(await callsIn("src/lib.rs", rust(body))).toEqual(expectedTexts);
});

it("takes nothing from what no runner of Rust calls, or expects to panic", async () => {
  expect(await callsIn("src/lib.rs", rust("assert_eq!(add(1), 3);", ""))).toEqual([]);
  expect(await callsIn("src/lib.rs", rust("assert_eq!(add(1), 3);", "#[test]\n#[should_panic]"))).toEqual([]);
});

const java = (body: string, mark = "@Test "): string => `class CartTest { ${mark}void adds() { ${body} } }`;

it.each([
  ["assertEquals", "assertEquals(3, Sums.add(1, 2));", ["Sums.add: Sums.add(1, 2) = 3"]],
  ["TestNG's order", "Assert.assertEquals(Sums.add(1, 2), 3);", ["Sums.add: Sums.add(1, 2) = 3"]],
  ["a message before", 'assertEquals("why", 3, Sums.add(1, 2));', ["Sums.add: Sums.add(1, 2) = 3"]],
  ["a message behind", 'assertEquals("a", Sums.show(1), "why");', ['Sums.show: Sums.show(1) = "a"']],
  ["AssertJ", "assertThat(Sums.add(1, 2)).isEqualTo(3);", ["Sums.add: Sums.add(1, 2) = 3"]],
  ["Hamcrest", "assertThat(Sums.add(1, 2), is(equalTo(3)));", ["Sums.add: Sums.add(1, 2) = 3"]],
  [
    "yes and no",
    "assertTrue(Sums.isOdd(1)); assertThat(Sums.isOdd(2)).isFalse();",
    ["Sums.isOdd: Sums.isOdd(1) = true", "Sums.isOdd: Sums.isOdd(2) = false"],
  ],
  [
    "objects",
    "final Cart cart = new Cart(2); int other = 4; cart.put(7); assertEquals(1, cart.size()); assertEquals(6, cart.total(3));",
    [
      "Cart.size: Cart cart = new Cart(2); cart.put(7); cart.size() = 1",
      "Cart.total: Cart cart = new Cart(2); cart.put(7); cart.total(3) = 6",
    ],
  ],
  [
    "chains",
    "assertEquals(6, new Cart(2).with(1).total(3));",
    [
      "Cart.Cart().with().total: new Cart(2).with(1).total(3) = 6",
      "Cart.Cart().with: new Cart(2).with(1).total(3) = 6",
      "Cart.Cart: new Cart(2).with(1).total(3) = 6",
    ],
  ],
  ["nothing of blocks", "if (isThere) { assertEquals(3, Sums.add(1, 2)); }", []],
])("tests of Java show %s", async (_, body, expectedTexts) => {
  expect(await callsIn("CartTest.java", java(body))).toEqual(expectedTexts);
});

it("takes nothing from methods of Java that are no tests", async () => {
  expect(await callsIn("CartTest.java", java("assertEquals(3, Sums.add(1));", ""))).toEqual([]);
  expect(await callsIn("CartTest.java", java("assertEquals(3, Sums.add(1));", "@Test @Disabled "))).toEqual(
    [],
  );
});
