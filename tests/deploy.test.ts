import { readdir, readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import serve from "../src/cli/programs/serve.ts";
import { checkConfig } from "../src/config/index.ts";
import { isObject } from "../src/lib/index.ts";
import { served, type Served } from "../src/gateway/store/served.suite.ts";

const deploy = join(import.meta.dirname, "../deploy");
const read = (name: string): Promise<string> => readFile(join(deploy, name), "utf8");
const files = (await readdir(deploy, { recursive: true })).filter((name) => name.endsWith(".yaml"));

const documents = async (name: string): Promise<readonly unknown[]> =>
  parseAllDocuments(await read(name), { uniqueKeys: true }).map((document) => {
    expect(document.errors, name).toEqual([]);
    return document.toJS() as unknown;
  });

/** Returns every object that has a field, at any depth. */
function having(value: unknown, field: string): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap((item) => having(item, field));
  if (!isObject(value)) return [];
  return [
    ...(field in value ? [value] : []),
    ...Object.values(value).flatMap((inner) => having(inner, field)),
  ];
}

/** Returns the names of the metrics in an expression, without suffixes of histograms. */
const metricsIn = (text: string): readonly string[] =>
  [...text.matchAll(/antiphon_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""));

describe("what is deployed", () => {
  it("is YAML throughout", async () => {
    for (const name of files) expect((await documents(name)).length, name).toBeGreaterThan(0);
  });

  it("starts with a configuration that is right", async () => {
    expect((await checkConfig(await read("antiphon.yaml"), "antiphon.yaml")).problems).toEqual([]);
  });

  it("is started with flags that there are, and is asked at paths and ports that there are", async () => {
    const manifests = [
      ...(await documents("compose.yaml")),
      ...(await documents("kubernetes/deployment.yaml")),
      ...(await documents("kubernetes/service.yaml")),
    ];
    const starts = [...having(manifests, "command"), ...having(manifests, "args")].flatMap(
      ({ command, args }) => [command, args].filter(Array.isArray),
    );
    expect(starts.length).toBe(2);
    for (const [program, ...flags] of starts as readonly (readonly string[])[]) {
      expect(program).toBe("serve");
      for (const flag of flags) expect(Object.keys(serve.flags)).toContain(/^--([\w-]+)/.exec(flag)?.[1]);
    }
    const probes = having(manifests, "httpGet").map(({ httpGet }) => httpGet);
    expect(new Set(probes.map((probe) => (isObject(probe) ? probe["path"] : "")))).toEqual(
      new Set(["/healthz", "/readyz"]),
    );
    expect(having(manifests, "containerPort").map(({ containerPort }) => containerPort)).toEqual([4000]);
    const grace = having(manifests, "terminationGracePeriodSeconds")[0]?.["terminationGracePeriodSeconds"];
    const drain = /--drain=(\d+)/.exec(await read("kubernetes/deployment.yaml"))?.[1];
    expect(Number(grace)).toBeGreaterThan(Number(drain));
  });

  it("gets its secrets from outside", async () => {
    for (const name of files) expect(await read(name), name).not.toMatch(/sk-|password: +[^$\s]/i);
  });
});

describe("what is watched", () => {
  let folder: string;
  let server: Served;
  let present: ReadonlySet<string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-deploy-"));
    server = await served([`--store=${join(folder, "gateway.db")}`]);
    expect(await server.ask("")).toBe(200);
    present = new Set(metricsIn(await (await server.get("/metrics")).text()));
  });
  afterAll(async () => {
    await server.end();
    await rm(folder, { recursive: true });
  });

  it.each(["monitoring/alerts.yaml", "monitoring/dashboard.json", "kubernetes/scaling.yaml"])(
    "by %s are metrics that a server has",
    async (name) => {
      const [document] = await documents(name);
      const used = metricsIn(JSON.stringify(document));
      expect(used.length).toBeGreaterThan(0);
      for (const metric of used) expect(present, name).toContain(metric);
    },
  );

  it("is named by labels that the metrics have", async () => {
    const text = await (await server.get("/metrics")).text();
    for (const name of ["monitoring/alerts.yaml", "monitoring/dashboard.json"])
      for (const [, label] of JSON.stringify(await documents(name)).matchAll(/[{,] ?(\w+)=~?\\+"/g))
        if (label !== "job") expect(text, `${name}: ${label}`).toMatch(new RegExp(`[{,]${label}="`));
  });
});
