import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The path of a browser for looking at pages, if one is installed. */
export const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

/** How a page is opened: window size, and the browser's profile folder. */
export interface Opened {
  readonly profile: string;
  readonly size?: string;
}

/** Returns the DOM of an address after its scripts ran, in a browser without network access. */
export const rendered = (address: string, { profile, size = "1200,900" }: Opened): string =>
  execFileSync(
    chromium ?? "",
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      `--user-data-dir=${profile}`,
      `--window-size=${size}`,
      "--virtual-time-budget=15000",
      "--dump-dom",
      address,
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 },
  );

/** Adds a script to a page whose own policy would forbid it. */
export const scripted = (page: string, script: string): string =>
  page
    .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace("</body>", () => `<script>${script}</script></body>`);

/** Defines `say` for scripts; `documentText` reads their text from the rendered page. */
export const say =
  'const say = (text) => { const out = document.createElement("output"); out.textContent = text; document.body.append(out); };';

export const documentText = (document: string): string =>
  (/<output>([\s\S]*?)<\/output>/.exec(document)?.[1] ?? document.slice(0, 2000))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** A script that reports axe's violations in a page: rules and the elements that break them. */
export const axed = (): string => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const axeScript = `${say} addEventListener("load", () => axe.run().then(({ violations }) => say(JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])))));`;
  return `${axe.replaceAll("</script", "<\\/script")}; ${axeScript}`;
};
