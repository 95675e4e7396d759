import { expect, it } from "vitest";
import { ts } from "./typescript.ts";

it.each([NaN, Infinity, -Infinity, -0, 0, 1e21, 5e-324, -1.5])(
  "the literal of the number %s evaluates to it",
  (number) => {
    const value: unknown = new Function(`return ${ts`${{ list: [number] }}`.text};`)();
    expect(value).toStrictEqual({ list: [number] });
  },
);
