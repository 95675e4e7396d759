import { expect, it } from "vitest";
import { dependencies } from "./dependencies.ts";

const listed = (
  path: string,
  imports: readonly string[],
  declared: Readonly<Record<string, string>> = {},
  { name, files = [] }: { readonly name?: string; readonly files?: readonly string[] } = {},
): readonly string[] =>
  dependencies([{ path, imports }], { declared, index: { files: [path, ...files] }, name })
    .slice(2)
    .filter(Boolean)
    .map((row) => row.split(" | ").slice(0, 2).join(" ").replace("| ", ""));

it("says of what Go, Rust and Java take from outside whence it comes", () => {
  const go = { name: "example.com/shop", files: ["context.go"] };
  expect(
    listed(
      "a.go",
      ["context", "net/http", "example.com/shop/cart", "x.org/y/v2/z", "q.org/p"],
      { "x.org/y/v2": "v2.1.0" },
      go,
    ),
  ).toEqual([
    "`context` part of Go",
    "`net/http` part of Go",
    "`q.org/p` not by the manifest",
    "`x.org/y/v2` `v2.1.0`",
  ]);
  expect(
    listed("src/a.rs", ["crate/cart", "self/Kind", "std/fmt", "env", "serde_json", "clap/Parser"], {
      clap: "4.6",
      "serde-json": "1",
    }),
  ).toEqual(["`clap` `4.6`", "`serde-json` `1`", "`std` part of Rust"]);
  expect(
    listed("src/shop/A.java", [
      "java/util/List",
      "javax/xml/parsers/Parser",
      "org/other/Thing",
      "shop/Cart",
      "./B",
    ]),
  ).toEqual(["`java.util` part of Java", "`javax.xml.parsers` part of Java", "`org.other` "]);
});

it("says so of Node.js's and Python's packages", () => {
  expect(listed("a.ts", ["node:fs", "./b", "@x/y/z", "left"], { "@x/y": "^1.0.0" })).toEqual([
    "`@x/y` `^1.0.0`",
    "`left` not by the manifest",
    "`node:fs` part of Node.js",
  ]);
  expect(listed("shop/a.py", ["json", ".b", "shop.c", "my_pack.d"], { "my-pack": ">=2" })).toEqual([
    "`json` part of Python",
    "`my-pack` `>=2`",
  ]);
});
