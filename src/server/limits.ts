/** All limits of the server; times in milliseconds, sizes in bytes. */
export const limits = {
  body: 32 << 20,
  /** Maximum size of a body parsed on the main thread, which blocks all other requests meanwhile. */
  parsedBody: 1_000_000,
  /** Total size of the bodies of open requests. */
  bodies: 512 << 20,
  /** Maximum JSON depth, checked before anything walks the value. */
  depth: 256,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 30_000,
  /** Idle time after which a stream sends a ping. */
  heartbeat: 15_000,
  /** How long a client may leave a stream unread before it is disconnected. */
  stall: 60_000,
  /** How long close() still accepts requests while `/readyz` returns 503, so that a load balancer stops sending. */
  unready: 0,
  /** How long close() waits for responses before it aborts them. */
  grace: 10_000,
  /** Time limit for one request's own work: parsing it, checking its schemas, the built-in model's response. */
  work: 10_000,
  /** Time after which work counts as slow; slow work never occupies all threads. */
  slowWork: 1000,
  /** How many slow jobs of one client may wait; more are answered with 429. */
  waitingWork: 4,
  /** Memory limit of such work, in megabytes. */
  workMemory: 400,
  /** How long an idle worker thread waits for jobs before it ends. */
  idleWork: 300_000,
  /** Wrong admin keys per address and minute; then all admin keys from that address are refused. */
  guesses: 10,
  /** Characters written at once: more than one turn reads from a connection. */
  batch: 72 << 10,
} as const;
/** The server's limits: bytes, milliseconds and counts, as documented in `limits`. */
export type Limits = { readonly [name in keyof typeof limits]: number };
