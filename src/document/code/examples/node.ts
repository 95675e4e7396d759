import { posix } from "node:path";
import type { Entry, Modules } from "./modules.ts";
import type { Found } from "./setup.ts";
import { longestTry } from "./verdict.ts";

const entryOf = (test: string, place: number): string =>
  posix.join(posix.dirname(test), `.antiphon-${place}.mjs`);

/** Returns one module per example, placed next to its test, that imports what the example uses as the test does. */
export const entriesOf = (list: readonly Found[]): readonly Entry[] =>
  list.map(({ test, uses }, place) => {
    const from = [...new Set(uses.map((item) => item.from))];
    return {
      path: entryOf(test, place),
      text: [
        ...from.map((name, index) => `import * as from${index} from ${JSON.stringify(name)};`),
        `export default { ${from.map((name, index) => `${JSON.stringify(name)}: from${index}`).join(", ")} };`,
      ].join("\n"),
    };
  });

/** Returns a script that loads what each example uses, compares the result, and prints a line per example. */
export function nodeScript(list: readonly Found[], { sources, links, broken }: Modules): string {
  const tries = list.map(({ test, uses, shown: { call, value, loose, throws, awaited } }, place) => {
    const entry = entryOf(test, place);
    return { place, entry, uses, call, value, loose, throws, awaited, why: broken.get(entry) };
  });
  return `const given = ${JSON.stringify({ tries, sources: [...sources], links: [...links].map(([path, link]) => [path, [...link]]) })};
${script}`;
}

const script = `import { inspect, isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { registerHooks } from "node:module";
const at = (path) => pathToFileURL(resolve(path)).href;
const sources = new Map(given.sources.map(([path, source]) => [at(path), source]));
const links = new Map(given.links.map(([path, own]) => [at(path), new Map(own.map(([name, to]) => [name, at(to)]))]));
registerHooks({
  resolve(name, context, next) {
    const url = links.get(context.parentURL)?.get(name) ?? name;
    return sources.has(url) ? { url, format: "module", shortCircuit: true } : next(url, context);
  },
  load: (url, context, next) =>
    sources.has(url) ? { format: "module", source: sources.get(url), shortCircuit: true } : next(url, context),
});
const print = console.log.bind(console);
const say = (told) => print("antiphon-example " + JSON.stringify(told));
const here = at(".") + "/";
const without = (text) => text.replaceAll(here, "").replaceAll(process.cwd() + "/", "").split("\\n")[0];
const whole = (module) => ("module.exports" in module ? module["module.exports"] : module);
const take = (module, name) => {
  const all = whole(module);
  if (name === "*") return all;
  if (name === "default") return all === module || all?.__esModule ? all.default : all;
  return module[name] ?? all?.[name] ?? module.default?.[name];
};
const printed = (result) => {
  const prints = inspect(result, { breakLength: Infinity, depth: 4 });
  return prints.length < 120 && !prints.includes("\\n") ? { prints } : {};
};
const soon = (promise) => Promise.race([promise, new Promise((_, refuse) => setTimeout(refuse, ${longestTry}))]);
let last;
const Evaluated = (async () => {}).constructor;
for (const { place, entry, uses, call, value, loose, throws, awaited, why } of given.tries) {
  if (why) { say({ place, why }); continue; }
  let modules;
  try {
    modules = (await import(at(entry))).default;
  } catch (error) {
    last = "a module couldn't be loaded: " + without(String(error));
    say({ place, why: last });
    continue;
  }
  try {
    const locals = new Map(uses.map(({ local, name, from }) => [local, take(modules[from], name)]));
    // a module of CommonJS that failed is empty when it is asked for again
    const missing = uses.find(({ local }) => locals.get(local) === undefined);
    if (missing) { say({ place, why: last ?? missing.from + " has no " + missing.name }); continue; }
    // in a list, so that a promise stays one
    const evaluate = async (code) => (await new Evaluated(...locals.keys(), '"use strict"; return [' + code + "\\n];")(...locals.values()))[0];
    if (throws) {
      const threw = await soon(evaluate(call)).then((result) => result).then(() => false, () => true);
      say({ place, good: threw });
      continue;
    }
    let result = await soon(evaluate(call));
    if (awaited) result = await result;
    const expected = await evaluate(value);
    const good = isDeepStrictEqual(result, expected);
    // an assertion that only asks for the truth of a result doesn't say what it is
    if (!good && loose && Boolean(result) === expected) say({ place });
    else say({ place, good, ...printed(result) });
  } catch {
    say({ place, good: false });
  }
}
process.exit(0);`;
