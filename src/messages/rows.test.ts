import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { compiled } from "./rows.ts";

describe("the row of frames in WebAssembly", () => {
  it("is what its text compiles to", async () => {
    const { parseWat } = await wabt();
    const text = readFileSync(new URL("rows.wat", import.meta.url), "utf8");
    const { buffer } = parseWat("rows.wat", text, { simd: true }).toBinary({});
    expect(compiled).toBe(Buffer.from(buffer).toString("base64"));
  });
});
