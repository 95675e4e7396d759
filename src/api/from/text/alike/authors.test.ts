import { describe as suite, expect, it } from "vitest";
import { describe } from "../index.ts";

const read = (text: string): readonly string[] =>
  describe(text)
    .resources.map(
      ({ name, fields, relations, actions }) =>
        `${name}: ${fields.map((field) => JSON.stringify(field, Object.keys(field).toSorted())).join(" ")} | ${relations.map(({ kind, target }) => `${kind} ${target}`).join(", ")} | ${actions.join(" ")}`,
    )
    .toSorted();

const kennel = "A kennel has a name, a street and a size (small, medium or large).";
const dog = "A dog has a nickname, a weight (number) and a state.";
const both = `${kennel} ${dog}`;

/** What is said in a sentence of its own, and the same behind its field. */
const apart: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "name",
    "name (unique)",
    [
      "Names are unique.",
      "No two kennels share a name.",
      "Two kennels can't have the same name.",
      "There can't be two kennels with the same name.",
      "Duplicate names are rejected.",
      "Each name may be used only once.",
      "A kennel's name must be unique.",
      "Every kennel has its own name.",
    ],
  ],
  [
    "street",
    "street (required)",
    [
      "Streets are mandatory.",
      "A kennel without a street is invalid.",
      "You can't save a kennel without a street.",
      "Required fields: street.",
      "Leaving the street empty is not allowed.",
    ],
  ],
  [
    "weight (number)",
    "weight (number, at least 0)",
    ["Weights can't be negative.", "Negative weights are not allowed.", "There are no weights below zero."],
  ],
  [
    "weight (number)",
    "weight (number, 2 to 90)",
    ["Weights range from 2 to 90.", "The weight can't be below 2 or above 90.", "Valid weights are 2 to 90."],
  ],
  [
    "nickname",
    "nickname (at most 20 characters)",
    ["Nicknames longer than 20 characters are rejected.", "The nickname is limited to 20 characters."],
  ],
  [
    "size (small, medium or large)",
    "size (small, medium or large; default medium)",
    [
      "The default size is medium.",
      "If no size is given, it is medium.",
      "New kennels have the size medium.",
      "Unless told otherwise the size is medium.",
    ],
  ],
  [
    "state",
    "state (calm, shy or wild)",
    [
      "Possible states are calm, shy and wild.",
      "We distinguish the states calm, shy and wild.",
      "States can be calm, shy or wild.",
      "Allowed values for the state are calm, shy and wild.",
    ],
  ],
];

suite("a rule that is said apart is said of its field", () => {
  it.each(apart.flatMap(([from, to, all]) => all.map((sentence) => [sentence, from, to] as const)))(
    "%s",
    (sentence, from, to) => {
      const [said, plain] = [read(`${both} ${sentence}`), read(both.replace(` ${from}`, ` ${to}`))];
      expect(plain).not.toEqual(read(both));
      expect(said).toEqual(plain);
    },
  );

  it("what is told of a record only makes no rule", () => {
    const fields = describe(`${both} Dogs are washed and groomed.`).resources.flatMap((one) => one.fields);
    expect(fields.filter((one) => one.unique || one.min !== undefined || one.required)).toEqual([]);
  });
});

const list = "a name, a street and a size (small, medium or large)";
suite("who enters what means what is had", () => {
  it.each([
    `As an owner, I want to register kennels with ${list}, so that dogs find them.`,
    `As an admin I can add a kennel with ${list}.`,
    `I want to be able to add kennels with ${list}.`,
    `Staff register kennels, each with ${list}.`,
    `As an owner I want to enter ${list} when I add a kennel.`,
    `Whoever adds a kennel enters ${list}.`,
    `When someone opens a kennel, they give ${list}.`,
    `The system should store ${list} for each kennel.`,
    `There are kennels (each with ${list}).`,
    `There are kennels. Each one has ${list}.`,
    `The kennel entity has ${list}.`,
    `Let each kennel have ${list}.`,
    "The fields of a kennel are name, street and size (small, medium or large).",
  ])("%s", (said) => {
    expect(read(`${said} ${dog}`)).toEqual(read(both));
  });
});

const notes = read(
  "Kennel: name (string, required), size (small|large)\nDogTag: label (string), price (number)",
);
suite("records are the same in any layout", () => {
  it.each([
    "model Kennel {\n  name: string // required\n  size: small|large\n}\n\nmodel DogTag {\n  label: string\n  price: number\n}",
    "type Kennel = {\n  name!: string;\n  size: small|large;\n};\n\ntype DogTag = {\n  label: string;\n  price: number;\n};",
    "class Kennel:\n    name: string  # required\n    size: small|large\n\nclass DogTag:\n    label: string\n    price: number",
    "Kennel\nname: string, required\nsize: small, large\n\nDog tag\nlabel: string\nprice: number",
    "Kennel\n------\n- name (string, required)\n- size (small, large)\n\nDog tag\n-------\n- label (string)\n- price (number)",
    "Kennel:\na) name (string, required)\nb) size (small, large)\n\nDog tag:\na) label (string)\nb) price (number)",
    "Kennel\n\nField | Type | Rules\n--- | --- | ---\nname | string | required\nsize | small/large |\n\nDog tag\n\nField | Type | Rules\n--- | --- | ---\nlabel | string |\nprice | number |",
    "Kennel | name (string, required), size (small, large)\nDogTag | label (string), price (number)",
    "Kennel = name (string, required), size (small, large)\nDogTag = label (string), price (number)",
    "[Kennel] name (string, required), size (small, large)\n[DogTag] label (string), price (number)",
    "Kennel: name:string (required), size (small|large)\nDogTag: label:string, price:number",
    "Kennel (name (string, required), size (small, large))\nDogTag (label (string), price (number))",
  ])("%s", (said) => {
    expect(read(said)).toEqual(notes);
  });

  it("a name in one word is the same record as in two", () => {
    expect(read("DogTag: label, price\nEach dog tag can be lost. Dog tags can be sold.")).toEqual([
      'DogTag: {"name":"label","type":"string"} {"name":"price","type":"number"} |  | lose sell',
    ]);
  });
});

suite("how two records stand to each other", () => {
  it.each([
    "We also store which kennel a dog belongs to.",
    "Dogs are grouped by kennel.",
    "Many dogs can belong to the same kennel.",
    "A dog can't exist without a kennel.",
    "Kennel (1) to dog (n).",
  ])("%s", (said) => {
    expect(read(`${both} ${said}`)).toEqual(read(`${both} Each dog belongs to a kennel.`));
  });

  it.each([
    "A dog can have many kennels and vice versa.",
    "Dog <-> kennel.",
    "Dogs are linked to kennels many to many.",
    "Any dog can have any number of kennels, and any kennel any number of dogs.",
    "Several kennels can belong to a dog and several dogs to a kennel.",
  ])("%s", (said) => {
    expect(read(`${both} ${said}`)).toEqual(
      read(`${both} A dog has many kennels and a kennel has many dogs.`),
    );
  });
});

suite("sentences that say two things", () => {
  it.each([
    ["Names are unique and must be given.", "Names are unique. Names must be given."],
    [
      "The weight can't be negative and starts at 5.",
      "The weight can't be negative. The weight is 5 by default.",
    ],
    ["Weights are at most 90 and nicknames are required.", "Weights are at most 90. Nicknames are required."],
    [
      "A dog's kennel is kept by one owner, who leaves a phone number and an email.",
      "A dog's kennel is kept by one owner. An owner has a phone number and an email.",
    ],
    [
      "Walks belong to a dog and a kennel and keep a date.",
      "Walks belong to a dog and a kennel. Walks have a date.",
    ],
    [
      "A kennel's walks each include a date and a distance.",
      "Each walk belongs to a kennel. Each walk has a date and a distance.",
    ],
    [
      "Walks are ordered by a dog and paid by a kennel.",
      "Walks are ordered by a dog. Walks are paid by a kennel.",
    ],
    [
      "We know an owner's phone and email and a walk's date.",
      "An owner has a phone and an email. A walk has a date.",
    ],
  ])("%s", (said, plain) => {
    expect(read(`${both} ${said}`)).toEqual(read(`${both} ${plain}`));
    expect(read(`${both} ${said}`)).not.toEqual(read(both));
  });

  it.each([
    ["leads to nothing", "Can you make me something for our kennels? Kennel: name, street"],
    ["only opens", "Quick one: Kennel: name, street"],
    ["above bullets", "Things to keep per kennel:\n- name\n- street"],
    ["above methods", "schema Kennel\n  name string\n  street string"],
  ])("a line that %s names no record", (_, said) => {
    expect(read(said)).toEqual(read("Kennel: name, street"));
  });

  it("a deed of a list is of the record that stands with it", () => {
    expect(read(`${both} Operations: close kennel, wash dog.`)).toEqual(
      read(`${both} You can close a kennel. You can wash a dog.`),
    );
  });
});

suite("what can be done", () => {
  it.each([
    "As a keeper I want to wash, groom and bill dogs.",
    "Only admins can wash, groom and bill dogs.",
    "Staff wash, groom and bill dogs.",
    "Dogs are washed, groomed and billed by staff.",
    "Dog actions: wash, groom, bill.",
    "Add washing, grooming and billing for dogs.",
    "\nWhat you can do with a dog:\n- wash\n- groom\n- bill",
  ])("%s", (said) => {
    expect(read(`${both} ${said}`)).toEqual(read(`${both} Dogs can be washed, groomed and billed.`));
  });
});
