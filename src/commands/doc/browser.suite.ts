import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The browser that pages are looked at with, where there is one. */
export const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

/** How a page is opened: with which window, and in which folder the browser keeps what it keeps. */
export interface Opened {
  readonly profile: string;
  readonly size?: string;
}

/** The document that an address has become after its own scripts ran, in a browser without a network. */
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

/** A page that also runs a script of ours, which its own policy would forbid. */
export const scripted = (page: string, script: string): string =>
  page
    .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace("</body>", () => `<script>${script}</script></body>`);

/** A script's `say`, whose text `said` reads in what was rendered. */
export const say =
  'const say = (text) => { const out = document.createElement("output"); out.textContent = text; document.body.append(out); };';

export const said = (document: string): string =>
  (/<output>([\s\S]*?)<\/output>/.exec(document)?.[1] ?? document.slice(0, 2000))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Says what axe objects to in a page: rules and the elements that break them. */
export const axed = (): string => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const asked = `${say} addEventListener("load", () => axe.run().then(({ violations }) => say(JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])))));`;
  return `${axe.replaceAll("</script", "<\\/script")}; ${asked}`;
};
