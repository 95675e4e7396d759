import type { SpecOperation } from "../../../api/index.ts";
import { isSuccess, mediaKind } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { builtins } from "./python-identifiers.ts";

/** Members of the client that no operation may hide. */
export const reserved = ["close", "with_options"];

/** Arguments of methods besides the operation's parameters. */
export const ownArguments = "self body content_type accept idempotency_key timeout headers".split(" ");

/** Type names that no member of a client may hide. */
export const hiding: ReadonlySet<string> = new Set([...builtins, "set", "tuple", "object", "type"]);

type Streams = "events" | "lines" | "bytes";

/** Media types with the same type. */
export interface Choice {
  readonly media: readonly string[];
  readonly type: string;
}

export const choicesOf = (
  media: readonly { readonly type: string; readonly given: string }[],
): readonly Choice[] =>
  [...Map.groupBy(media, ({ given }) => given)].map(([type, choiceItems]) => ({
    type,
    media: choiceItems.map((item) => item.type),
  }));

/** An operation with its generated Python. */
export interface Method {
  readonly operation: SpecOperation;
  readonly name: string;
  readonly constant: string;
  /** Name and type of each argument, and whether it is optional. */
  readonly arguments: readonly {
    readonly key: string;
    readonly type: string;
    readonly optional: boolean;
    readonly about: string | undefined;
    /** A path parameter, which may be passed by position. */
    readonly inPath?: boolean;
  }[];
  readonly result: string;
  /** How the result is streamed, if it is. */
  readonly streams: Streams | undefined;
  /** Types of bodies and of responses, by the media types that a caller may choose. */
  readonly bodies: readonly Choice[];
  readonly answers: readonly Choice[];
  readonly descriptor: string;
  /** Its paging as a constant of the module, and the type of an item. */
  readonly paging: { readonly text: string; readonly item: string } | undefined;
}

const streamsOf = (type: string): Streams | undefined => {
  const kind = mediaKind(type);
  return kind === "events" || kind === "lines" ? kind : kind === "binary" ? "bytes" : undefined;
};

/** One of the methods that an operation is split into, by its result. */
export interface Part {
  readonly named: Named;
  readonly streams: Streams | undefined;
}

/**
 * Splits an operation by its results: a value and a stream each get a method; bytes get one as a whole and one as a
 * stream.
 */
export function parted(named: Named): readonly Part[] {
  const { operation } = named;
  const successes = Object.entries(operation.responses).filter(([status]) => isSuccess(status));
  const media = successes.flatMap(([, { content }]) => Object.keys(content));
  const found = [...new Set(media.map(streamsOf))];
  const [single] = found;
  if (found.length < 2 && single !== "bytes") return [{ named, streams: single }];
  const only = (isWanted: (type: string) => boolean): SpecOperation["responses"] =>
    Object.fromEntries(
      Object.entries(operation.responses).flatMap(([status, response]) => {
        if (!isSuccess(status)) return [[status, response]];
        const content = Object.entries(response.content).filter(([type]) => isWanted(type));
        return content.length ? [[status, { ...response, content: Object.fromEntries(content) }]] : [];
      }),
    );
  const part = (streams: Streams | undefined, end: string, isWanted: (type: string) => boolean): Part => ({
    named: {
      ...named,
      operation: { ...operation, operationId: `${operation.operationId}${end}`, responses: only(isWanted) },
    },
    streams,
  });
  const isWhole = (type: string): boolean => [undefined, "bytes"].includes(streamsOf(type));
  const streamed = found.flatMap((kind) =>
    kind ? [part(kind, kind === "bytes" ? "_stream" : `_${kind}`, (type) => streamsOf(type) === kind)] : [],
  );
  return [...(media.some(isWhole) ? [part(undefined, "", isWhole)] : []), ...streamed];
}
