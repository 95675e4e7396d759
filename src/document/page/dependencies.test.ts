import { expect, it } from "vitest";
import { dependencies } from "./dependencies.ts";

const listed = (
  path: string,
  imports: readonly string[],
  declared: Readonly<Record<string, string>> = {},
  { name, files = [] }: { readonly name?: string; readonly files?: readonly string[] } = {},
): readonly string[] =>
  rows(
    dependencies([{ path, imports }], {
      manifests: [{ folder: "", name, dependencies: declared }],
      index: { files: [path, ...files] },
    }),
  );

const rows = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line) => line && !/^\| (?:---|Import)/.test(line))
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
  ).toEqual(["`q.org/p` not by the manifest", "`x.org/y/v2` `v2.1.0`", "Part of Go: `context`, `net/http`."]);
  expect(
    listed("src/a.rs", ["crate/cart", "self/Kind", "std/fmt", "env", "serde_json", "clap/Parser"], {
      clap: "4.6",
      "serde-json": "1",
    }),
  ).toEqual(["`clap` `4.6`", "`serde-json` `1`", "Part of Rust: `std`."]);
  expect(
    listed("src/shop/A.java", [
      "java/util/List",
      "javax/xml/parsers/Parser",
      "org/other/Thing",
      "shop/Cart",
      "./B",
    ]),
  ).toEqual(["`org.other` ", "Part of Java: `java.util`, `javax.xml.parsers`."]);
});

it("says so of Node.js's and Python's packages", () => {
  expect(listed("a.ts", ["node:fs", "./b", "@x/y/z", "left"], { "@x/y": "^1.0.0" })).toEqual([
    "`@x/y` `^1.0.0`",
    "`left` not by the manifest",
    "Part of Node.js: `node:fs`.",
  ]);
  expect(listed("a.ts", ["far/deep.js", "@y/z/a/b", "#own", "fs/promises"])).toEqual([
    "`@y/z` not by the manifest",
    "`far` not by the manifest",
    "Part of Node.js: `fs/promises`.",
  ]);
  expect(listed("shop/a.py", ["json", ".b", "shop.c", "my_pack.d"], { "my-pack": ">=2" })).toEqual([
    "`my-pack` `>=2`",
    "Part of Python: `json`.",
  ]);
  expect(listed("a.py", ["yaml", "PIL.Image", "cv2"], { pyyaml: ">=6", pillow: "*" })).toEqual([
    "`cv2` not by the manifest",
    "`pillow` `*`",
    "`pyyaml` `>=6`",
  ]);
});

it("leaves out what a package imports of itself", () => {
  expect(listed("a.ts", ["shop/cart", "shop", "shops"], {}, { name: "shop" })).toEqual([
    "`shops` not by the manifest",
  ]);
  expect(listed("my_shop/a.py", ["my_shop.cart", "os"], { "my-shop": "*" }, { name: "my-shop" })).toEqual([
    "Part of Python: `os`.",
  ]);
});

it("asks the manifests above a module, the nearest first", () => {
  const manifests = [
    { folder: "", name: "all", dependencies: { left: "1", tests: "3" } },
    { folder: "packages/a/", name: "@all/a", dependencies: { left: "2", "@all/b": "workspace:*" } },
  ];
  const paths = ["packages/a/src/i.ts", "packages/ab/i.ts"];
  const modules = paths.map((path) => ({ path, imports: ["left/deep", "tests", "@all/a", "@all/b"] }));
  expect(rows(dependencies(modules, { manifests, index: { files: paths } }))).toEqual([
    "`@all/a` not by the manifest",
    "`@all/b` `workspace:*`",
    "`left` `1`, `2`",
    "`tests` `3`",
  ]);
});
