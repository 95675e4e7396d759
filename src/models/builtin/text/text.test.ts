import { describe, expect, it } from "vitest";
import { dates, formatDate } from "./dates.ts";
import { expressions } from "./expressions.ts";
import { literal } from "./literals.ts";
import { read } from "./mentions.ts";
import { numbers } from "./numbers.ts";
import { tokenise, words } from "./tokens.ts";
import { converted, sameUnit, unitAfter } from "./units.ts";

const today = Date.UTC(2026, 10, 21, 12);
const mentionsOf = (text: string) => read(text, today).mentions.map(({ kind, text: of }) => `${kind}:${of}`);

describe("tokens", () => {
  it("share a stem across inflections, and know function words", () => {
    const [prices, of, cities] = tokenise("prices of cities");
    expect(prices?.stem).toBe(tokenise("price")[0]?.stem);
    expect(of?.stop).toBe(true);
    expect(cities?.stem).toBe(tokenise("city")[0]?.stem);
  });
  it("take identifiers apart", () => {
    expect(words("turnsPerMeter")).toEqual(["turns", "per", "meter"]);
    expect(words("get_HTTPResponse2")).toEqual(["get", "http", "response", "2"]);
  });
});

describe("numbers", () => {
  it.each([
    ["costs $20,000.50", [20000.5]],
    ["a rate of 3.5%", [3.5]],
    ["from -2 to 1e-9", [-2, 1e-9]],
    ["about 3 million and 5k", [3_000_000, 5000]],
    ["twenty-five people and a dozen eggs", [25, 12]],
    ["two thousand and five", [2005]],
    ["years 2010-2015", [2010, 2015]],
    ["the 19th century", [19]],
    ["another one", []],
    ["1. first item\n2. next", [1]],
  ])("%s", (text, values) => {
    expect(numbers(text).map(({ value }) => value)).toEqual(values);
  });
});

describe("units", () => {
  it("are read behind numbers, compared and converted", () => {
    expect(unitAfter(" m/s^2 for")?.unit).toBe("m/s^2");
    expect(unitAfter("cm wide")?.unit).toBe("cm");
    expect(unitAfter(" apples")).toBeUndefined();
    expect(sameUnit("km", "kilometers")).toBe(true);
    expect(converted(2, "hours", "minutes")).toBe(120);
    expect(converted(5, "kg", "km")).toBeUndefined();
  });
});

describe("dates", () => {
  it("are told from lengths of time, and ranges give both ends", () => {
    expect(dates("for 5 days", today)).toEqual([]);
    expect(dates("in the next 72 hours", today)).toEqual([]);
    expect(dates("from March 10, 2022 to March 20, 2022", today).map(({ day }) => day)).toEqual([10, 20]);
  });
  it("are written as the description wants", () => {
    const [date] = dates("on 10th December 2022", today);
    expect(formatDate(date!, "The date in YYYY-MM-DD format")).toBe("2022-12-10");
    expect(formatDate(date!, "The date, DD/MM/YYYY")).toBe("10/12/2022");
    const [relative] = dates("see you next friday", today);
    expect(formatDate(relative!, "When it is")).toBe("next friday");
    expect(formatDate(relative!, "", "date")).toMatch(/^2026-11-2\d$/);
  });
});

describe("expressions", () => {
  it("are formulas, not units", () => {
    expect(expressions("integrate y = 3x^2 + 2x - 4 over it").map(({ text }) => text)).toEqual([
      "3x^2 + 2x - 4",
    ]);
    expect(expressions("a volume of 10 m^3")).toEqual([]);
  });
});

describe("literals", () => {
  it("reads data as people write it", () => {
    expect(literal("['a', 'b']")).toEqual(["a", "b"]);
    expect(literal("{a: 1, 'b': True}")).toEqual({ a: 1, b: true });
    expect(literal("(1, 2)")).toEqual([1, 2]);
    expect(literal("[not closed")).toBeUndefined();
  });
});

describe("mentions", () => {
  it.each([
    ["Fly from New York to Paris, France", ["name:New York", "name:Paris, France"]],
    ["Play 'Toy Story 4' at 7:30 pm", ["quoted:Toy Story 4", "date:7:30 pm"]],
    ["mail ann@example.com about /tmp/a.txt", ["address:ann@example.com", "address:/tmp/a.txt"]],
    ["sort [3, 1, 2]", ["list:[3, 1, 2]"]],
    ["a car at 440Hz and 80 BPM", ["number:440", "number:80"]],
    ["from 123 Main Street, Springfield, IL", ["name:123 Main Street, Springfield, IL"]],
    ["Find the University of Oxford", ["name:University of Oxford"]],
  ])("%s", (text, expected) => expect(mentionsOf(text)).toEqual(expected));

  it("keeps what the writer calls it", () => {
    expect(read("with a=1 and name: 'x'", today).mentions.map(({ label }) => label)).toEqual(["a", "name"]);
  });
  it("stays quick on hostile text", () => {
    for (const hostile of [
      "(".repeat(5000),
      "'".repeat(5000),
      "1,".repeat(5000),
      "A ".repeat(3000),
      "x^".repeat(3000),
      "a".repeat(50_000),
    ])
      expect(read(hostile, today).text.length).toBeLessThanOrEqual(hostile.length);
  });
});
