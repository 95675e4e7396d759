import type { Spec, SpecOperation } from "../../spec.ts";
import type { Shape } from "../shape.ts";
import { answerOf } from "./answer.ts";
import { families, type Family } from "./families.ts";
import { fits } from "./fits.ts";
import { knownIn } from "./known.ts";
import { isVersion, listOf } from "./list.ts";
import { bodiesOf, shapesOf, type Body } from "./media.ts";
import { directional, draftOf, type Draft } from "./record.ts";
import { attempt, no, quoted } from "./refusal.ts";
import { spelled } from "./spelled.ts";
import type { Bindings, Collection, Frame, Known, StorageBinding, Stored, StoredBody } from "./types.ts";
import { inTable } from "../../../lib/index.ts";

export { lastParameter, plainPath, template } from "./families.ts";
export { holds } from "./list.ts";
export { recordIn } from "./types.ts";
export type { Spread } from "./spread.ts";
export type {
  Known,
  Way,
  Answer,
  Bindings,
  Collection,
  Frame,
  ListRules,
  StorageBinding,
  Stored,
  StoredBody,
} from "./types.ts";

/** The reading of a body that has most of a record. */
function bodyOf(draft: Draft, operation: SpecOperation): Body {
  const isKnown = (name: string): boolean =>
    draft.possible.has(name) || Object.hasOwn(draft.record.properties, name);
  const score = ({ shape }: Body): number => Object.keys(shape.properties).filter(isKnown).length;
  const [best] = bodiesOf(draft.spec, operation)
    .map((body) => spelled(body, draft.record))
    .toSorted((a, b) => score(b) - score(a));
  return best && score(best) > 0 ? best : no("its body has nothing of its records");
}

/** What of a body is stored: it brings a new record, all of one that is there, or some of it. */
function storedBody(draft: Draft, operation: SpecOperation, brings: "new" | "all" | "some"): StoredBody {
  const { shape, within, renamed, optional } = bodyOf(draft, operation);
  const { spread } = shape;
  const { id, stamps, defaults } = draft.collection;
  const set = new Set([id?.property, ...stamps.map(({ property }) => property)]);
  const keeps = (name: string): boolean =>
    !set.has(name) &&
    !shape.required.has(name) &&
    (!Object.hasOwn(shape.properties, name) || (draft.always.has(name) && !Object.hasOwn(defaults, name)));
  return {
    ...(within === undefined ? {} : { within }),
    ...(spread ? { spread } : {}),
    ...(renamed ? { renamed } : {}),
    known: [],
    needed: optional && brings !== "some" && shape.required.size > 0,
    keep: brings === "all" ? [...draft.possible.keys()].filter(keeps) : [],
  };
}

function checkParameters(operation: SpecOperation, lists: boolean): void {
  const required = operation.parameters.find(
    ({ required: needed, in: place, name }) =>
      needed &&
      (place === "header" || place === "cookie" || (place === "query" && !lists)) &&
      !isVersion(name),
  );
  if (required) no(`it needs the parameter ${quoted(required.name)}, which storage has no use for`);
}

function put(draft: Draft, operation: SpecOperation): Stored {
  const answer = answerOf(draft, operation, { otherwise: 200 });
  const [made, other] = ["201", "200"].map((status) => operation.responses[status]);
  const same = made && other && JSON.stringify(made.content) === JSON.stringify(other.content);
  const status = same ? { status: 200, madeStatus: 201 } : {};
  return { does: "put", answer: { ...answer, ...status }, body: storedBody(draft, operation, "all") };
}

const patch = (draft: Draft, operation: SpecOperation): Stored => ({
  does: "patch",
  answer: answerOf(draft, operation, { otherwise: 200 }),
  body: storedBody(draft, operation, "some"),
});

/** What storage does for an operation of a family. */
function storedBy(draft: Draft, family: Family, operation: SpecOperation): Stored {
  const isOne = family.ofOne.includes(operation);
  checkParameters(operation, operation === family.list);
  switch (`${operation.method}${isOne ? " one" : ""}`) {
    case "get":
      return listOf(draft, operation);
    case "post":
      return {
        does: "create",
        answer: answerOf(draft, operation, { otherwise: 201 }),
        body: storedBody(draft, operation, "new"),
      };
    case "get one":
      return { does: "get", answer: answerOf(draft, operation, { otherwise: 200, reads: true }) };
    case "put one":
      return family.put
        ? put(draft, operation)
        : {
            does: "update",
            answer: answerOf(draft, operation, { otherwise: 200 }),
            body: storedBody(draft, operation, "all"),
          };
    case "post one":
      // Where nothing else changes a record, this does.
      return family.create && !family.ofOne.some(({ method }) => method === "put" || method === "patch")
        ? patch(draft, operation)
        : no("it is none of list, create, get, update, patch and delete");
    case "patch one":
      return patch(draft, operation);
    case "delete one":
      if (operation.requestBody) no("it takes a body");
      return { does: "remove", answer: answerOf(draft, operation, { otherwise: 204 }) };
    default:
      return no("it is none of list, create, get, update, patch and delete");
  }
}

/** The records in an answer. */
function shown(spec: Spec, frame: Frame | undefined): readonly Shape[] {
  if (frame?.is === "record" || frame?.is === "records") {
    const all = shapesOf(spec, frame.schema);
    return all.filter(({ spread }) => (spread === undefined) === (frame.spread === undefined));
  }
  if (frame?.is === "one") return shown(spec, frame.item);
  return frame?.is === "object" ? Object.values(frame.members).flatMap((one) => shown(spec, one)) : [];
}

/** The draft with what a change may bring, where every answer can show it. */
function changedBy(draft: Draft, operation: SpecOperation, answered: readonly Shape[]): Draft {
  const { spec, collection } = draft;
  const { shape } = bodyOf(draft, operation);
  const ignored = new Set([...collection.ignored, ...directional(spec, shape, "readOnly")]);
  const possible = new Map(draft.possible);
  for (const [name, schema] of Object.entries(shape.properties)) {
    if (ignored.has(name) || name === collection.id?.property) continue;
    if (collection.stamps.some(({ property }) => property === name)) continue;
    for (const one of answered) {
      const member = inTable(one.properties, name);
      const place = { depth: 0, path: [name], known: new Map<string, Known>() };
      if (member && !fits(spec, [schema, member], place))
        no(`${quoted(name)} is answered otherwise than it is changed`);
    }
    possible.set(name, [...(possible.get(name) ?? []), schema]);
  }
  return {
    ...draft,
    possible,
    open: draft.open || !shape.closed,
    collection: {
      ...collection,
      ignored: [...ignored].filter((name) => !draft.possible.has(name)),
      hidden: [...new Set([...collection.hidden, ...directional(spec, shape, "writeOnly")])],
    },
  };
}

/** What only answers have is no request's to set. */
function withoutForeign({ spec, possible, collection }: Draft, all: readonly Stored[]): Collection {
  const names = all
    .flatMap(({ answer }) => shown(spec, answer.frame))
    .flatMap(({ properties }) => Object.keys(properties));
  const foreign = names.filter((name) => !possible.has(name));
  return { ...collection, ignored: [...new Set([...collection.ignored, ...foreign])] };
}

/** What operations do, with what of their bodies fits every answer. */
function withKnown(
  draft: Draft,
  found: ReadonlyMap<SpecOperation, Stored>,
): ReadonlyMap<SpecOperation, Stored> {
  const { spec } = draft;
  const answered = [...found.values()].flatMap(({ answer }) => shown(spec, answer.frame));
  return new Map(
    [...found].map(([operation, stored]) => {
      if (!("body" in stored) || !stored.body) return [operation, stored];
      const known = knownIn(spec, bodyOf(draft, operation).shape, answered);
      return [operation, { ...stored, body: { ...stored.body, known } }];
    }),
  );
}

interface Judged {
  readonly collection?: Collection;
  readonly found: ReadonlyMap<SpecOperation, Stored>;
  readonly why: ReadonlyMap<SpecOperation, string>;
}

function judge(spec: Spec, family: Family): Judged {
  const all = [...family.ofAll, ...family.ofOne].filter(
    (one) => family.ofOne.includes(one) || ["get", "post"].includes(one.method),
  );
  const first = attempt(() => draftOf(spec, family));
  if ("why" in first) return { found: new Map(), why: new Map(all.map((one) => [one, first.why])) };
  const why = new Map<SpecOperation, string>();
  const changes = all.filter(
    (one) =>
      family.ofOne.includes(one) && ["put", "patch", "post"].includes(one.method) && one !== family.put,
  );
  const answered = all.flatMap((one) => {
    const stored = changes.includes(one) ? undefined : attempt(() => storedBy(first.value, family, one));
    return stored && "value" in stored ? shown(spec, stored.value.answer.frame) : [];
  });
  let draft = first.value;
  for (const operation of changes) {
    const changed = attempt(() => changedBy(draft, operation, answered));
    if ("value" in changed) draft = changed.value;
    else why.set(operation, changed.why);
  }
  const found = new Map<SpecOperation, Stored>();
  for (const operation of all.filter((one) => !why.has(one))) {
    const stored = attempt(() => storedBy(draft, family, operation));
    if ("value" in stored) found.set(operation, stored.value);
    else why.set(operation, stored.why);
  }
  const does = new Set([...found.values()].map((stored) => stored.does));
  const adds = does.has("create") || does.has("put");
  if (adds && (does.has("get") || does.has("list")))
    return { collection: withoutForeign(draft, [...found.values()]), found: withKnown(draft, found), why };
  for (const operation of found.keys()) why.set(operation, "records can't be both added and read");
  return { found: new Map(), why };
}

const unlike = "it has not the shape of list, create, get, update, patch or delete";

/**
 * Which operations storage can carry as the specification describes them: a collection that records can be added to and
 * read from, by the usual methods on `/things` and `/things/{id}`. All others stay their owner's.
 */
export function bindings(spec: Spec): Bindings {
  const bound = new Map<string, StorageBinding>();
  const why = new Map<string, string>();
  const collections: Collection[] = [];
  for (const operation of spec.operations) why.set(operation.operationId, unlike);
  for (const family of families(spec)) {
    const judged = judge(spec, family);
    for (const [{ operationId }, reason] of judged.why)
      if (!bound.has(operationId) && why.get(operationId) === unlike) why.set(operationId, reason);
    const { collection } = judged;
    if (!collection) continue;
    const free = [...judged.found].filter(([{ operationId }]) => !bound.has(operationId));
    if (free.length < judged.found.size) continue;
    collections.push(collection);
    for (const [{ operationId }, stored] of free) {
      bound.set(operationId, { collection, stored });
      why.delete(operationId);
    }
  }
  return { collections, bound, why };
}
