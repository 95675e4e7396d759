import { expect, it } from "vitest";
import type { Spec, SpecSchema } from "../../api/index.ts";
import { membersOf } from "./members.ts";

const membersIn = (schemas: Readonly<Record<string, SpecSchema>>, name: string) =>
  membersOf({ schemas } as Spec, schemas[name] ?? {}); // all that it reads
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it("reads parts once that several parts share", () => {
  let reads = 0;
  const level = (n: number): SpecSchema => ({
    get allOf() {
      reads += 1;
      return n === 10 ? [{ properties: { a: {} } }] : [ref(`S${n + 1}`), ref(`S${n + 1}`)];
    },
  });
  const schemas = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`S${n}`, level(n)]));
  expect([...(membersIn(schemas, "S0")?.properties.keys() ?? [])]).toEqual(["a"]);
  expect(reads).toBe(11);
});

it("finds none in an object that is a part of itself", () => {
  const schemas = { A: { allOf: [ref("B")] }, B: { properties: { a: {} }, allOf: [ref("A")] } };
  expect(membersIn(schemas, "A")).toBeUndefined();
});
