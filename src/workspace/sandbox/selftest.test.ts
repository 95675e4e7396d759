import { expect, it } from "vitest";
import { userId } from "./selftest.ts";

it("runs as a user that no list of the system names", () => {
  const unlisted = (): never => {
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  expect(userId(unlisted)).toBeUndefined();
  expect(userId(() => ({ uid: 7 }))).toBe(7);
});
