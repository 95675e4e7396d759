/**
 * Draws docs/report.svg: the first lines of a report as a terminal shows them. The report is made here, by the command.
 * Reads the ANSI that `script` records, so it needs util-linux's `script`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "antiphon-picture-"));
const command = `stty cols 100; node ${join(root, "bin/antiphon.js")} '/api-gen Task' --yes --out=my-api`;
const recorded = execFileSync("script", ["-qec", command, "/dev/null"], {
  cwd: folder,
  encoding: "utf8",
  maxBuffer: 1 << 28,
  env: { ...process.env, TERM: "xterm-256color", XDG_STATE_HOME: join(folder, ".state") },
});
rmSync(folder, { recursive: true });

const colors: Readonly<Record<string, string>> = {
  "31": "#e06c75",
  "32": "#98c379",
  "33": "#e5c07b",
  "36": "#56b6c2",
};
const esc = String.fromCharCode(27);
const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function spans(line: string): string {
  let color = "";
  let weight = "";
  let opacity = "";
  return line
    .split(new RegExp(`(${esc}\\[[\\d;]*m)`))
    .map((part) => {
      const code = /\[(\d+)m$/.exec(part)?.[1];
      if (part.startsWith(esc)) {
        if (code === "1") weight = ' font-weight="bold"';
        else if (code === "2") opacity = ' opacity="0.6"';
        else if (code === "22") [weight, opacity] = ["", ""];
        else color = code !== undefined && colors[code] ? ` fill="${colors[code]}"` : "";
        return "";
      }
      return part === "" ? "" : `<tspan${color}${weight}${opacity}>${escape(part)}</tspan>`;
    })
    .join("");
}

const clean = recorded
  .replaceAll("\r", "")
  .replaceAll(new RegExp(`${esc}\\[[\\d;?]*[A-LN-Za-ln-z]`, "g"), "");
const lines = clean
  .slice(clean.indexOf(`${esc}[32m●`))
  .split("\n")
  .slice(0, 34);
const height = 24 + lines.length * 18;
const text = lines
  .map((line, i) => `<text x="16" y="${30 + i * 18}" xml:space="preserve">${spans(line)}</text>`)
  .join("\n");
writeFileSync(
  join(root, "docs/report.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="${height}" viewBox="0 0 860 ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13.5" fill="#d7dae0">\n<rect width="860" height="${height}" rx="8" fill="#21252b"/>\n${text}\n</svg>\n`,
);
