import type { Study } from "../../../code/index.ts";
import { namesGiven, visible } from "./results.ts";
import type { Subject } from "./subject.ts";
import { code, nameWords, some } from "../words/name-words.ts";
import { lastName } from "../../../lib/index.ts";

/**
 * Returns sentences about a declaration beyond what it does: effects of its decorators, when it does
 * nothing, how a class is used.
 */
export function standing(subject: Subject): readonly string[] {
  const { kind } = subject.declaration;
  const sentences =
    kind === "class" ? classes(subject) : kind === "constant" || kind === "type" ? [] : functions(subject);
  return sentences.filter((item) => item !== undefined);
}

type Sentences = readonly (string | undefined)[];

function functions(subject: Subject): Sentences {
  const { decorators } = subject.study;
  const parameters = subject.declaration.parameters.length;
  return [
    ...decorators.map((decorator) => describeDecorator(decorator, parameters)),
    discouraged(subject.study, subject.declaration.name),
    wraps(subject),
    idle(subject),
  ];
}

/** Describes a decorator or context manager. */
function wraps({ source, study }: Subject): string | undefined {
  if (study.decorators.some((decorator) => /^(?:contextlib\.)?(?:async)?contextmanager$/.test(decorator)))
    return `To be used in \`${study.traits.has("async") ? "async with" : "with"}\`.`;
  const [, name = ""] = /@(?:functools\.)?wraps\(\s*\w+\s*\)\s+(?:async )?def (\w+)\(/.exec(source) ?? [];
  return name && study.returns.some(({ shape }) => shape.code === name || /^[a-z]\w*$/.test(shape.code))
    ? "To be used as a decorator."
    : undefined;
}

/** Describes `warnings.warn("use g", DeprecationWarning)`, if it is called unconditionally. */
function discouraged({ steps }: Study, name: string): string | undefined {
  if (nameWords(lastName(name))[0] === "warn") return undefined; // it warns about something else
  const warned = steps.find(
    ({ inner, shape: { name = "", parts = [] } }) =>
      !inner &&
      /^(?:warnings\.)?warn$/.test(name) &&
      parts.some((part) => /\b(?:Pending)?DeprecationWarning$/.test(part)),
  );
  const text = warned?.shape.parts
    ?.map((part) => /^(["'])((?:(?!\1)[^{}\\]){10,150})\1$/.exec(part.replaceAll(/(["'])\s+\1/g, ""))?.[2])
    .find(Boolean);
  return warned && (text ? `Deprecated: ${text.replace(/[.\s]+$/, "")}.` : "Deprecated.");
}

/** Describes `@lru_cache(maxsize=32)`, `@cached_property`. */
function describeDecorator(decorator: string, parameters: number): string | undefined {
  if (/^(?:[\w.]+\.)?cached_property$/.test(decorator)) return "Worked out once for each object, then kept.";
  const [, size] =
    /^(?:functools\.)?lru_cache(?:\(\s*(?:maxsize\s*=\s*)?(\w+)?\s*\))?$/.exec(decorator) ??
    (/^(?:functools\.)?cache$/.test(decorator) ? ["", "None"] : [undefined, undefined]);
  if (!/^(?:functools\.)?(?:lru_cache|cache)\b(?!\.)/.test(decorator)) return undefined;
  if (parameters === 0) return "Worked out once, then kept.";
  if (size === "None") return "What it gives is kept for each set of arguments.";
  return `What it gives is kept for the last ${size && /^\d+$/.test(size) ? size : size ? (code(size) ?? "") : "128"} sets of arguments.`;
}

/** Describes when a body returns at once. */
function idle({ study, source, declaration }: Subject): string | undefined {
  const [first] = study.returns;
  const silent = study.returns.every(({ shape }) => shape.kind === "nothing");
  if (!first?.when || !silent || study.traits.has("generator") || study.steps.length === 0) return undefined;
  if (study.returns.length > 2 || !opens(source, first.when)) return undefined;
  const parameters = namesGiven(declaration.parameters, study, source);
  const condition = visible(first.when, parameters);
  return condition && `Does nothing if ${condition.text}.`;
}

/** Whether a body begins with a test that returns if it holds. */
function opens(source: string, when: string): boolean {
  const test = [`if (${when})`, `if ${when}:`].find((item) => source.includes(item));
  if (test === undefined) return false;
  const index = source.indexOf(test);
  if (!/^\s*(?:\{\s*)?(?:(?:\/\/|#)[^\n]*\s*)*return\b/.test(source.slice(index + test.length))) return false;
  const before = source.slice(0, index).replaceAll(/("""|''')[\s\S]*?\1|^\s*(?:\/\/|#)[^\n]*$/gm, "");
  if (/\bdef\s+\w+\(/.test(before))
    return /\)[^\n)]*:\s*$/.test(before) && !/\n\s*(?:if|for|while|with|try)\b/.test(before);
  const open = (before.match(/\{/g)?.length ?? 0) - (before.match(/\}/g)?.length ?? 0);
  return open === 1 && /\{\s*$/.test(before);
}

function classes({ source, study }: Subject): Sentences {
  return [entered(source), duties(source), fromSettings(source, study)];
}

/** Describes a context manager class, and what it does on exit. */
function entered(source: string): string | undefined {
  for (const [enter, exit, word] of [
    ["__enter__", "__exit__", "with"],
    ["__aenter__", "__aexit__", "async with"],
  ] as const) {
    if (!new RegExp(String.raw`\bdef ${enter}\(`).test(source)) continue;
    const [, body = ""] =
      new RegExp(String.raw`\bdef ${exit}\(([\s\S]*?)(?=\n\s*(?:async )?def |\n\s*@|$)`).exec(source) ?? [];
    const [, ends] =
      /\bself\.(a?close|stop|release|disconnect|quit|shutdown|unlock|commit|rollback|flush|cleanup)\(/.exec(
        body,
      ) ?? [];
    return `To be used in \`${word}\`${ends ? `, which calls \`${ends}\` at its end` : ""}.`;
  }
  return undefined;
}

/** If there are more methods, naming six says nothing about the class. */
const mostDuties = 12;

/** Describes methods that subclasses must define. */
function duties(source: string): string | undefined {
  const python = [
    ...source.matchAll(/@(?:abc\.)?abstractmethod\s+(?:async )?def (\w+)\(/g),
    ...source.matchAll(
      /\bdef (\w+)\([^)]*\)[^:\n]*:\s*(?:("""|''')(?:(?!\2)[\s\S])*\2\s*)?raise NotImplementedError\b/g,
    ),
  ];
  const typescript = /^(?:export )?(?:default )?abstract class\b/.test(source)
    ? [...source.matchAll(/^\s+(?:public |protected )?abstract (?:async )?(\w+)(?:<[^>(]*>)?\(/gm)]
    : [];
  // in a class with nothing else, they are the class itself
  const all =
    typescript.length > 0 && !/^ {2,4}(?!constructor\b|abstract\b|if\b|for\b)[\w ]+\([^;]*\{$/m.test(source);
  const names = all ? [] : [...new Set([...python, ...typescript].map(([, name = ""]) => name))];
  return names.length && names.length <= mostDuties ? `Subclasses define ${some(names, 6)}.` : undefined;
}

/** Describes `class Settings(BaseSettings)`. */
function fromSettings(source: string, { bases }: Study): string | undefined {
  if (!bases.some((base) => /(?:^|\.)BaseSettings$/.test(base))) return undefined;
  const [, prefix] = /\benv_prefix\s*=\s*["'](\w+)["']/.exec(source) ?? [];
  const [, file] = /\benv_file\s*=\s*["']([\w./-]+)["']/.exec(source) ?? [];
  return `Each field is read from the environment variable of its name${prefix ? ` with \`${prefix}\` before it` : ""}${file ? `, or from \`${file}\`` : ""}.`;
}
