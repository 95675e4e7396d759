import { spawnSync } from "node:child_process";
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

describe("the chart", () => {
  const isMissing = spawnSync("helm", ["version"]).status !== 0;
  const manifests = async (): Promise<readonly unknown[]> => {
    const resources = having(await documents("kustomization.yaml"), "resources")[0]?.[
      "resources"
    ] as string[]; // a list of paths
    return (await Promise.all(resources.map(documents))).flat();
  };
  const kindsOf = (all: readonly unknown[]) =>
    having(all, "kind").flatMap((each) => ("metadata" in each ? [each["kind"]] : []));
  const rendered = (...flags: readonly string[]): readonly unknown[] => {
    const { stdout, stderr, status } = spawnSync("helm", ["template", "antiphon", deploy, ...flags], {
      encoding: "utf8",
    });
    expect(stderr.replaceAll(/WARNING.*\n/g, "")).toBe("");
    expect(status).toBe(0);
    return parseAllDocuments(stdout).map((document) => document.toJS() as unknown);
  };

  it("is made from the manifests of kubectl, which are packed with it, and takes values that it has", async () => {
    const template = await read("templates/manifests.tpl");
    const paths = [...template.matchAll(/"([\w/-]+\.yaml)"/g)].map(([, path]) => path);
    const [kustomization] = await documents("kustomization.yaml");
    expect(paths).toEqual([
      ...(having(kustomization, "resources")[0]!["resources"] as string[]),
      "antiphon.yaml",
    ]);
    const ignored = (await read(".helmignore")).trim().split("\n");
    expect(ignored).toContain(".env");
    for (const path of paths) for (const each of ignored) expect(path?.startsWith(each)).toBe(false);
    const [values] = await documents("values.yaml");
    for (const [, name] of template.matchAll(/\$?\.Values\.(\w+)/g))
      expect(values).toHaveProperty(name ?? "");
    expect(Object.keys(having(values, "manifests")[0]!["manifests"] as object)).toEqual(
      kindsOf(await manifests()),
    );
    expect(JSON.stringify(await manifests())).toContain("--allow-host="); // where the template adds hosts
  });

  it.skipIf(isMissing)(
    "renders them unchanged without values, and as the values say otherwise (helm)",
    async () => {
      const byKind = (all: readonly unknown[]) =>
        Object.fromEntries(all.map((each) => [isObject(each) ? each["kind"] : "", each]));
      const data = { "antiphon.yaml": await read("antiphon.yaml") };
      const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "antiphon" }, data };
      expect(byKind(rendered())).toEqual(byKind([...(await manifests()), map]));
      const text = JSON.stringify(
        rendered(
          "--set=image=registry.example/antiphon:1,hosts={a.example.org,b.example.org},args={--no-threads}",
          "--set=manifests.HorizontalPodAutoscaler.spec.maxReplicas=50",
          "--set=config=upstreams: {}",
        ),
      );
      for (const part of [
        '"--allow-host=antiphon,a.example.org,b.example.org","--no-threads"]',
        '"image":"registry.example/antiphon:1"',
        '"maxReplicas":50',
        '"antiphon.yaml":"upstreams: {}"',
      ])
        expect(text).toContain(part);
    },
  );
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
