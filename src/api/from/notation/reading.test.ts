import { expect, it } from "vitest";
import { fieldOf } from "./reading.ts";

const bounds = (draft: { readonly minLength?: number; readonly maxLength?: number }) => {
  const { schema, secret } = fieldOf({ name: "password", type: "string", ...draft });
  return [schema["minLength"], schema["maxLength"], secret];
};

it("gives passwords the bounds of their type, unless a text states others", () => {
  expect(bounds({})).toEqual([12, 72, true]);
  expect(bounds({ minLength: 8 })).toEqual([8, 72, true]);
  expect(bounds({ maxLength: 10 })).toEqual([10, 10, true]);
  expect(bounds({ minLength: 4, maxLength: 10 })).toEqual([4, 10, true]);
});
