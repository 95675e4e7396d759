import { expect, it } from "vitest";
import type { Host } from "./host.ts";
import { connectionParts } from "./reuse.ts";

const partsOf = (text: string) =>
  connectionParts({ sources: [{ path: "src/db.ts", text }] } as unknown as Host);

it("takes each setting of a connection from its own value, also in one line", () => {
  const variables = "password: process.env.DB_SECRET, database: process.env.DB_NAME }";
  expect(partsOf(`const pool = { host: "localhost", user: "app", ${variables};`)).toBeUndefined();
  expect(
    partsOf(`{ database: { host: process.env.DB_HOST, user: process.env.DB_USER, ${variables} }`),
  ).toEqual({
    host: "DB_HOST",
    user: "DB_USER",
    password: "DB_SECRET",
    database: "DB_NAME",
  });
});

it("reads a long line in linear time", () => {
  expect(partsOf(`database: process.env.DB_NAME\n${"user:".repeat(200_000)}`)).toBeUndefined();
});
