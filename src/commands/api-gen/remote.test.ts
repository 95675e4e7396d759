import { describe, expect, it } from "vitest";
import type { Got } from "../../tools/index.ts";
import { remoteReader } from "./remote.ts";

const idle = new AbortController().signal;
const ok = (text: string): Got => ({ status: 200, type: "application/yaml", text });
const moved = (location: string): Got => ({ status: 302, type: "", text: "secret", location });

describe("what a specification refers to on other hosts", () => {
  it.each([
    "http://example.com/a.yaml",
    "https://127.0.0.1/a.yaml",
    "https://[::1]/a.yaml",
    "https://[::ffff:10.0.0.1]/a.yaml",
    "https://169.254.169.254/latest/meta-data",
    "https://192.168.1.1/a",
    "https://2130706433/a",
    "https://localhost/a",
    "https://user:word@example.com/a",
    "file:///etc/passwd",
  ])("refuses %s without asking it", async (address) => {
    await expect(remoteReader(idle)(address)).rejects.toMatchObject({ name: "UserError" });
  });

  it("follows a redirect, and checks where it leads like the first address", async () => {
    const addresses: string[] = [];
    const pages: Readonly<Record<string, Got>> = {
      "https://a.example/spec": moved("/real.yaml"),
      "https://a.example/real.yaml": ok("openapi: 3.0.0"),
    };
    const read = remoteReader(idle, (address) => {
      addresses.push(address);
      return Promise.resolve(pages[address] ?? { status: 404, type: "", text: "secret" });
    });
    expect(await read("https://a.example/spec")).toBe("openapi: 3.0.0");
    expect(addresses).toEqual(["https://a.example/spec", "https://a.example/real.yaml"]);
    await expect(read("https://a.example/none")).rejects.toMatchObject({ message: "it answers 404" });
  });

  it.each([["https://10.0.0.1/x"], ["http://a.example/x"], ["https://[fe80::1]/x"]])(
    "refuses a redirect to %s",
    async (location) => {
      const { get } = await import("../../tools/index.ts");
      const read = remoteReader(idle, (address, signal) =>
        address === "https://a.example/" ? Promise.resolve(moved(location)) : get(address, signal),
      );
      const failure = await read("https://a.example/").catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "UserError" });
      expect(String(failure)).not.toContain("secret");
    },
  );

  it("ends: with redirects in a circle, too many addresses, too much text", async () => {
    const circle = remoteReader(idle, () => Promise.resolve(moved("https://a.example/")));
    await expect(circle("https://a.example/")).rejects.toMatchObject({
      message: expect.stringContaining("more than 3 times"),
    });
    const many = remoteReader(idle, () => Promise.resolve(ok("")));
    for (let i = 0; i < 100; i++) await many(`https://a.example/${i}`);
    await expect(many("https://a.example/100")).rejects.toMatchObject({
      message: expect.stringContaining("more than 100 addresses"),
    });
    const large = remoteReader(idle, () => Promise.resolve(ok("x".repeat(4_000_000))));
    for (let i = 0; i < 5; i++) await large("https://a.example/");
    await expect(large("https://a.example/")).rejects.toMatchObject({
      message: expect.stringContaining("too large"),
    });
  });
});
