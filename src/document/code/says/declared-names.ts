import type { Declaration } from "../../../code/index.ts";
import { lastName, literal } from "../../../lib/index.ts";

/** Whether a bare name refers to a declaration of the project. */
export type IsDeclared = (name: string) => boolean;

/** Platform functions that are recognized by name; other names aren't. */
const platform =
  /(?<![\w$.])(?:(?:readFile|createReadStream|open|writeFile|appendFile|createWriteStream|outputFile|unlink|rmdir|rmtree|rimraf|mkdirp?|makedirs|ensureDir|exec|execFile|spawn|fork)(?:Sync)?|[$o]?fetch|urlopen|select|navigate|redirect|abort)(?=\s*[(<])/;
const everyPlatform = new RegExp(platform, "g");

/** Heads of functions and methods, which declare a name instead of calling it. */
const heads = [
  /\b(?:def|function\b\s*\*?)\s*[A-Za-z_$][\w$]*(?=\s*[(<])/g,
  /^[ \t]*(?:(?:public|private|protected|static|async|override|abstract|get|set|readonly)[ \t]+)*[*#]?[A-Za-z_$][\w$]*(?=(?:<[^>\n]*>)?\([^()\n]*\)\s*(?::[^{;\n]+)?\{)/gm,
];

/** A keyword with a bracket looks like a method's head. */
const keyword = /^\s*(?:if|for|while|switch|catch|with)$/;

/**
 * Returns a body in which the project's own names can't be confused with those of a language, browser or
 * library: `open` declared in the file, `fetch` as a parameter, a method's own head.
 */
export function withoutDeclared(
  body: string,
  { name, parameters }: Pick<Declaration, "name" | "parameters">,
  isOwnDeclared: IsDeclared = () => false,
): string {
  if (!platform.test(body)) return body;
  const declared = literal(lastName(name));
  const inner = declared
    ? body.replace(new RegExp(String.raw`(?<![\w$.])${declared}(?=\s*[(<])`), "_")
    : body;
  const known = new Map(parameters.map((parameter) => [parameter.name, true]));
  const isOwn = (called: string): boolean => {
    const found = known.get(called) ?? (isOwnDeclared(called) || isLocal(inner, called));
    known.set(called, found);
    return found;
  };
  const plain = heads.reduce(
    (text, pattern) => text.replaceAll(pattern, (head) => (keyword.test(head) ? head : "_")),
    inner,
  );
  return plain.replaceAll(everyPlatform, (called) => (isOwn(called) ? "_" : called));
}

/**
 * Whether a body declares a function of that name. Other variables don't count: their value may be
 * `promisify(fs.readFile)`.
 */
const isLocal = (body: string, name: string): boolean =>
  new RegExp(
    String.raw`\b(?:(?:function|def)\s+${literal(name)}\b|(?:const|let|var)\s+${literal(name)}\s*=\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]*)?=>|[\w$]+\s*=>))`,
  ).test(body);
