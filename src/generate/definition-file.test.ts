import { describe, expect, it } from "vitest";
import { followed, withSettings } from "./definition-file.ts";

const nothing = { framework: undefined, database: undefined, testFramework: undefined };
const recorded = { framework: "nestjs", database: "prisma", testFramework: "jest" };

describe("what a later run is for", () => {
  it("follows the project where nothing else is asked for", () => {
    expect(followed(nothing, recorded, false)).toEqual(recorded);
    expect(followed({ ...nothing, database: "prisma" }, recorded, false)).toEqual(recorded);
  });

  it("is nothing else by accident", () => {
    expect(() => followed({ ...nothing, database: "postgres" }, recorded, false)).toThrow(
      "generated for nestjs, prisma, jest, not for postgres",
    );
  });

  it("moves on purpose, and then takes what goes with it", () => {
    const choice = { ...nothing, framework: "fastapi" };
    expect(followed(choice, recorded, true)).toEqual(choice);
    const hono = { ...nothing, framework: "hono" };
    const express = { framework: "express", database: "prisma", testFramework: "vitest" };
    expect(followed(hono, express, true)).toEqual({ ...express, framework: "hono" });
  });

  it("takes settings of the file for asked only where the project is something else", () => {
    const fastapi = { ...nothing, framework: "fastapi" };
    expect(withSettings(fastapi, recorded, recorded)).toEqual(fastapi);
    expect(withSettings(nothing, { ...recorded, database: "postgres" }, recorded).database).toBe("postgres");
  });
});
