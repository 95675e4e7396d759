import { stripVTControlCharacters } from "node:util";
import { shellWord } from "../lib/index.ts";
import type { CommandRun } from "../workspace/index.ts";

/** Formats the first 300 characters of untrusted text as inline code that can't affect the document. */
export function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim().slice(0, 300) || " ";
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return longest ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** Escapes untrusted text as plain words in a document. */
export const escaped = (text: string): string =>
  text.replaceAll(/[<>[\]*`_|\\]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");

const mostLines = 40;

/** What is before the message of an error where it is printed with its name. */
const errorName = /^(?:Uncaught )?\w*Error(?: \[\w+\])?: /;
const ownFrame =
  /^at .*(?:\(?node:|\(<anonymous>|node_modules)|^at (?:async )?Promise\.all|^(?:code: 'ERR_|failureType: |generatedMessage: |diff: ')/;

/**
 * Returns up to 40 lines of a message, without colours, the runner's own stack frames, and what comes before a stack
 * that begins with the same text.
 */
export function shortened(message: string): string {
  const all = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !ownFrame.test(line.trim()));
  const texts = all.map((line) => line.trim().replace(errorName, ""));
  const again = all.findIndex(
    (line, i) =>
      i > 0 &&
      i <= mostLines &&
      (errorName.test(line.trim()) || /^\s*at /.test(all[2 * i] ?? "")) &&
      texts.slice(0, i).every((text, j) => text === texts[i + j]),
  );
  const lines = again > 0 ? all.slice(again) : all;
  return [
    ...lines.slice(0, mostLines).map((line) => line.slice(0, 500)),
    ...(lines.length > mostLines ? [`… ${lines.length - mostLines} more lines`] : []),
  ].join("\n");
}

/** The command line for a person, without options for machine-readable reports. */
export function byHand({ command, folder, projectPath }: CommandRun): string {
  const words: string[] = [];
  const start = command[0] === "env" ? command.findIndex((word, i) => i > 0 && !/^\w+=/.test(word)) : 0;
  const ownWords = ownDrivers(command.slice(start));
  for (let i = 0; i < ownWords.length; i++) {
    const word = ownWords[i] ?? "";
    if (
      /^--(?:reporter(?:-option)?|log-junit|out)$/.test(word) ||
      (word === "-o" && ownWords[i + 1]?.startsWith("junit_"))
    )
      i++;
    else if (word === "-p" && ownWords[i + 1] === "no:cacheprovider") i++;
    else if (/^--(?:output-)?format$/.test(word) && ownWords[i + 1] === "json") i++;
    else if (!machine.test(word)) words.push(shellWord(word));
  }
  const isNpx = projectPath?.endsWith("node_modules/.bin") === true;
  // Without the path in the virtual environment, another Python would run.
  if (projectPath && !isNpx) words[0] = `${projectPath}/${words[0] ?? ""}`;
  const npx = isNpx ? ["npx"] : [];
  const set = command.slice(1, start).map(shellWord);
  return [...(folder === "." ? [] : [`cd ${shellWord(folder)} &&`]), ...set, ...npx, ...words].join(" ");
}

/** Options that only request machine-readable output. */
const machine =
  /\{reports?\}|^--(?:test-)?reporter(?:-destination)?=|^--?json$|^--(?:passWithNoTests|listFiles)$|^--(?:includeTaskLocation|testLocationInResults|coverage(?:\.reporter|Reporters)=json)$/;

/** Replaces a script passed to Python on stdin with a module that does the same. */
function ownDrivers(command: readonly string[]): readonly string[] {
  const [python = "", dash, first, ...rest] = command;
  if (python === "bash" && dash === "-s") return command.slice(4); // a build, whose reports are collected
  if (dash !== "-") return command;
  if (first === "{reports}/coverage.json")
    return [python, "-m", "coverage", "run", "--branch", ...ownDrivers(["", ...rest]).slice(1)];
  return [python, "-m", "unittest", ...rest.map((word) => word.split("::")[0] ?? "").filter(Boolean)];
}
