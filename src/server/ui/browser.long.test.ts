import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBodies, openGateway, type Gateway } from "../../gateway/index.ts";
import { systemClock } from "../../lib/index.ts";
import { openModel, systemOutside, type Model } from "../../models/index.ts";
import { listen, type Listening } from "../index.ts";

/** The part of playwright-core that is used. */
interface Locator {
  fill(text: string): Promise<void>;
  click(): Promise<void>;
  waitFor(): Promise<void>;
  first(): Locator;
}
interface Page {
  goto(url: string): Promise<unknown>;
  getByLabel(text: string): Locator;
  getByText(text: string): Locator;
  getByRole(role: string, options: { readonly name: string }): Locator;
  locator(selector: string): Locator;
  evaluate<T>(expression: string): Promise<T>;
  on(event: "console" | "pageerror" | "request", listener: (event: Heard) => void): void;
  context(): { newCDPSession(page: Page): Promise<{ send(method: string, body: object): Promise<unknown> }> };
}
interface Heard {
  type?(): string;
  text?(): string;
  url?(): string;
}
interface Browser {
  newPage(options: object): Promise<Page>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
const executablePath = "/usr/bin/chromium";
const missing = existsSync(executablePath) ? undefined : "there is no Chromium";
const admin = "canary-admin-0123456789";
const screens = {
  keys: "Keys",
  requests: "The limit requests_per_minute of key:key_",
  usage: "Nothing was used then.",
  limits: "Requests that they refused",
  routes: "As this instance sees them",
  errors: "No error was recorded.",
  teams: "Its limits hold",
  audit: "Changes, the latest first",
  settings: "Prices for a million tokens",
  overview: "Requests by hour",
  playground: "The same request in",
};

let folder: string;
let gateway: Gateway;
let model: Model;
let server: Listening;
let browser: Browser;
let secret: string;
let full: Awaited<ReturnType<ReturnType<Gateway["as"]>["createKey"]>>;

describe.skipIf(missing)(`the dashboard in a browser${missing ? ` (${missing})` : ""}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-browser-"));
    const bodies = await openBodies({ days: 1, place: { file: "antiphon.yaml" } });
    gateway = await openGateway({ store: join(folder, "gateway.db"), clock: systemClock, bodies });
    model = await openModel({ provider: "builtin" }, systemOutside);
    server = await listen({ model, profile: "spec", gateway, adminKeys: [admin] });
    ({ secret } = await gateway.as("t").createKey({ name: "playing", team: "search" }));
    full = await gateway.as("t").createKey({ name: "full" }, { requests_per_minute: 0 });
    for (let i = 0; i < 3; i++) expect(await status(full.secret)).toBe(429);
    await gateway.as("t").setLimits("team:search", { spend_per_day: 5_000_000, requests_per_minute: 60 });
    const { chromium } = require("playwright-core") as {
      chromium: { launch(options: object): Promise<Browser> };
    }; // the module's own type
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await server.close();
    await model.close();
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ["wide and light", 1440, "light"],
    ["wide and dark", 1440, "dark"],
    ["on a phone", 390, "light"],
    ["on a phone and dark", 390, "dark"],
  ] as const)(
    "shows every screen %s, without overflow, errors, other hosts or what axe objects to",
    async (_name, width, colorScheme) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const problems: string[] = [];
      page.on("console", (message) => {
        const text = message.text?.() ?? "";
        // The playground first requests models without a key.
        if (message.type?.() === "error" && !text.includes("401")) problems.push(text);
      });
      page.on("pageerror", (error) => void problems.push(String(error)));
      page.on("request", (request) => {
        const url = request.url?.() ?? "";
        if (!url.startsWith(server.url.origin) && !url.startsWith("data:")) problems.push(url);
      });
      await page.goto(new URL("/ui", server.url).href);
      await page.getByLabel("Admin key").fill(admin);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("heading", { name: "Keys" }).waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send("Runtime.evaluate", {
        expression: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"),
      });
      for (const [name, text] of Object.entries(screens)) {
        await page.evaluate(`location.hash = "#/${name}"`);
        await page.getByText(text).first().waitFor();
        const over = await page.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        const found = await page.evaluate<readonly unknown[]>(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))",
        );
        expect({ name, over, found }).toEqual({ name, over: 0, found: [] });
      }
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it("says of a key why its requests were refused", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(new URL("/ui", server.url).href);
    await page.getByLabel("Admin key").fill(admin);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "full" }).click();
    await page.getByText("The limit requests_per_minute of key:key_").waitFor();
    await page.evaluate(`location.hash = "#/requests?key=${full.key.id}"`);
    await page.getByText("refused × 3").waitFor();
    await page.locator("tbody button").first().click();
    await page.getByText("rate_limit_error").first().waitFor();
  }, 60_000);

  it("creates a key, whose secret it shows", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(new URL("/ui", server.url).href);
    await page.getByLabel("Admin key").fill(admin);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "New key" }).click();
    await page.locator("section form input").first().fill("<img src=x onerror=alert(1)>");
    await page.locator("section form button.main").click();
    await page.getByText("sk-antiphon-").waitFor();
    await page.getByRole("button", { name: "<img src=x onerror=alert(1)>" }).waitFor();
    expect(await page.evaluate("document.querySelectorAll('img').length")).toBe(0);
  }, 60_000);

  it("stops a request whose answer nobody sees any more", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(new URL("/ui#/playground", server.url).href);
    await page.getByLabel("Admin key").fill(admin);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.evaluate(`
      window.signals = [];
      const other = window.fetch;
      window.fetch = (url, init) =>
        url === "/v1/messages" ? new Promise(() => window.signals.push(init.signal)) : other(url, init);
    `);
    const stopped = () => page.evaluate<readonly boolean[]>("window.signals.map(({ aborted }) => aborted)");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: "builtin" }).waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    while ((await stopped()).length < 2) await page.getByRole("button", { name: "Send" }).waitFor();
    expect(await stopped()).toEqual([true, false]);
    await page.evaluate(`location.hash = "#/keys"`);
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    expect(await stopped()).toEqual([true, true]);
  }, 60_000);

  it("asks a model with a team's key, and shows what streams in", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(new URL("/ui#/playground", server.url).href);
    await page.getByLabel("Admin key").fill(admin);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByLabel("Key of a team (admin keys can't ask models)").fill(secret);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("end_turn").first().waitFor();
    expect(await gateway.as("t").requests({ limit: 1 }, {})).toMatchObject([
      { team: "search", state: "done" },
    ]);
  }, 60_000);

  /** Asks the built-in model with a key; returns the status. */
  async function status(key: string, request: object = { messages: [{ role: "user", content: "Hello" }] }) {
    const answer = await fetch(new URL("/v1/messages", server.url), {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ model: "builtin", max_tokens: 50, ...request }),
    });
    await answer.text();
    return answer.status;
  }

  /** Opens the newest request with this body on the requests page. */
  async function shownRequest(request: {
    readonly messages: readonly object[];
    readonly tools?: readonly object[];
  }) {
    expect(await status(secret, request)).toBe(200);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(new URL("/ui#/requests", server.url).href);
    await page.getByLabel("Admin key").fill(admin);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.locator("tbody button").first().click();
    return page;
  }

  it("shows the tool calls of a request whose bodies were kept, with their results", async () => {
    const tool = {
      name: "get_weather",
      description: "The weather of a city",
      input_schema: { type: "object" },
    };
    const messages = [
      { role: "user", content: "What's the weather in Oslo?" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: tool.name, input: { city: "Oslo" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "It snows <b>hard</b>." }],
      },
    ];
    const page = await shownRequest({ tools: [tool], messages });
    await page.getByText('get_weather {"city":"Oslo"}').first().waitFor();
    await page.getByText("gave It snows <b>hard</b>.").first().waitFor();
  }, 60_000);

  it("replays a recorded conversation step by step, and exports it from there", async () => {
    const messages = [
      { role: "user", content: "What's the weather in Paris?" },
      { role: "assistant", content: "It rains." },
      { role: "user", content: "And in Rome?" },
    ];
    const page = await shownRequest({ messages });
    await page.getByRole("link", { name: "Replay in the playground" }).click();
    await page.getByText("Replay: step 1 of 4").waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByText("It rains.").waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByText("And in Rome?").first().waitFor();
    await page.getByRole("button", { name: "Export from here" }).click();
    await page.getByText('"content": "And in Rome?"').waitFor();
    await page.getByLabel("Key of a team (admin keys can't ask models)").fill(secret);
    await page.getByRole("button", { name: "Ask again from here" }).click();
    await page.getByText("end_turn").first().waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await page.getByText("Replay: step 4 of 4").waitFor();
  }, 60_000);
});
