import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { served, type Served } from "../../gateway/store/served.suite.ts";
import { place, type Place } from "../host.suite.ts";

const canary = "canary-upstream-0123456789";
let at: Place;
let upstream: Server;
let server: Served | undefined;
const sent: (string | undefined)[] = [];
beforeEach(async () => {
  at = await place();
  await mkdir(at.host.cwd, { recursive: true });
  sent.length = 0;
  upstream = createServer(({ headers }, response) => {
    sent.push(headers.authorization);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data: [{ id: "m" }] }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  await writeFile(join(at.host.cwd, "master.key"), randomBytes(32).toString("base64"));
});
afterEach(async () => {
  await server?.end();
  upstream.close();
  await at.close();
});

const env = (): Readonly<Record<string, string>> => ({
  ANTIPHON_MASTER_KEY_FILE: join(at.host.cwd, "master.key"),
});
const store = (): string => `--store=${join(at.root, "gateway.db")}`;
const keys = (line: readonly string[], input?: string) =>
  at.antiphon(["upstream-keys", ...line, store()], input, env());

describe("antiphon upstream-keys", () => {
  it("keeps a key that serve sends to its upstream, and a new one while it runs", async () => {
    expect(await keys(["set", "main"], `${canary}\n`)).toMatchObject({ code: 0, err: "" });
    const listed = await keys(["list", "--json"]);
    expect(JSON.parse(listed.out)).toMatchObject([{ name: "main" }]);
    expect(listed.out).not.toContain(canary);
    expect((await keys(["list"])).out).toMatch(/^# Stored keys\n[^]*\| main \|/);
    const { port } = upstream.address() as AddressInfo; // it listens on a TCP port
    const config = join(at.host.cwd, "antiphon.yaml");
    const url = `http://127.0.0.1:${port}/v1`;
    await writeFile(config, `upstreams: { a: { provider: openai, url: "${url}", key: { stored: main } } }\n`);
    server = await served(
      [`--config=${config}`, store()],
      `export ANTIPHON_MASTER_KEY_FILE=${env()["ANTIPHON_MASTER_KEY_FILE"]}`,
    );
    const askWithKey = async (key: string): Promise<void> => {
      while (!sent.includes(`Bearer ${key}`)) {
        await (await fetch(`${server?.url}/v1/models`)).text();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await askWithKey(canary);
    expect(await keys(["set", "main"], "rotated")).toMatchObject({ code: 0, err: "" });
    await askWithKey("rotated");
    expect(new Set(sent)).toEqual(new Set([`Bearer ${canary}`, "Bearer rotated"]));
  });

  it.each([
    [["sett", "main"], /can't sett/],
    [["set"], /the name of a key/],
    [["list", "main"], /no name/],
    [["set", "main", canary], /Pass keys on stdin/],
    [["remove", "none"], /There is no stored key none/],
    [["set", "main"], /one word/],
  ])("%j says what is wrong", async (line, message) => {
    const { code, err } = await keys(line);
    expect(code).not.toBe(0);
    expect(err).toMatch(message);
    expect(err).not.toContain(canary);
  });

  it("says that there is no master key", async () => {
    const { err } = await at.antiphon(["upstream-keys", "set", "main", store()], "key");
    expect(err).toContain("ANTIPHON_MASTER_KEY");
  });
});
