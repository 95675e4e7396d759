import { visible } from "../lib/index.ts";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { complete } from "./complete.ts";
import { readHistory, writeHistory } from "./history.ts";
import type { Host } from "./io.ts";
import type { Answers } from "./lines.ts";
import type { Shared } from "./shared.ts";

export interface Prompted {
  execute(line: string, host: Host, signal: AbortSignal): Promise<number>;
  /** Ends the prompt and whatever runs in it. */
  readonly end: AbortSignal;
}

/** The prompt on a terminal: line editing, history, Tab; Ctrl-C cancels the line or the command, Ctrl-D exits. */
export async function terminal(host: Host, shared: Shared, { execute, end }: Prompted): Promise<void> {
  const { stdin, stdout } = process;
  const historyFile = join(host.folders.state, "history");
  let history = await readHistory(historyFile);
  let running: AbortController | undefined;
  let asking: PromiseWithResolvers<string | undefined> | undefined;
  const reader = createInterface({
    input: stdin,
    output: stdout,
    terminal: true,
    history: [...history],
    historySize: 1000,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
      void completions(line, host.cwd, shared).then((found) => done(null, found)); // oxlint-disable-line promise/no-callback-in-promise -- readline takes nothing else
    },
  });
  const question: Answers["next"] = (prompt) => {
    asking = Promise.withResolvers();
    // readline redraws the last line of a prompt; the lines above are printed once.
    const cut = prompt.lastIndexOf("\n") + 1;
    stdout.write(prompt.slice(0, cut));
    reader.setPrompt(prompt.slice(cut));
    reader.prompt();
    return asking.promise;
  };
  const ahead: string[] = [];
  reader.on("line", (line) => {
    if (asking) asking.resolve(line);
    else ahead.push(line);
    asking = undefined;
  });
  const state = { closed: false };
  reader.on("close", () => {
    state.closed = true;
    asking?.resolve(undefined);
  });
  reader.on("history", (all) => {
    if (!running) history = all;
  });
  reader.on("SIGINT", () => {
    if (running) {
      running.abort();
      stdout.write("\n");
      asking?.reject(running.signal.reason as Error);
      asking = undefined;
    } else {
      stdout.write(reader.line === "" ? "\nCtrl-D leaves.\n" : "\n");
      reader.write(null, { ctrl: true, name: "e" });
      reader.write(null, { ctrl: true, name: "u" });
      reader.prompt();
    }
  });
  end.addEventListener("abort", () => {
    running?.abort();
    reader.close();
  });
  while (!state.closed) {
    // Input typed while a command ran becomes the next line; it never answers a question.
    const line = ahead.shift() ?? (await question(status(shared, host.terminal.color)));
    if (line === undefined) break;
    if (line.trim() === "") continue;
    if (/^\/?(?:exit|quit)$/.test(line.trim())) break;
    await writeHistory(historyFile, history);
    running = new AbortController();
    const { signal } = running;
    const next: Answers["next"] = (prompt) =>
      signal.aborted || state.closed ? Promise.reject(new Error("interrupted")) : question(visible(prompt));
    await execute(line, { ...host, answers: { next } }, signal);
    running = undefined;
  }
  reader.close();
  stdout.write("\n");
}

/** The prompt shows the mode and the model. */
const status = ({ mode, settings }: Shared, color: boolean): string => {
  const text = `${mode.name} · ${settings.model}`;
  return `${color ? `\u001b[2m${text}\u001b[22m` : text} › `;
};

const completions = async (line: string, cwd: string, shared: Shared): Promise<[string[], string]> => {
  try {
    const { part, candidates } = await complete(line, {
      cwd,
      session: () => Promise.resolve(shared),
      commands: shared.commands,
    });
    return [[...candidates], part];
  } catch {
    return [[], line];
  }
};
