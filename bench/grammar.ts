/**
 * Compares our mask with the JSON grammar of node-llama-cpp, on random weights, in one run:
 * `npx node bench/grammar.ts DATA PEER [--schemas=N]`. DATA contains schemas/, PEER is a folder with node-llama-cpp in
 * its node_modules. Prints a Markdown table: supported schemas, valid outputs, processor milliseconds per token.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { TokenWriter } from "../src/models/gguf/token-writer.ts";
import type { PeerLlama, PeerModel, PeerSequence } from "../src/models/gguf/peer.ts";
import { chance, writeTiny } from "../src/models/gguf/tiny.suite.ts";
import { readTokens, type Tokens } from "../src/models/gguf/vocabulary.ts";
import { writeJson } from "../src/models/gguf/input.ts";
import { publicSchemas, type Named } from "../src/models/accepted.suite.ts";
import { compile, constrain } from "../src/schema/index.ts";
import { flag, words } from "./words.ts";

/** The parts of node-llama-cpp that only this bench uses. */
interface Llama extends PeerLlama {
  createGrammarForJsonSchema(schema: object): Promise<object>;
}
interface Package {
  getLlama(options: object): Promise<Llama>;
  readonly LlamaGrammarEvaluationState: new (options: object) => object;
}
type Sequence = PeerSequence & {
  evaluate(tokens: readonly number[], options: object): AsyncIterable<number>;
};

const [data = "", peer = ""] = words;
const most = Number(flag("schemas") ?? 60);
const room = 300;
const where = createRequire(join(resolve(peer), "package.json")).resolve("node-llama-cpp");
const { getLlama, LlamaGrammarEvaluationState } = (await import(pathToFileURL(where).href)) as Package; // its own types aren't available here
const logger = (): undefined => undefined;
const llama = await getLlama({ gpu: false, build: "never", skipDownload: true, progressLogs: false, logger });
const folder = await mkdtemp(join(tmpdir(), "antiphon-grammar-"));

/** A model with random weights and this vocabulary size. */
interface Setting {
  readonly sequence: Sequence;
  readonly model: PeerModel;
  readonly tokens: Tokens;
  readonly prompt: readonly number[];
}
async function setting(size: number): Promise<Setting> {
  const path = join(folder, `tiny-${size}.gguf`);
  await writeTiny(path, { size });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize: 1024, sequences: 1, threads: 1 });
  const sequence = context.getSequence() as Sequence; // only used by this bench
  const tokens = readTokens(model.fileInfo.metadata);
  return { sequence, model, tokens, prompt: model.tokenize("<|im_start|>assistant\n", true) };
}

interface Score {
  supported: number;
  valid: number;
  invalid: number;
  unfinished: number;
  written: number;
  time: number;
}
const score = (): Score => ({ supported: 0, valid: 0, invalid: 0, unfinished: 0, written: 0, time: 0 });

type Way = (
  named: Named,
  at: Setting,
) => Promise<{ readonly text: string | undefined; readonly written: number }>;
const ours: Way = async ({ schema }, { sequence, model, tokens, prompt }) => {
  const constraint = constrain(schema);
  const sampling = { temperature: 1, topP: 1, topK: 256, random: chance(5) };
  const tokenize = (text: string): readonly number[] => model.tokenize(text, false);
  const signal = new AbortController().signal;
  const pen = new TokenWriter({ sequence, tokenize, sampling, signal, most: room }, prompt);
  const text = await writeJson(pen, constraint, tokens);
  return { text, written: pen.written };
};

const theirs: Way = async ({ schema }, { sequence, model, tokens, prompt }) => {
  const grammar = await llama.createGrammarForJsonSchema(schema);
  const state = new LlamaGrammarEvaluationState({ model, grammar });
  const options = { temperature: 1, topK: 256, topP: 1, seed: 5, grammarEvaluationState: state };
  const said: Uint8Array[] = [];
  for await (const token of sequence.evaluate(prompt, options)) {
    said.push(tokens.bytes[token] ?? new Uint8Array());
    if (said.length >= room) return { text: undefined, written: room };
  }
  return { text: Buffer.concat(said).toString(), written: said.length };
};

async function run(
  named: Named,
  { way, at }: { readonly way: Way; readonly at: Setting },
  to: Score,
): Promise<void> {
  await at.sequence.eraseContextTokenRanges([{ start: 0, end: at.sequence.nextTokenIndex }]);
  const before = process.cpuUsage();
  let result: Awaited<ReturnType<Way>>;
  try {
    result = await way(named, at);
  } catch {
    return; // the schema is refused
  }
  const { user, system } = process.cpuUsage(before);
  to.time += (user + system) / 1000;
  to.supported++;
  to.written += result.written;
  if (result.text === undefined) to.unfinished++;
  else if (fits(named, result.text)) to.valid++;
  else to.invalid++;
}

function fits({ schema }: Named, text: string): boolean {
  try {
    return compile(schema).fits(JSON.parse(text));
  } catch {
    return false; // not JSON
  }
}

const all = await publicSchemas(join(data, "schemas"));
const random = chance(2);
const some = all.map((named) => ({ named, at: random() })).sort((a, b) => a.at - b.at);
for (const [size, part] of [
  [0, most],
  [50_000, Math.ceil(most / 6)],
] as const) {
  const at = await setting(size);
  const scores = { antiphon: score(), "node-llama-cpp's grammar": score() };
  for (const { named } of some.slice(0, part)) {
    await run(named, { way: ours, at }, scores.antiphon);
    await run(named, { way: theirs, at }, scores["node-llama-cpp's grammar"]);
  }
  console.log(
    `\n| ${Math.min(part, some.length)} public schemas, one output each, ${at.tokens.size} tokens | supported | valid | invalid | no end in ${room} tokens | processor ms a token |`,
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const [name, { supported, valid, invalid, unfinished, written, time }] of Object.entries(scores))
    console.log(
      `| ${[name, supported, valid, invalid, unfinished, (time / written).toFixed(2)].join(" | ")} |`,
    );
  await at.model.dispose();
}
await rm(folder, { recursive: true });
process.exit();
