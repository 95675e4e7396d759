import { expect, it } from "vitest";
import { languageOf } from "../languages.ts";

/** What tests show, as `target: call = value`; `?` marks what holds only if executed. */
async function callsIn(file: string, source: string): Promise<readonly string[]> {
  const all = (await (await languageOf(file))?.shown(source)) ?? [];
  return all.map(
    ({ target, before = [], call, value, derived, awaited, throws, fallible }) =>
      `${target}: ${[...before, `${awaited ? "await " : ""}${call}`].join("; ")} = ${throws ? "throws" : value}${fallible ? ", nil" : ""}${derived ? " ?" : ""}`,
  );
}

const inTest = (body: string): string => `it("adds", async () => { ${body} });`;

it.each([
  ["expect", "expect(add(1, 2)).toBe(3);", "add: add(1, 2) = 3"],
  ["chai", "expect(add(1, 2)).to.deep.equal({ sum: 3 });", "add: add(1, 2) = { sum: 3 }"],
  ["assert", "assert.strictEqual(add(1, 2), 3);", "add: add(1, 2) = 3"],
  ["assert by its own names", "deepEqual(add(1, 2), [3]);", "add: add(1, 2) = [3]"],
  ["tape", "st.deepEqual(qs.parse('a'), { a: '' }, 'says why');", "qs.parse: qs.parse('a') = { a: '' }"],
  ["a comparison", "assert(add(1, 2) === 3);", "add: add(1, 2) = 3"],
  ["a snapshot", 'expect(add(1, 2)).toMatchInlineSnapshot(`"3"`);', 'add: add(1, 2) = "3" ?'],
  ["a promise", "expect(await add(1)).toBe(3);", "add: await add(1) = 3"],
  ["resolves", "await expect(add(1)).resolves.toBe(3);", "add: await add(1) = 3"],
  ["an error", "expect(() => add(1)).toThrow(RangeError);", "add: add(1) = throws"],
  ["nothing", "expect(add(1)).toBeNull();", "add: add(1) = null ?"],
  ["yes", "expect(isOdd(1)).to.be.true;", "isOdd: isOdd(1) = true ?"],
  ["a method", "expect(new Cart([1]).total(2)).toBe(3);", "Cart.total: new Cart([1]).total(2) = 3"],
  ["a field", "expect(new Cart([1]).size).toBe(1);", "Cart: new Cart([1]).size = 1"],
  [
    "a function that is handed in",
    "expect(map([1], (x) => x * 2)).toEqual([2]);",
    "map: map([1], (x) => x * 2) = [2]",
  ],
  [
    "literals by names",
    "const list = [1]; const wanted = 3; expect(add({ list })).toBe(wanted);",
    "add: add({ list: [1] }) = 3",
  ],
  ["a result by its name", "const sum = add(1, 2); expect(sum).toBe(3);", "add: add(1, 2) = 3 ?"],
  [
    "a part of a result",
    "const { list } = { list: add(1) }; expect(list.size).toBe(3);",
    "add: add(1).size = 3 ?",
  ],
  ["types", "expect(add<number>(1 as number, x!)).toBe(3 as Sum);", "add: add(1, x) = 3"],
])("tests of TypeScript show %s", async (_, body, expectedText) => {
  expect(await callsIn("a.test.ts", inTest(body))).toEqual([expectedText]);
});

it.each([
  ["rows", 'it.each([[1, 2], [3, 4]])("%s", (given, wanted) => { expect(add(given)).toBe(wanted); });'],
  [
    "rows of objects",
    'test.each([{ given: 1, wanted: 2 }, { given: 3, wanted: 4 }])("", ({ given, wanted }) => { expect(add(given)).toBe(wanted); });',
  ],
  [
    "rounds",
    'const all = [[1, 2], [3, 4]]; for (const [given, wanted] of all) it("adds", () => { expect(add(given)).toBe(wanted); });',
  ],
  [
    "forEach",
    '[[1, 2], [3, 4]].forEach(([given, wanted]) => it("adds", () => expect(add(given)).toBe(wanted)));',
  ],
])("tests of TypeScript show calls of tables: %s", async (_, source) => {
  expect(await callsIn("a.test.ts", source)).toEqual(["add: add(1) = 2", "add: add(3) = 4"]);
});

it("takes what is set before each test for what names stand for, and nothing that is set twice", async () => {
  const source = `let cart; let other; beforeEach(() => { cart = new Cart(2); other = 1; });
it("a", () => { expect(cart.total(1)).toBe(3); other = 2; expect(add(other)).toBe(3); });`;
  expect(await callsIn("a.test.ts", source)).toEqual(["Cart.total: new Cart(2).total(1) = 3 ?"]);
});

it.each([
  "expect(add(given)).toBe(3);", // a parameter nobody knows
  "expect(add(() => { work(); })).toBe(3);",
  "expect(this.add(1)).toBe(3);",
  "expect(add(1)).toBe(other());",
  "expect(add(1)).not.toBe(3);",
  "expect(add(i++)).toBe(3);",
])("tests of TypeScript that show nothing: %s", async (body) => {
  expect(await callsIn("a.test.ts", `const run = (given) => { ${body} };`)).toEqual([]);
});

const inPython = (body: string): string => `def test_adds():\n${body.replaceAll(/^/gm, "    ")}\n`;

it.each([
  ["assert", "assert add(1, b=2) == 3", "add: add(1, b=2) = 3"],
  ["what is expected first", "assert 3 == add(1)", "add: add(1) = 3"],
  ["is", "assert add(1) is None", "add: add(1) = None"],
  ["yes", "assert is_odd(1)", "is_odd: is_odd(1) = True ?"],
  ["no", "assert not is_odd(2)", "is_odd: is_odd(2) = False ?"],
  ["unittest", "self.assertEqual(add(1), 3)", "add: add(1) = 3"],
  ["a method", "assert Cart([1]).total(2) == 3", "Cart.total: Cart([1]).total(2) = 3"],
  ["a field", "assert shop.Cart([1]).size == 1", "shop.Cart: shop.Cart([1]).size = 1"],
  [
    "a result by its name",
    "cart = Cart([1])\nassert cart.total(2) == 3",
    "Cart.total: Cart([1]).total(2) = 3 ?",
  ],
  ["a value of a class", 'assert add(1) == Decimal("3")', 'add: add(1) = Decimal("3") ?'],
  ["a round", "for given, wanted in [(1, 2)]:\n    assert add(given) == wanted", "add: add(1) = 2"],
  ["several lines", "assert add(\n    1,\n    2,\n) == 3", "add: add(1, 2) = 3"],
])("tests of Python show %s", async (_, body, expectedText) => {
  expect(await callsIn("test_a.py", inPython(body))).toEqual([expectedText]);
});

it.each([
  '@pytest.mark.parametrize("given, wanted", [(1, 2), (3, 4)])',
  '@pytest.mark.parametrize(("given", "wanted"), [pytest.param(1, 2, id="a"), (3, 4)])',
  'ROWS = [(1, 2), (3, 4)]\n@pytest.mark.parametrize("given,wanted", ROWS)',
])("tests of Python show calls of tables: %s", async (table) => {
  const source = `${table}\ndef test_it(given, wanted):\n    assert add(given) == wanted\n`;
  expect(await callsIn("test_a.py", source)).toEqual(["add: add(1) = 2", "add: add(3) = 4"]);
});

it.each([
  "assert add(fixture) == 3",
  "assert add(lambda: 1) == 3",
  "assert [add(x) for x in y] == [3]",
  "x = 1\nx = 2\nassert add(x) == 3",
  "assert add(1) != 3",
  "assert add(1) == 3 and add(2) == 4",
])("tests of Python that show nothing: %s", async (body) => {
  expect(await callsIn("test_a.py", `def test_it(fixture, y):\n${body.replaceAll(/^/gm, "    ")}\n`)).toEqual(
    [],
  );
});

it("goes over tables in tables only so often", async () => {
  const deep = 40;
  const loops = `${"[1, 2, 3].forEach((x) => ".repeat(deep)}expect(add(x)).toBe(1)${")".repeat(deep)};`;
  expect((await callsIn("a.test.ts", loops)).length).toBeLessThan(10_000);
  const python = Array.from(
    { length: deep },
    (_, depth) => `${" ".repeat(depth + 1)}for x in [1, 2, 3]:`,
  ).join("\n");
  const source = `def test_it():\n${python}\n${" ".repeat(deep + 1)}assert add(x) == 1\n`;
  expect((await callsIn("test_a.py", source)).length).toBeLessThan(10_000);
});

const goTest = (body: string): string => `package cart\n\nfunc TestAdd(t *testing.T) {\n${body}\n}\n`;

it.each([
  ["a refusal", "if Add(1, 2) != 3 { t.Fatal() }", "Add: Add(1, 2) = 3"],
  ["a result by its name", 'if got := Add(1); got != 3 { t.Errorf("") }', "Add: Add(1) = 3 ?"],
  ["testify", "assert.Equal(t, 3, Add(1, 2))", "Add: Add(1, 2) = 3"],
  ["testify by a name", "is := assert.New(t)\nis.Equal(3, Add(1, 2))", "Add: Add(1, 2) = 3"],
  ["a comparison", "if !reflect.DeepEqual(Add(1), []int{1}) { t.Fail() }", "Add: Add(1) = []int{1}"],
  ["checkers", "c.Assert(Add(1), Equals, 3)", "Add: Add(1) = 3"],
  ["yes", "if !IsOdd(1) { t.Fatal() }", "IsOdd: IsOdd(1) = true ?"],
  ["no", "if IsOdd(2) { t.Fatal() }", "IsOdd: IsOdd(2) = false ?"],
  [
    "an error that isn't there",
    "got, err := Parse(`1`)\nif err != nil || got != 1 { t.Fatal(err) }",
    "Parse: Parse(`1`) = 1, nil ?",
  ],
  [
    "a method",
    "if (&Cart{Size: 1}).Total(2) != 3 { t.Fatal() }",
    "Cart.Total: (&Cart{Size: 1}).Total(2) = 3",
  ],
  [
    "a method of what is made",
    "cart, _ := Open(1)\nif cart.Total() != 3 { t.Fatal() }",
    "Open().Total: cart, _ := Open(1); cart.Total() = 3 ?",
  ],
  ["another package", "assert.Equal(t, 3, cart.Add(1))", "cart.Add: cart.Add(1) = 3"],
])("tests of Go show %s", async (_, body, expectedText) => {
  expect(await callsIn("a_test.go", goTest(body))).toEqual([expectedText]);
});

it.each([
  ["rows", "tests := []struct{ in, want int }{{1, 2}, {3, 4}}\nfor _, tt := range tests {"],
  ["rows of names", "for _, tt := range []struct{ in int; want int }{{in: 1, want: 2}, {want: 4, in: 3}} {"],
  ["rows of a type", "type row struct{ in, want int }\nfor _, tt := range []*row{{1, 2}, {3, 4}} {"],
])("tests of Go show %s", async (_, head) => {
  const one =
    'tt := tt\nt.Run("x", func(t *testing.T) { if got := Add(tt.in); got != tt.want { t.Fatal() } })';
  expect(await callsIn("a_test.go", goTest(`${head}\n${one}\n}`))).toEqual([
    "Add: Add(1) = 2 ?",
    "Add: Add(3) = 4 ?",
  ]);
});

it.each([
  ["a table's keys", 'for in, want := range map[string]int{"a": 1} { assert.Equal(t, want, Add(in)) }'],
  ["a table of the package", "for in, want := range all { assert.Equal(t, want, Add(in)) }"],
])("tests of Go show %s", async (_, body) => {
  const source = `${goTest(body)}\nvar all = map[string]int{"a": 1}\n`;
  expect(await callsIn("a_test.go", source)).toEqual(['Add: Add("a") = 1 ?']);
});

it.each([
  ["changed since", "got := Add(1)\ngot = Add(2)\nif got != 3 { t.Fatal() }"],
  ["changed within", "got := Add(1)\nif x { got = 2 }\nif got != 3 { t.Fatal() }"],
  [
    "left out of a row",
    "for _, tt := range []struct{ in, want int }{{want: 1}} { assert.Equal(t, tt.want, Add(tt.in)) }",
  ],
  ["a function", "assert.Equal(t, 1, Add(func() int { return 1 }))"],
  ["what only running tells", "for _, tt := range load() { assert.Equal(t, tt.want, Add(tt.in)) }"],
  ["no failure", "if Add(1) != 3 { t.Log() }"],
])("tests of Go show nothing of what is %s", async (_, body) => {
  expect(await callsIn("a_test.go", goTest(body))).toEqual([]);
});
