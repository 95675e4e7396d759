/** Exact versions of what generated TypeScript projects use; all of them run on Node 20.19 and later. */
export const versions = {
  "@electric-sql/pglite": "0.5.16",
  "@oxc-node/core": "0.1.7",
  "@types/express": "5.0.6",
  "@types/node": "24.19.2",
  "@types/pg": "8.23.1",
  express: "5.3.0",
  oxlint: "1.94.0",
  pg: "8.23.1",
  typescript: "7.0.2",
  vitest: "4.1.12",
  zod: "4.6.7",
} as const;
