import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorkspace } from "../workspace/index.ts";
import { openDeclared } from "./index.ts";
import { many } from "./threads.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "antiphon-threads-"));
  mkdirSync(join(home, "project/src"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const count = many + 20;
const put = (name: string, text: string): void => writeFileSync(join(home, "project/src", name), text);
const fill = (): void => {
  for (let file = 0; file < count; file++)
    put(`f${file}.ts`, `export function f${file}() { throw new E${file}(); }\n`);
};

async function open(thread?: URL): Promise<{ readonly said: unknown; readonly read: number }> {
  const workspace = await openWorkspace(join(home, "project"), {
    state: mkdtempSync(join(home, "state-")),
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
  });
  let read = 0;
  const declared = await openDeclared(workspace, {
    more: {
      name: "size",
      ...(thread && { thread }),
      read({ text }) {
        read += 1;
        return { size: text.length };
      },
    },
  });
  const texts = declared.files
    .flatMap((file) => declared.in(file))
    .map((symbol) => [
      symbol.file,
      symbol.declaration.name,
      declared.raises(symbol).map(({ type }) => type),
      declared.more(symbol.file),
    ]);
  return { said: texts, read };
}

const second = new URL("threads.suite.ts", import.meta.url);

it("says of many files what one thread says, in the same order", async () => {
  fill();
  const alone = await open();
  expect(alone.read).toBe(count);
  const both = await open(second);
  expect(both.said).toEqual(alone.said);
  if (availableParallelism() > 1) expect(both.read).toBeLessThan(count);
});

it("reads here what a thread that dies has left", async () => {
  fill();
  put("deadly.ts", "export const deadly = call(1);\n");
  const alone = await open();
  expect((await open(second)).said).toEqual(alone.said);
  expect((await open(new URL("nothing-there.ts", import.meta.url))).said).toEqual(alone.said);
});
