/** A small MongoDB server for tests: what the models send, in this process and in memory. `MONGODB_URL` replaces it. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { Long, type Document } from "bson";
import { aggregate, isValid, matches, sortBy, update } from "./documents.ts";
import { Framer, readRequest, writeReply } from "./wire.ts";

interface Index {
  readonly key: Document;
  readonly name: string;
  readonly unique?: boolean;
  readonly partialFilterExpression?: Document;
}

interface Collection {
  documents: Document[];
  validator: Document | undefined;
  indexes: Index[];
}

class Refusal extends Error {
  readonly answer: Document;
  constructor(code: number, message: string, more: Document = {}) {
    super(message);
    this.answer = { code, errmsg: message, ...more };
  }
}

const cursor = (ns: string, firstBatch: readonly Document[]): Document => ({
  cursor: { id: Long.ZERO, ns, firstBatch },
});

/** Refuses what breaks the validator or a unique index; `but` is the document that is replaced. */
function check(collection: Collection, document: Document, but?: Document, isFree = false): void {
  if (!isFree && !isValid(document, collection.validator))
    throw new Refusal(121, "Document failed validation");
  for (const { key, unique, partialFilterExpression: partial = {} } of collection.indexes) {
    if (!unique || !matches(document, partial)) continue;
    const values = Object.fromEntries(Object.keys(key).map((name) => [name, document[name] ?? null]));
    const taken = collection.documents.some(
      (other) => other !== but && matches(other, partial) && matches(other, values),
    );
    if (taken) throw new Refusal(11_000, "E11000 duplicate key error", { keyPattern: key, keyValue: values });
  }
}

/** Answers of write commands carry refusals of single documents inside. */
function writes<Item>(items: readonly Item[], write: (item: Item) => number): Document {
  let n = 0;
  const writeErrors: Document[] = [];
  for (const [index, item] of items.entries()) {
    try {
      n += write(item);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      writeErrors.push({ index, ...error.answer });
    }
  }
  return writeErrors.length ? { n, writeErrors } : { n };
}

type Store = Map<string, Collection>;

const commands: Readonly<
  Record<string, (command: Document, collection: Collection, store: Store) => Document>
> = {
  ping: () => ({}),
  endSessions: () => ({}),
  create: ({ validator }, collection) => {
    collection.validator = validator as Document | undefined;
    return {};
  },
  collMod: ({ validator }, collection) => {
    collection.validator = validator as Document | undefined;
    return {};
  },
  drop: ({ drop, $db }, _collection, store) => {
    store.delete(`${String($db)}.${String(drop)}`);
    return {};
  },
  listCollections: ({ filter, $db }, _collection, store) =>
    cursor(
      `${String($db)}.$cmd.listCollections`,
      [...store.keys()]
        .filter((name) => name.startsWith(`${String($db)}.`))
        .map((name) => ({
          name: name.slice(String($db).length + 1),
          type: "collection",
          options: { validator: store.get(name)?.validator },
        }))
        .filter((entry) => matches(entry, (filter ?? {}) as Document)),
    ),
  renameCollection: ({ renameCollection, to }, _collection, store) => {
    const [from, into] = [String(renameCollection), String(to)];
    store.set(into, store.get(from) ?? { documents: [], validator: undefined, indexes: [] });
    store.delete(from);
    return {};
  },
  listIndexes: ({ listIndexes, $db }, { indexes }) =>
    cursor(`${String($db)}.${String(listIndexes)}`, indexes),
  dropIndexes: ({ index }, collection) => {
    collection.indexes = collection.indexes.filter(({ name }) => name !== index);
    return {};
  },
  createIndexes: ({ indexes }, collection) => {
    const missing = (indexes as readonly Index[]).filter(
      (index) => !collection.indexes.some(({ name }) => name === index.name),
    );
    const all = { ...collection, indexes: missing };
    for (const document of collection.documents) check(all, document, document, true);
    collection.indexes.push(...missing);
    return {};
  },
  insert: ({ documents }, collection) =>
    writes(documents as readonly Document[], (document) => {
      check(collection, document);
      if (collection.documents.some((other) => matches(other, { _id: document["_id"] })))
        throw new Refusal(11_000, "E11000 duplicate key error", { keyPattern: { _id: 1 } });
      collection.documents.push(document);
      return 1;
    }),
  find: ({ find, filter, sort, skip, limit, $db }, collection) => {
    const found = collection.documents.filter((document) => matches(document, (filter ?? {}) as Document));
    if (sort) found.sort(sortBy(sort as Document));
    const start = Number(skip ?? 0);
    const page = found.slice(start, limit ? start + Math.abs(Number(limit)) : undefined);
    return cursor(`${String($db)}.${String(find)}`, page);
  },
  aggregate: ({ aggregate: name, pipeline, $db }, { documents }) =>
    cursor(`${String($db)}.${String(name)}`, aggregate(documents, pipeline as readonly Document[])),
  update: ({ updates, bypassDocumentValidation }, collection) =>
    writes(updates as readonly Document[], ({ q, u, multi }) => {
      const found = collection.documents.filter((document) => matches(document, q));
      const changed = multi ? found : found.slice(0, 1);
      for (const document of changed) {
        const after = update(document, u);
        check(collection, after, document, Boolean(bypassDocumentValidation));
        collection.documents = collection.documents.map((other) => (other === document ? after : other));
      }
      return changed.length;
    }),
  delete: ({ deletes }, collection) =>
    writes(deletes as readonly Document[], ({ q, limit }) => {
      const found = collection.documents.filter((document) => matches(document, q));
      const gone = new Set(limit ? found.slice(0, 1) : found);
      collection.documents = collection.documents.filter((document) => !gone.has(document));
      return gone.size;
    }),
  findAndModify: ({ query, update: change, remove, upsert }, collection) => {
    const found = collection.documents.find((candidate) => matches(candidate, query as Document));
    if (!found && !upsert) return { value: null };
    const document = found ?? (query as Document);
    if (!found) collection.documents.push(document);
    if (remove) {
      collection.documents = collection.documents.filter((other) => other !== document);
      return { value: document };
    }
    const after = update(document, change as Document);
    check(collection, after, document);
    collection.documents = collection.documents.map((other) => (other === document ? after : other));
    return { value: after };
  },
};

const hello: Document = {
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16 * 1024 * 1024,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
  readOnly: false,
};

function answer(command: Document, store: Store): Document {
  const name = Object.keys(command)[0] ?? "";
  if (/^(hello|ismaster)$/i.test(name)) return { ...hello, ok: 1 };
  const run = commands[name];
  if (!run)
    return {
      ok: 0,
      code: 59,
      codeName: "CommandNotFound",
      errmsg: `no such command: '${name}'; set MONGODB_URL to test with MongoDB`,
    };
  const key = `${String(command["$db"])}.${String(command[name])}`;
  const stored = typeof command[name] === "string";
  const collection = store.get(key) ?? { documents: [], validator: undefined, indexes: [] };
  if (stored) store.set(key, collection);
  try {
    return { ...run(command, collection, store), ok: 1 };
  } catch (error) {
    if (error instanceof Refusal) return { ok: 0, ...error.answer };
    return {
      ok: 0,
      code: 2,
      errmsg: `${error instanceof Error ? error.message : String(error)} Set MONGODB_URL to test with MongoDB.`,
    };
  }
}

/** A running server and its address. */
export interface Mongo {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on a free port of the loopback interface. */
export async function startMongo(): Promise<Mongo> {
  const store: Store = new Map();
  const server = createServer((socket) => {
    const framer = new Framer();
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      for (const message of framer.push(chunk)) {
        const request = readRequest(message);
        socket.write(writeReply(request, answer(request.command, store)));
      }
    });
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `mongodb://127.0.0.1:${port}/test`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
