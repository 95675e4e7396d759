import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Spec, TestRequest } from "../../src/api/index.ts";
import { installAll } from "./harness.ts";
import { pythonPrograms } from "./venv.ts";
import {
  clientOf,
  memberOf,
  plans,
  run,
  runPython,
  serverOf,
  specOf,
  type Api,
  type Running,
} from "./specification.ts";

type Made = Readonly<Record<string, unknown>>;

/** Client and server of one specification, talking: each operation, answered as the document says. */
export function talking(file: string, framework = "express"): void {
  describe(`${file} on ${framework}`, () => {
    let server: Running;
    let api: Api;
    let client: unknown;
    let base = "";
    let spec: Spec;

    beforeAll(async () => {
      spec = await specOf(file);
      const made = await serverOf(spec, framework);
      const started =
        framework === "fastapi"
          ? runPython(made.files, await pythonPrograms())
          : framework === "express"
            ? run(made.files)
            : run(made.files, await installAll());
      [server, api] = await Promise.all([started, clientOf(spec)]);
      base = String((made.document["servers"] as readonly { readonly url: string }[])[0]?.url); // ours has one
      const auth = Object.fromEntries(
        Object.entries(spec.securitySchemes).map(([name, scheme]) => [
          name,
          scheme.type === "http" && scheme.scheme === "basic"
            ? { username: "good", password: "good" }
            : "good",
        ]),
      );
      const create = api["createClient"] as unknown as (options: object) => unknown; // of the client's own
      client = create({ baseUrl: server.url + base.replace(/\/$/, ""), auth, retries: 0 });
    }, 240_000);
    afterAll(() => server?.stop());

    /** Sends what must be there before; every credential goes along in every place. */
    const send = async (request: TestRequest, earlier: readonly Made[]): Promise<Made> => {
      const path = request.path.map((piece) =>
        typeof piece === "string"
          ? piece
          : encodeURIComponent(String(memberOf(earlier[piece.request], piece.member))),
      );
      const headers: Record<string, string> = { ...request.headers, authorization: "Bearer good" };
      for (const scheme of Object.values(spec.securitySchemes)) {
        if (scheme.type === "apiKey" && scheme.in === "header") headers[scheme.name] = "good";
        if (scheme.type === "http" && scheme.scheme === "basic")
          headers["authorization"] = `Basic ${btoa("good:good")}`;
      }
      const body = request.body && "json" in request.body ? request.body : undefined;
      const form = request.body && "form" in request.body ? request.body : undefined;
      if (body ?? form) headers["content-type"] = (body ?? form)?.type ?? "";
      const response = await fetch(server.url + base.replace(/\/$/, "") + path.join(""), {
        method: request.method,
        headers,
        ...(body ? { body: JSON.stringify(body.json) } : {}),
        ...(form
          ? {
              body: new URLSearchParams(
                Object.fromEntries(Object.entries(form.form).map(([name, value]) => [name, String(value)])),
              ).toString(),
            }
          : {}),
      });
      expect(response.status, `${request.method} ${path.join("")}`).toBeLessThan(300);
      return (await response.json()) as Made;
    };

    it("answers every operation as it is described", async () => {
      const planned = plans(spec);
      expect(planned.length).toBeGreaterThan(0);
      for (const { operationId, name, status, before, input } of planned) {
        await server.empty();
        const earlier: Made[] = [];
        for (const request of before) earlier.push(await send(request, earlier));
        const call = api[name];
        if (!call) throw new Error(`no function for ${operationId}`);
        const result = await call(client, input(earlier));
        expect(result.status, `${operationId}: ${JSON.stringify(result.data)}`).toBe(status);
        if (status < 300)
          expect(result.kind, `${operationId}: ${JSON.stringify(result)}`).not.toBe("unexpected");
      }
      expect(server.errors()).toBe("");
    });

    it("tells whoever has no credentials in which ways they are taken", async () => {
      const ways = { http: { basic: "Basic ", bearer: "Bearer" }, apiKey: "ApiKey", oauth2: "Bearer" };
      for (const { path, method, security } of spec.operations) {
        const [only, ...others] = security;
        const [name = "", ...more] = Object.keys(only ?? {});
        const scheme = spec.securitySchemes[name];
        if (path.includes("{") || others.length || more.length || !scheme) continue;
        const way =
          scheme.type === "http" ? Reflect.get(ways.http, scheme.scheme) : Reflect.get(ways, scheme.type);
        if (way === undefined) continue;
        const url = server.url + base.replace(/\/$/, "") + encodeURI(path);
        const { status, headers } = await fetch(url, { method });
        expect(status, `${method} ${path}`).toBe(401);
        expect(headers.get("www-authenticate"), `${method} ${path}`).toMatch(new RegExp(`^${String(way)}`));
      }
    });

    it("answers health checks of HTTP 1.0, which name no host, as others", async () => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname).setEncoding("utf8");
      socket.end("GET /healthz HTTP/1.0\r\n\r\n");
      const [status] = (await socket.toArray()).join("").split("\r\n");
      expect(status).toContain(` ${(await fetch(`${server.url}/healthz`)).status} `);
    });

    it("answers a method that a path does not have with 405, and those that it has", async () => {
      const paths = new Map<string, Set<string>>();
      for (const { path, method } of spec.operations) {
        if (path.includes("{")) continue;
        paths.set(path, (paths.get(path) ?? new Set()).add(method.toUpperCase()));
      }
      for (const [path, methods] of paths) {
        for (const other of ["DELETE", "PATCH", "PUT", "PROPFIND", "QUERY"].filter(
          (one) => !methods.has(one),
        )) {
          const { status, headers } = await fetch(server.url + base.replace(/\/$/, "") + encodeURI(path), {
            method: other,
          });
          expect(status, `${other} ${path}`).toBe(405);
          const allowed = headers.get("allow")?.split(", ") ?? [];
          expect(allowed.filter((one) => one !== "HEAD" || methods.has("HEAD"))).toEqual(
            [...methods].toSorted(),
          );
        }
      }
    });
  });
}
