import { expect, it } from "vitest";
import { withoutQuestions } from "./interview.ts";

it("a list that answers a question is of what was asked about", () => {
  const text = [
    "Q: What is it for?",
    "A: A depot rents vans.",
    "Q: What do you note of a van?",
    "A: Plate, colour, seats. It can be sold.",
  ].join("\n");
  expect(withoutQuestions(text)).toBe("A depot rents vans.\nvan: Plate, colour, seats.\nIt can be sold.");
});

it("one question in a text is no transcript", () => {
  const text = "Can you build this?\nA van has a plate.";
  expect(withoutQuestions(text)).toBe(text);
});
