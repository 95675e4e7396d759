import { describe as suite, expect, it } from "vitest";
import { describe } from "./index.ts";

/** What is said of a field: as a phrase, as a sentence, and what it means. */
const sayings = [
  ["label", "required", "is required", { required: true }],
  ["label", "can't be empty", "must always be entered", { required: true }],
  ["label", "may be empty", "isn't always known", { required: false }],
  ["label", "nullable", "need not be given", { required: false }],
  ["label", "no duplicates", "may only exist once", { unique: true }],
  [
    "label",
    "unique, max 40 characters",
    "is unique and up to 40 characters long",
    { unique: true, maxLength: 40 },
  ],
  ["label", "fixed length of 8", "has exactly eight letters", { minLength: 8, maxLength: 8 }],
  ["label", "40 characters max", "must not be longer than 40 characters", { maxLength: 40 }],
  ["weight", "1-99", "lies between 1 and 99", { min: 1, max: 99 }],
  ["weight", "max 1,000", "can't be higher than 1,000", { max: 1000 }],
  ["weight", "5 or more", "may not be lower than 5", { min: 5 }],
  ["language", "en unless specified", "falls back to en", { default: "en" }],
  [
    "paid",
    "boolean, default false",
    "is a boolean which defaults to false",
    { type: "boolean", default: false },
  ],
  ["contact", "valid e-mail address", "is an email address", { format: "email" }],
  ["seen", "set automatically", "is set by the system", { auto: true }],
  [
    "fit",
    "small (default), medium or large",
    "is one of small, medium and large, small by default",
    { values: ["small", "medium", "large"], default: "small" },
  ],
  ["fit", "S/M/L", "is either S, M or L", { values: ["S", "M", "L"] }],
] as const;

const phrased: Readonly<Record<string, (name: string, phrase: string) => string>> = {
  "in parentheses": (name, phrase) => `A ticket has a place, a ${name} (${phrase}) and a colour.`,
  "in a bullet": (name, phrase) => `Ticket\n- place\n- **${name}**: ${phrase}\n- colour`,
  "behind a dash": (name, phrase) => `Ticket:\n1. place\n2. ${name} - ${phrase}\n3. colour`,
  "in brackets": (name, phrase) => `ticket: place, ${name} [${phrase}], colour`,
  "in a table": (name, phrase) =>
    `# Ticket\n\n| field | notes |\n| --- | --- |\n| place | |\n| ${name} | ${phrase} |\n| colour | - |`,
};
const told: Readonly<Record<string, (name: string, sentence: string) => string>> = {
  "as a clause": (name, sentence) => `Tickets have a place, a colour and a ${name}, which ${sentence}.`,
  "of what belongs to it": (name, sentence) =>
    `A ticket has a place, a ${name} and a colour. Its ${name} ${sentence}.`,
  "of a ticket's": (name, sentence) =>
    `A ticket has a place, a ${name} and a colour. A ticket's ${name} ${sentence}.`,
  "of one of a ticket": (name, sentence) =>
    `A ticket has a place, a ${name} and a colour, where the ${name} ${sentence}.`,
  "behind but": (name, sentence) =>
    `A ticket has a place, a ${name} and a colour, but the ${name} ${sentence}.`,
};

const expected = (name: string, means: object) => [
  {
    name: "Ticket",
    relations: [],
    actions: [],
    fields: expect.arrayContaining([
      { name: "place", type: "string" },
      { name: "colour", type: "string" },
      expect.objectContaining({ name, ...means }),
    ]),
  },
];

suite("what is said of a field, wherever it stands", () => {
  it.each(Object.entries(phrased))("%s", (_, frame) => {
    for (const [name, phrase, , means] of sayings) {
      const { resources } = describe(frame(name, phrase));
      expect(resources, frame(name, phrase)).toEqual(expected(name, means));
      expect(resources[0]?.fields, frame(name, phrase)).toHaveLength(3);
    }
  });

  it.each(Object.entries(told))("%s", (_, frame) => {
    for (const [name, , sentence, means] of sayings) {
      const { resources } = describe(frame(name, sentence));
      expect(resources, frame(name, sentence)).toEqual(expected(name, means));
      expect(resources[0]?.fields, frame(name, sentence)).toHaveLength(3);
    }
  });

  it("reads several fields of one sentence, and what goes on about them", () => {
    const text =
      "A ticket has a place, a label and a colour. The label and the colour must be unique. They are required.";
    expect(describe(text).resources[0]?.fields).toEqual([
      { name: "place", type: "string" },
      { name: "label", type: "string", unique: true, required: true },
      { name: "colour", type: "string", unique: true, required: true },
    ]);
  });

  it("reads flags, defaults and values by the heads of a table", () => {
    const text =
      "Tickets\n\n| name | type | required | default | values |\n|---|---|---|---|---|\n| label | string | yes | | |\n| seats | int | no | 4 | |\n| fit | | | | small, large |";
    expect(describe(text).resources[0]?.fields).toEqual([
      { name: "label", type: "string", required: true },
      { name: "seats", type: "integer", required: false, default: 4 },
      { name: "fit", type: "enum", required: false, values: ["small", "large"] },
    ]);
  });
});
