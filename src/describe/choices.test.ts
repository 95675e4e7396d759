import { describe, expect, it } from "vitest";
import { readText } from "./read.ts";

const text =
  "A building has rooms. A room has a code (unique) and perks. A course has a title and has students. A student has a name.";

describe("readings that are near each other", () => {
  const { choices } = readText(text);

  it("are shown with what was taken, three at most", () => {
    expect(choices).toEqual([
      {
        id: "many Course Student",
        taken: "One course has many students, and each student belongs to one course.",
        other: "courses and students are many to many",
      },
      {
        id: "unique Room code",
        taken: "No two rooms have the same code.",
        other: "the code is unique within its building",
      },
      {
        id: "list Room perks",
        taken: "The perks of a room are a list of texts.",
        other: "they are records of their own, each with a name",
      },
    ]);
  });

  it("change to the other by their ids", () => {
    const { resources } = readText(text, new Set(choices.map(({ id }) => id)));
    const of = (name: string) => resources.find((resource) => resource.name === name);
    expect(of("Course")?.relations).toEqual([{ kind: "manyToMany", target: "Student" }]);
    expect(of("Room")?.fields).toMatchObject([{ name: "code", within: "Building" }]);
    expect(of("Room")?.relations).toContainEqual({ kind: "hasMany", target: "Perk" });
    expect(of("Perk")?.fields).toEqual([{ name: "name", type: "string" }]);
  });

  it("are none where the text says which", () => {
    expect(readText("A course has many students, and a student has many courses.").choices).toEqual([]);
    expect(readText("A hotel has rooms. A room has a code, unique per hotel.").choices).toEqual([]);
  });
});
