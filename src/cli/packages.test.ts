import { once } from "node:events";
import { createServer } from "node:http";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasOptional, optionalPackages, UserError, type OptionalName } from "../lib/index.ts";
import type { Io } from "./io.ts";
import { isSupplied, npmEnvironment, placeOf, supplier, supplierFor, type Installing } from "./packages.ts";

const names = Object.keys(optionalPackages) as OptionalName[];
const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));

describe("optional packages", () => {
  it.each(names)("%s is developed with the versions that are installed, and no dependency", (name) => {
    const { packages } = optionalPackages[name];
    expect(manifest.devDependencies).toMatchObject(packages);
    for (const id of Object.keys(packages)) {
      expect(Object.keys(manifest.dependencies)).not.toContain(id);
      if (id !== "@opentelemetry/api") expect(manifest.peerDependenciesMeta[id]).toEqual({ optional: true }); // bundled
    }
    expect(hasOptional(name)).toBe(true);
  });
});

describe("a package that something needs", () => {
  let folder: string;
  let count = 0;
  const questions: string[] = [];
  const notes: string[] = [];
  const installing = (more: Partial<Installing> = {}): Installing => ({
    folder,
    policy: undefined,
    yes: false,
    ask: undefined,
    note: (text) => void notes.push(text),
    signal: new AbortController().signal,
    ...more,
  });
  const answering = (answer: "y" | "n"): Installing["ask"] => ({
    choose: (question, choices) => {
      questions.push(question);
      return Promise.resolve(choices.find((choice) => choice === answer) ?? choices[0]!);
    },
  });
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "antiphon-packages-")), "data");
  });
  afterAll(() => rm(dirname(folder), { recursive: true }));
  const fresh = (): string => (folder = join(dirname(folder), String((count += 1))));

  it("is refused where nobody can be asked, with what installs it", async () => {
    fresh();
    const refused = await supplier(installing())("pglite").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(refused).toMatchObject({
      code: "package_missing",
      fix: `ANTIPHON_INSTALL=always installs @electric-sql/pglite@0.5.16 (27 MB) into ${folder}.`,
    });
  });

  it("is asked about once, and refused after a no", async () => {
    fresh();
    const supply = supplier(installing({ ask: answering("n") }));
    await expect(Promise.all([supply("ioredis"), supply("ioredis")])).rejects.toThrow(/not installed/);
    await expect(supply("ioredis")).rejects.toThrow(/not installed/);
    expect(questions).toEqual([
      `Sharing rate limits between instances needs ioredis@6.0.0 (3 MB). Install into ${folder}?`,
    ]);
  });

  it("isn't installed by a yes where the environment says never", async () => {
    fresh();
    const never = installing({ policy: "never", yes: true, ask: answering("y") });
    await expect(supplier(never)("ioredis")).rejects.toMatchObject({ fix: expect.stringMatching(/never/) });
    await expect(supplier(installing({ policy: "perhaps", yes: true }))("ioredis")).rejects.toThrow(
      "ANTIPHON_INSTALL is perhaps",
    );
  });

  /** A fake npm that writes packages, in the manifest's version or another one. */
  const npm =
    (version?: string) =>
    async (place: string): Promise<void> => {
      const { dependencies } = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
      for (const [id, range] of Object.entries(dependencies)) {
        const files = join(place, "node_modules", id);
        await mkdir(files, { recursive: true });
        const text = { name: id, version: version ?? range, type: "module", exports: "./index.js" };
        await writeFile(join(files, "package.json"), JSON.stringify(text));
        await writeFile(join(files, "index.js"), `export const there = ${JSON.stringify(id)};`);
      }
    };

  it("is installed whole, by two at once too, and found from then on", async () => {
    fresh();
    const always = installing({ policy: "always", npm: npm() });
    const places = await Promise.all([supplier(always)("ioredis"), supplier(always)("ioredis")]);
    expect(places).toEqual([placeOf(folder, "ioredis"), placeOf(folder, "ioredis")]);
    expect(await readdir(folder)).toEqual(["ioredis-6.0.0"]);
    const { load } = await import(pathToFileURL(join(places[0] ?? "", "load.mjs")).href);
    expect(await load("ioredis")).toMatchObject({ there: "ioredis" });
    const later = supplier(installing({ policy: "never", npm: () => Promise.reject(new Error("asked")) }));
    expect(await later("ioredis")).toBe(places[0]);
  });

  it("leaves nothing where npm fails, or installs something else", async () => {
    fresh();
    const failing = installing({ yes: true, npm: () => Promise.reject(new Error("no network")) });
    await expect(supplier(failing)("ioredis")).rejects.toMatchObject({
      fix: expect.stringContaining("failed: no network."),
    });
    const other = installing({ yes: true, npm: npm("6.6.6") });
    await expect(supplier(other)("ioredis")).rejects.toMatchObject({
      fix: expect.stringContaining("another version of ioredis than 6.0.0"),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it("is put in place of one of which half is gone", async () => {
    fresh();
    await mkdir(join(placeOf(folder, "ioredis"), "node_modules"), { recursive: true });
    await supplier(installing({ yes: true, npm: npm() }))("ioredis");
    expect(isSupplied(folder, "ioredis")).toBe(true);
  });

  it("isn't installed by a line that shall write nothing", async () => {
    const { ask } = {
      ask: { ...answering("y"), printing: false, edit: () => Promise.resolve("") } as Io["ask"],
    };
    const line = {
      env: {},
      err: () => undefined,
      folders: { settings: fresh(), state: folder, data: folder },
      globals: { yes: true, dryRun: true },
      signal: new AbortController().signal,
      terminal: { input: true },
    } as unknown as Io; // the part that is used
    await expect(supplierFor(line, ask)("ioredis")).rejects.toMatchObject({ code: "package_missing" });
  });

  it("comes from the registry of the user's npm, whatever an npx above asks for, and an interruption ends it", async () => {
    fresh();
    const controller = new AbortController();
    const requested = Promise.withResolvers<string>();
    const server = createServer(({ url = "" }) => {
      requested.resolve(url); // and never answers
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    vi.stubEnv("npm_config_registry", `http://127.0.0.1:${port}/`);
    vi.stubEnv("npm_config_cache", join(folder, "cache"));
    vi.stubEnv("npm_config_workspaces", "true");
    vi.stubEnv("npm_config_package_lock_only", "true");
    try {
      const place = supplier(installing({ yes: true, signal: controller.signal }))("ioredis");
      expect(await Promise.race([requested.promise, place])).toBe("/ioredis");
      controller.abort(new Error("interrupted"));
      await expect(place).rejects.toThrow("interrupted");
      expect((await readdir(folder)).filter((name) => name !== "cache")).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      server.closeAllConnections();
      server.close();
    }
  });

  it("is installed by no program of a project", () => {
    const PATH = "/shop/node_modules/.bin:node_modules/.bin:bin::/usr/bin";
    const env = {
      PATH,
      npm_config_registry: "http://a",
      npm_config_workspace: "b",
      "npm_config_//a/:_auth": "c",
    };
    expect(npmEnvironment({ ...env, HTTP_PROXY: "d" })).toEqual({
      PATH: "/usr/bin",
      npm_config_registry: "http://a",
      "npm_config_//a/:_auth": "c",
      HTTP_PROXY: "d",
    });
  });

  it("takes nothing that was interrupted for installed, and removes it an hour later", async () => {
    fresh();
    const [old, young] = [join(folder, ".new-old"), join(folder, ".new-young")];
    for (const place of [old, young]) await mkdir(place, { recursive: true });
    await utimes(old, 0, 0);
    expect(isSupplied(folder, "ioredis")).toBe(false);
    await supplier(installing({ yes: true, npm: npm() }))("ioredis");
    expect((await readdir(folder)).toSorted()).toEqual([".new-young", "ioredis-6.0.0"]);
  });
});
