import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpec } from "../../src/api/index.ts";
import { choose, clients, generateServer } from "../../src/generate/index.ts";
import { documentOf, versions } from "./document.ts";
import { record, requestOf, written } from "./recorder.ts";
import { table, type Row } from "./rows.ts";

const isBody = ({ place }: Row): boolean => place === "form" || place === "multipart" || place === "json";

const given = (row: Row): object => {
  if (row.place === "json") return { body: row.value };
  if (row.place === "part") return { body: { file: "x" }, fileColor: row.value };
  return isBody(row) ? { body: { color: row.value } } : { color: row.value };
};

describe.each(versions)("bytes of parameters and bodies, OpenAPI %s", (version) => {
  const own = table.filter((row) => row.version === version);
  const folder = mkdtempSync(join(tmpdir(), "antiphon-wire-"));
  let recorder: Awaited<ReturnType<typeof record>>;
  // This test writes these modules; they have the shape of every generated client and server.
  let client: Record<string, (client: unknown, params: object) => Promise<unknown>>;
  let createClient: (options: object) => unknown;
  let routes: Record<string, { readonly path: string }>;
  let parameters: Record<string, (...values: readonly unknown[]) => never>;
  let body: Record<
    string,
    (...values: readonly unknown[]) => Promise<{ body: unknown; fileColor?: unknown } | undefined>
  >;

  const load = (path: string): Promise<never> =>
    import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href) as Promise<never>;

  beforeAll(async () => {
    const text = JSON.stringify(documentOf(version));
    const { spec, warnings } = await readSpec("wire.json", () => Promise.resolve(text));
    expect(warnings.filter(({ broken }) => broken)).toEqual([]);
    const variant = choose({ framework: "express", database: "postgres", testFramework: "vitest" });
    const options = { name: "wire", previous: undefined, project: undefined, auth: false } as const;
    const server = await generateServer(spec, variant, options);
    const sdk = await clients.load("typescript");
    for (const [home, files] of [
      ["client", sdk.files(spec)],
      ["server", server.files],
    ] as const)
      for (const file of files) {
        mkdirSync(dirname(join(folder, home, file.path)), { recursive: true });
        writeFileSync(join(folder, home, file.path), file.text);
      }
    execFileSync("tsc", ["-p", join(folder, "client")], { stdio: "pipe" });
    recorder = await record();
    ({ createClient } = await load("client/dist/client.js"));
    client = await load("client/dist/operations.js");
    const groups = new Set(server.files.flatMap(({ path }) => /^src\/routes\/row\d+\.ts$/.exec(path) ?? []));
    routes = Object.assign({}, ...(await Promise.all([...groups].map((path) => load(`server/${path}`)))));
    parameters = await load("server/src/http/parameters.ts");
    body = await load("server/src/http/body.ts");
  });

  afterAll(() => {
    recorder.server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(own.filter(({ only }) => only !== "read"))(
    "$id is written as $wire ($place: $rule)",
    async (row) => {
      const operation = client[row.id];
      await operation?.(createClient({ baseUrl: recorder.url, retries: 0 }), given(row));
      const request = recorder.seen.at(-1);
      expect(request && written(row, request)).toEqual(row.wire);
    },
  );

  it.each(own.filter(({ only }) => only !== "written"))(
    "$id is read from $wire ($place: $rule)",
    async (row) => {
      const route = routes[`${row.id}Route`];
      if (!route) throw new Error(`no route ${row.id}`);
      const { target, headers, body: bytes } = requestOf(row);
      const issues: unknown[] = [];
      const parts = parameters["partsOf"]?.(target, headers) as { readonly path: string } | undefined;
      const captured = (
        parameters["pathReader"]?.(route.path, "") as ((path: string) => unknown) | undefined
      )?.(parts?.path ?? "");
      const input: { color?: unknown } =
        parameters["readParameters"]?.(route, parts, { captured, issues }) ?? {};
      const request = Object.assign(Readable.from([Buffer.from(bytes)]), { headers });
      const whole = await body["readBody"]?.(route, request, issues);
      const read = isBody(row) ? whole?.body : row.place === "part" ? whole?.fileColor : input.color;
      const wanted = row.place === "json" || !isBody(row) ? row.value : { color: row.value };
      expect({ issues, read }).toEqual({ issues: [], read: wanted });
    },
  );
});
