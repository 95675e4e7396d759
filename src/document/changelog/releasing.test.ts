import { expect, it } from "vitest";
import { refuseBackwards } from "./releasing.ts";

const tag = (version: string): { tag: string; version: string; date: string } => ({
  tag: `v${version}`,
  version,
  date: "2026-01-01",
});

it("refuses a version before one that this history has released", () => {
  expect(() => refuseBackwards("1.2.10", [tag("1.2.9"), tag("2.0.0")])).toThrow(/1\.2\.10, but v2\.0\.0/);
  expect(() => refuseBackwards("1.2.10", [tag("1.2.9"), tag("1.2.8"), tag("1.3.0-beta.1")])).not.toThrow();
});
