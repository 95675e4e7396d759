import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionFromYaml, htmlPolicy, toHtml, toOpenApi, withBearer, withEtags } from "../index.ts";

/** The part of playwright-core that is used. */
interface Locator {
  fill(text: string): Promise<void>;
  click(): Promise<void>;
  textContent(): Promise<string | null>;
  getByLabel(text: string): Locator;
  getByRole(role: string, options: { readonly name: string }): Locator;
  getByText(text: string): Locator;
  waitFor(): Promise<void>;
  locator(selector: string): Locator;
}
interface Page extends Locator {
  goto(url: string): Promise<unknown>;
  on(event: "console" | "pageerror", listener: (event: { text?(): string }) => void): void;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const api = withBearer(
  withEtags(
    definitionFromYaml(
      "resources: { Task: { fields: { title: string required, done: boolean } } }",
      "a.yaml",
    ),
  ),
);

/** Requests to the server, one line each. */
const requests: string[] = [];
let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const [, path] = /^(?:\/shop\/v2)?(\/(?:docs\/?|openapi\.json))$/.exec(request.url ?? "") ?? [];
    if (path?.startsWith("/docs")) {
      response.setHeader("content-security-policy", htmlPolicy).setHeader("content-type", "text/html");
      response.end(toHtml(api));
    } else if (path) response.end(JSON.stringify(toOpenApi(api)));
    else {
      const { authorization = "", "if-match": match = "" } = request.headers;
      requests.push([request.method, request.url, authorization, match, await text(request)].join(" "));
      response.setHeader("etag", '"2"').end(JSON.stringify({ title: "<img src=x onerror=alert(1)>" }));
    }
  }).listen(0, "127.0.0.1");
  if (!existsSync(executablePath)) return;
  const { chromium } = createRequire(import.meta.url)("playwright-core") as {
    chromium: { launch(options: object): Promise<Browser> };
  }; // its own types need those of a browser
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

afterAll(async () => {
  await browser?.close();
  server.close();
});

describe.skipIf(!existsSync(executablePath))("the page of an API", () => {
  it.each([
    { where: "at the root", place: "/docs", prefix: "" },
    { where: "behind a proxy, below a prefix", place: "/shop/v2/docs", prefix: "/shop/v2" },
    { where: "below a prefix, with a slash at the end", place: "/shop/v2/docs/", prefix: "/shop/v2" },
  ])("sends what its reader fills in, and shows the answer as text: $where", async ({ place, prefix }) => {
    requests.length = 0;
    const faults: string[] = [];
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(message.text?.() ?? ""));
    page.on("pageerror", (error) => faults.push(String(error)));
    const { port } = server.address() as AddressInfo; // it listens on a port
    await page.goto(`http://127.0.0.1:${port}${place}#patchTask`);
    const endpoint = page.locator("#patchTask");
    await endpoint.getByRole("button", { name: "Try it" }).click();
    await endpoint.getByLabel("id (path)").fill("a/b");
    await endpoint.getByLabel("If-Match (header)").fill('"1"');
    await endpoint.getByLabel("Bearer token").fill("secret");
    await endpoint.getByLabel("Body (application/json)").fill('{"done":true}');
    await endpoint.getByRole("button", { name: "Send PATCH" }).click();
    await endpoint.getByText("200 OK").waitFor();
    expect(requests).toEqual([`PATCH ${prefix}/api/tasks/a%2Fb Bearer secret "1" {"done":true}`]);
    const answerText = await endpoint.locator("pre[role=status]").textContent();
    expect(answerText).toContain('etag: "2"');
    expect(answerText).toContain('"title": "<img src=x onerror=alert(1)>"');
    expect(faults).toEqual([]);
  });
});
