/** Every limit of the server; times in milliseconds, sizes in bytes. */
export const limits = {
  body: 32 << 20,
  /** Of a body that no thread reads: nobody else is served while it is parsed. */
  parsedBody: 1_000_000,
  /** Of all bodies of requests under way. */
  bodies: 512 << 20,
  /** Deeper JSON is refused before anything walks the value. */
  depth: 256,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 30_000,
  /** Silence after which a stream carries a ping. */
  heartbeat: 15_000,
  /** How long a client may leave a stream unread before it is dropped. */
  stall: 60_000,
  /** How long close() takes requests yet while `/readyz` says 503, so that a balancer sends no more. */
  unready: 0,
  /** How long close() lets answers finish before it cuts them. */
  grace: 10_000,
  /** How long one request's own work may take: reading it, checking its schemas, the built-in model's answer. */
  work: 10_000,
  /** After which work is slow: it never has all the threads. */
  slowWork: 1000,
  /** How many slow works of one client may wait; a further one is answered with 429. */
  waitingWork: 4,
  /** Megabytes that such work may hold. */
  workMemory: 1024,
  /** How long a thread for such work waits for more before it ends. */
  idleWork: 300_000,
  /** Wrong keys of administration from one address in a minute; then all of its keys are refused there. */
  guesses: 10,
  /** Text that waits to be written in one go: more than one turn reads of a connection. */
  batch: 72 << 10,
} as const;
/** Bounds of a server: bytes, milliseconds and counts, as `limits` documents each. */
export type Limits = { readonly [name in keyof typeof limits]: number };
