import { expect, it } from "vitest";
import { languageOf } from "../../code/index.ts";
import { onOneLine } from "./markdown.ts";
import { headOf } from "./specification.ts";

it.each([
  ["{\n  // which\n  x: string | null\n  /** How */\n  y?: number\n}", "{ x: string | null; y?: number }"],
  ["{ a: string; b: A<\n  B\n> }", "{ a: string; b: A<B> }"],
  ['Promise<{\n  p: string,\n  q:\n    | "a"\n    | "b"\n}>', 'Promise<{ p: string, q: | "a" | "b" }>'],
  ["(\n  a: string,\n) =>\n  void", "(a: string) => void"],
  ["dict[\n  str,\n  int\n]", "dict[str, int]"],
  ["( a: string, b: A< B >, ) => void", "(a: string, b: A<B>) => void"],
])("puts %j on one line", (type, line) => {
  expect(onOneLine(type)).toBe(line);
});

it.each([
  [
    "a.go",
    "package a\n\nfunc (c *Command) Set(\n\tall ...interface{},\n) (interface{}, error) {\n\treturn nil, nil\n}\n",
    "`func (c *Command) Set(all ...interface{}) (interface{}, error)`",
  ],
  [
    "A.java",
    "class A {\n    @Deprecated\n    public <T> T get(String key) throws IOException {\n        return null;\n    }\n}\n",
    "`A`, `public <T> T get(String key) throws IOException`",
  ],
  [
    "A.java",
    "class A {\n    public A(int a)\n        throws IOException {\n    }\n}\n",
    "`A`, `public A(int a) throws IOException`",
  ],
  [
    "a.rs",
    "impl Map {\n    #[inline]\n    pub fn get<K>(&self, key: K) -> Option<&V>\n    where\n        K: Key,\n    {\n        None\n    }\n}\n",
    "`Map`, `pub fn get<K>(&self, key: K) -> Option<&V>`",
  ],
  [
    "a.py",
    'def get(key: str, *parts, at: int = 1, base=None, **more) -> "list[int]":\n    return [at]\n',
    '`get(key: str, *parts, at: int = 1, base=None, **more) -> "list[int]"`',
  ],
  ["a.ts", "export function get(key: string, at = 1): void {}\n", "`get(key: string, at?): void`"],
])("shows a head of %s as its language has it", async (path, text, head) => {
  const all = (await languageOf(path))?.declarations(text) ?? [];
  const declaration = all.find(({ kind }) => kind === "method" || kind === "function");
  expect(declaration && headOf(path, text, declaration)).toBe(head);
});
