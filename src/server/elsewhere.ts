/** Paths that clients of this or other protocols request but that aren't served, with advice. */
const instead: readonly (readonly [path: RegExp, advice: string])[] = [
  [/^\/v1\/messages\/batches(\/|$)/, "Batches are not served here; send each request to /v1/messages."],
  [/^\/v1\/files(\/|$)/, "Files are not served here; send their content within the request."],
  [/^\/v1\/skills(\/|$)/, "Skills are not served here."],
  [
    /^\/(v1\/)?(completions|complete|embeddings)$/,
    "This server speaks POST /v1/messages, /v1/chat/completions and /v1/responses.",
  ],
  [/^\/messages(\/|$)/, "The path begins with /v1: does the client's base URL have to end in it?"],
  [/^\/(ui|metrics)\/?$/, "It needs an admin key: ANTIPHON_ADMIN_KEY=a-long-secret antiphon serve."],
  [/^\/v1\/v1\//, "The path has /v1 twice: the client adds it to its base URL itself."],
  [/^\/+v1\/.*\/$|^\/\/+v1\//, "The path has a slash too many."],
];

/** The error message for a path that isn't served. */
export function notFound(path: string): string {
  const advice = instead.find(([pattern]) => pattern.test(path))?.[1];
  return `Not found: ${path.slice(0, 200)}${advice === undefined ? "" : `. ${advice}`}`;
}
