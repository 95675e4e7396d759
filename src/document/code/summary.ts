import type { Declaration, Study } from "../../code/index.ts";
import { action, deeds, given, result } from "./shapes.ts";
import { capital, code, counted, deed, nameWords, some } from "./words.ts";

export interface Subject {
  readonly declaration: Declaration;
  readonly study: Study;
  /** Of a class: the public methods by their last names. */
  readonly methods?: readonly string[];
  /** Where the project takes and gives values of this type. */
  readonly uses?: { readonly takes: readonly string[]; readonly gives: readonly string[] };
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

/** What a declaration is or does, from its source; undefined where all that can be said is its name. */
export function summaryOf(subject: Subject): string | undefined {
  const { kind, name } = subject.declaration;
  const text =
    kind === "class"
      ? ofClass(subject)
      : kind === "type"
        ? ofType(subject)
        : kind === "constant"
          ? ofConstant(subject)
          : ofFunction(subject);
  if (!text || repeats(text, name)) return undefined;
  return `${capital(text)}.`;
}

const filler = new Set("a an the of and or to in is it its by for with what gives calls".split(" "));

/** Nothing is said but the name. */
export function repeats(text: string, name: string): boolean {
  const stem = (word: string): string => word.toLowerCase().replace(/(?:ies|es|s|ing|ed)$/, "");
  const own = new Set(nameWords(name).map(stem));
  return nameWords(text.replaceAll("`", " ")).every(
    (word) => filler.has(word.toLowerCase()) || own.has(stem(word)),
  );
}

function ofFunction({ declaration: { name, kind }, study }: Subject): string | undefined {
  const last = lastPart(name);
  const gives = result(study);
  const [only] = study.returns;
  const route = study.decorators.map(routeOf).find(Boolean);
  const acts = deeds(study);
  const stated = study.decorators.flatMap(
    (one) => /\bsummary\s*[:=]\s*(["'`])([^"'`]{3,120})\1/.exec(one)?.[2] ?? [],
  );
  if (route)
    return [
      stated[0] ? `${stated[0].replace(/\.$/, "")} (${route})` : `answers ${route}`,
      list(acts.length ? acts : gives ? [`returns ${gives}`] : []),
    ]
      .filter(Boolean)
      .join(": ");
  if (study.traits.has("abstract"))
    return `left to the classes that extend \`${name.split(".")[0] ?? name}\``;
  if (study.returns.length === 1 && only?.shape.kind === "truth" && gives)
    return gives.replace(/^whether/, "tells whether");
  if (
    study.returns.length > 0 &&
    study.returns.every(
      ({ shape }) => shape.kind === "markup" || shape.kind === "nothing" || shape.code === "null",
    ) &&
    study.returns.some(({ shape }) => shape.kind === "markup")
  )
    return `renders ${study.returns.flatMap(({ shape }) => (shape.kind === "markup" ? (given(shape) ?? []) : []))[0] ?? ""}`;
  if (last === "constructor" || last === "__init__" || name.endsWith(`${last}.${last}`)) {
    const told = last === "__init__" ? acts : acts.filter((act) => !act.startsWith("sets "));
    return told.length ? list(told) : undefined;
  }
  const said = nameWords(last).length > 1 ? deed(last) : undefined;
  const passed = study.returns.length === 1 && only ? action(only.shape) : undefined;
  const ending = passed ?? (gives && acts.length < 3 ? `returns ${gives}` : undefined);
  const what = [...acts.filter((act) => act !== ending), ...(ending ? [ending] : [])];
  const yields = study.steps
    .filter((step) => step.kind === "yield")
    .flatMap(({ shape }) => given(shape) ?? []);
  if (yields.length)
    what.push(`yields ${some([...new Set(yields.map((one) => one.replaceAll("`", "")))], 3)}`);
  if (study.traits.has("getter") && gives) return `gives ${gives}`;
  if (what.length === 0) return thrower(study);
  return said && kind !== "constant" && !repeats(said, "") && what[0] !== said
    ? `${said}: ${list(what)}`
    : list(what);
}

function thrower({ throws, traits, returns }: Study): string | undefined {
  const [first] = throws;
  if (!first || traits.has("overload")) return undefined;
  const when = first.when && code(first.when);
  if (when) return `refuses with \`${first.type}\` if ${when}`;
  return first.last && throws.length === 1 && returns.length === 0
    ? `always fails with \`${first.type}\``
    : undefined;
}

/** In one sentence: a verb that several share is said once. */
function list(all: readonly string[]): string {
  const parts = all.map((part, place) =>
    place > 0 && part.startsWith("calls `") && all[place - 1]?.startsWith("calls `") ? part.slice(6) : part,
  );
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

/** `Get('users/:id')` and `router.get("/users")` as a request. */
function routeOf(decorator: string): string | undefined {
  const [, method = "", path = ""] =
    /(?:^|\.)(get|post|put|patch|delete|head|options)\(\s*(?:["']([^"'`]*)["'])?/i.exec(decorator) ?? [];
  const flask = /\.route\(\s*["']([^"'`]*)["'](?:[\s\S]*methods\s*=\s*[([]\s*["'](\w+)["'])?/.exec(decorator);
  if (flask) return code(`${flask[2] ?? "GET"} ${flask[1] ?? ""}`);
  return method
    ? code(`${method.toUpperCase()} ${path.startsWith("/") || !path ? path || "/" : `/${path}`}`)
    : undefined;
}

const error = /(?:Error|Exception)$/;

function ofClass({ study, methods = [] }: Subject): string | undefined {
  const { bases, members } = study;
  const base = bases.flatMap((one) => code(one, 50) ?? []);
  const names = members.map(({ name }) => name).filter((name) => !name.startsWith("_"));
  const parts = [
    ...(names.length ? [`holds ${some(names, 6)}`] : []),
    ...(methods.length ? [`offers ${some(methods, 6)}`] : []),
  ];
  if (!bases.some((one) => error.test(one)) && names.length === 0) return undefined; // methods tell of themselves
  if (base.length === 0) return list(parts);
  const kind = bases.some((one) => error.test(one)) ? "an error: a kind of" : "a kind of";
  return `${kind} ${base.join(" and ")}${parts.length ? ` that ${list(parts)}` : ""}`;
}

function ofType({ study, uses }: Subject): string | undefined {
  const { value, members, bases } = study;
  const used = [
    ...(uses?.takes.length ? [`taken by ${some(uses.takes, 3)}`] : []),
    ...(uses?.gives.length ? [`given by ${some(uses.gives, 3)}`] : []),
  ];
  const texts =
    value && /^(?:\|?\s*(?:["'][^"'`]*["']|\d+)\s*)(?:\|\s*(?:["'][^"'`]*["']|\d+)\s*)+$/.test(value.code)
      ? value.code
          .split("|")
          .map((one) => one.trim())
          .filter(Boolean)
      : [];
  const own =
    texts.length > 1
      ? `one of ${some(texts, 7)}`
      : members.length
        ? `${bases.length ? `adds to ${some(bases, 3)}` : "has"} ${some(
            members.map(({ name }) => name),
            6,
          )}${optional(members)}`
        : undefined;
  const alias = !own && value && used.length ? code(value.code, 60) : undefined;
  const parts = [...(own ? [own] : alias ? [`stands for ${alias}`] : []), ...used];
  return parts.length ? parts.join("; ") : undefined;
}

const optional = (members: Study["members"]): string => {
  const count = members.filter((one) => one.optional).length;
  return count && count < members.length
    ? `, of which ${counted(count, "may be left out", "may be left out")}`
    : "";
};

function ofConstant({ study: { value } }: Subject): string | undefined {
  if (!value) return undefined;
  if (value.kind === "object")
    return value.parts?.length
      ? `holds ${some(
          value.parts.filter((part) => !part.startsWith("...")),
          7,
        )}`
      : undefined;
  if (value.kind === "list")
    return value.parts?.length ? code(value.code, 60)?.replace(/^/, "lists ") : undefined;
  if (value.kind === "call" || value.kind === "new") return undefined; // what made it is read beside it
  if (value.kind === "function") return undefined;
  const shown = code(value.code, 70);
  return shown && value.kind !== "nothing" ? `set to ${shown}` : undefined;
}
