import type { Named } from "./named.ts";
import { camel, Scope, wordsOf } from "./specification-names.ts";

/** Operations under one name of the client, each with a short name. */
export interface OperationGroup {
  readonly name: string;
  readonly methods: readonly { readonly named: Named; readonly name: string }[];
}

const lower = (text: string): readonly string[] => wordsOf(text).map((word) => word.toLowerCase());

const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^s])s$/, "$1");

const same = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && singular(one) === singular(other);

/** Removes the words of path and method at the end of an operation id, which some frameworks append. */
function withoutRoute(words: readonly string[], { operation: { path, method } }: Named): readonly string[] {
  const route = [...lower(path), method];
  const start = words.length - route.length;
  return start > 0 && route.every((word, i) => words[start + i] === word) ? words.slice(0, start) : words;
}

/** Removes the first run of words that name the group: `listTasks` of tasks is `list`. */
function withoutGroup(words: readonly string[], group: readonly string[]): readonly string[] {
  const start = words.findIndex((_, i) => group.every((word, k) => same(words[i + k], word)));
  const rest = start < 0 ? words : [...words.slice(0, start), ...words.slice(start + group.length)];
  return rest.length ? rest : words;
}

type Short = OperationGroup["methods"][number];

/** Whether an operation returns all records while another of the same name returns one. */
const isList = ({ named, name }: Short, all: readonly Short[]): boolean =>
  name === "get" &&
  !named.operation.path.endsWith("}") &&
  all.filter((item) => item.name === name).length > 1;

const firstWord = (path: string): string =>
  path.split("/").find((part) => part !== "" && !part.includes("{") && !/^(api|v\d+)$/i.test(part)) ?? "api";

/** Groups operations by tag, or by the first word of their path if they have none. */
export function groupsOf(operations: readonly Named[], names: readonly string[]): readonly OperationGroup[] {
  const scope = new Scope(names);
  const byTag = Map.groupBy(operations, ({ operation: { tags, path } }) => camel(tags[0] ?? firstWord(path)));
  return [...byTag].map(([tag, groupOperations]) => {
    const short = groupOperations.map((named) => {
      const words = withoutRoute(lower(named.operation.operationId), named);
      return { named, name: camel(withoutGroup(words, lower(tag)).join(" ")) };
    });
    const methods = new Scope();
    const named = (one: (typeof short)[number]): string =>
      methods.member(isList(one, short) ? "list" : one.name);
    return {
      name: scope.take(tag),
      methods: short.map((item) => ({ named: item.named, name: named(item) })),
    };
  });
}
