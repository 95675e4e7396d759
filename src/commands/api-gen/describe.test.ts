import { describe, expect, it } from "vitest";
import { definitionFromYaml, type ApiDefinition } from "../../api/index.ts";
import { ApiError, type MessagesRequest } from "../../messages/index.ts";
import type { Model } from "../../models/index.ts";
import { answer, scripted, use, written, type Line } from "../../models/scripted.suite.ts";
import { project } from "../session.suite.ts";
import { describe as read, fromEnglish } from "./describe.ts";
import type { There } from "./propose.ts";

const text = "A book has a title (required) and a unique isbn.";
const ship = {
  resources: { Ship: { fields: { name: "string required 1..80" } } },
  assumed: ["Ships have names"],
};
const call = (input: object, id = "toolu_1"): Line =>
  answer([{ ...use(id, "define_api"), input: structuredClone(input) as never }]); // JSON, written above
const nothing = { now: undefined, before: undefined, paths: [] };
const idle = new AbortController().signal;

async function reading(model: Model | undefined, signal = idle) {
  const notes: string[] = [];
  const session = await project({}).open(model ? { model, shell: false } : { shell: false });
  // Retries wait on the clock: here they don't wait, and the total time never runs out.
  const sleep = (milliseconds: number): Promise<void> =>
    milliseconds < 100_000 ? Promise.resolve() : new Promise(() => undefined);
  const clock = { now: () => 0, sleep };
  const readingSession = { ...session, clock, note: (line: string) => notes.push(line) };
  return { proposal: await read(text, { session: readingSession, signal }, nothing), notes };
}
const content = (request: MessagesRequest | undefined): string => JSON.stringify(request?.messages);

describe("a description in English", () => {
  it("is read by the parser where no model is configured", async () => {
    const { proposal, notes } = await reading(undefined);
    expect(proposal.names).toEqual(["Book"]);
    expect(notes).toEqual([]);
  });

  it("goes by a name of which nothing is said, as the name alone does", async () => {
    const session = await project({}).open({ shell: false });
    const { api, assumed } = await read("a simple todo list", { session, signal: idle }, nothing);
    expect(api.resources[0]?.fields.map(({ name }) => name)).toContain("done");
    expect(assumed.join()).toContain("usually keeps");
    const unknown = await read("my spaceship engines", { session, signal: idle }, nothing);
    expect(unknown.api.resources[0]?.fields.map(({ name }) => name)).toEqual(["name", "description"]);
  });

  it("is read by the model, with the parser's reading before it, through a call that is checked", async () => {
    const model = scripted(call(ship), answer("Done."));
    const { proposal, notes } = await reading(model);
    expect(proposal).toMatchObject({
      names: ["Book", "Ship"],
      assumed: [
        "Ships have names",
        "The model's own, as no word of the description says it: Ship, Ship.name.",
        "Left out by the model, and read without it: Book.",
      ],
      ignored: [],
    });
    expect(proposal.api.operations.map(({ path }) => path)).toContain("/api/ships/{id}");
    expect(notes).toEqual([]);
    expect(model.asked[0]).toMatchObject({ tool_choice: { type: "tool", name: "define_api" } });
    expect(model.asked[0]?.tools?.map(({ name }) => name)).toEqual(["define_api"]);
    expect(content(model.asked[0])).toContain("isbn: string unique");
  });

  it("takes a good answer of a model as it is, and joins what it left out", async () => {
    const good = {
      resources: { Book: { fields: { title: "string required 1..200", isbn: "string unique" } } },
    };
    const { proposal } = await reading(scripted(call(good), answer("Done.")));
    expect(proposal.assumed).toEqual([]);
    expect(proposal.api.resources[0]?.fields[0]?.schema).toMatchObject({ minLength: 1 });
    const poor = { resources: { Book: { fields: { title: "string required" } } } };
    const { proposal: mended } = await reading(scripted(call(poor), answer("Done.")));
    expect(mended.api.resources[0]?.fields.map(({ name }) => name).sort()).toEqual(["isbn", "title"]);
    expect(mended.assumed).toEqual(["Left out by the model, and read without it: Book.isbn."]);
  });

  it("takes no title, description or key of a model's for what the text says", async () => {
    const vague = { title: text, resources: { Ship: { description: text, fields: { name: "string" } } } };
    const { proposal } = await reading(scripted(call(vague), answer("Done.")));
    expect(proposal.names).toEqual(["Book", "Ship"]);
    const untitled = { resources: { Book: { fields: { isbn: "string unique" } } } };
    const { proposal: titled } = await reading(scripted(call(untitled), answer("Done.")));
    expect(titled.assumed).toEqual(["Left out by the model, and read without it: Book.title."]);
  });

  it.each([
    [{ Book: {}, Author: {} }, { Book: ["Author"] }],
    [
      {
        Book: {},
        Author: {},
        Credit: { relations: { book: "belongs to Book", author: "belongs to Author" } },
      },
      {},
    ],
    [{ Book: { fields: { author: "string" } }, Author: {} }, {}],
    [{ Book: {}, Author: { fields: { books: "string[]" } } }, {}],
    [{ Book: { relations: { writers: "many to many Author" } }, Author: {} }, { Book: ["Author"] }],
  ])("keeps a relation that the model's %j has in no form", async (resources, related) => {
    const session = await project({}).open({
      model: scripted(call({ resources }), answer("Done.")),
      shell: false,
    });
    const { api } = await read("A book belongs to an author.", { session, signal: idle }, nothing);
    expect(
      Object.fromEntries(
        api.resources
          .filter(
            ({ name, relations }) =>
              name === "Book" && relations.some(({ resource }) => resource === "Author"),
          )
          .map(({ name, relations }) => [name, relations.map(({ resource }) => resource)]),
      ),
    ).toEqual(related);
  });

  it("keeps the other reading of a choice open", async () => {
    const session = await project({}).open({ shell: false });
    const courses = "A course has a title and has students. A student has a name.";
    const { choices = [], choose } = await read(courses, { session, signal: idle }, nothing);
    const [choice] = choices;
    expect(choice?.taken).toBe("One course has many students, and each student belongs to one course.");
    const kindsOf = (api: ApiDefinition | undefined) =>
      api?.resources[0]?.relations.map(({ kind }) => kind) ?? [];
    const other = await choose?.(choice?.id ?? "");
    expect(kindsOf(other?.api)).toEqual(["many-to-many"]);
    expect(kindsOf((await other?.choose?.(choice?.id ?? ""))?.api)).toEqual(["has-many"]);
  });

  it.each([
    "obliterate the pages",
    "obliterate pages",
    "zap pages of Book",
    "nuke every sequel",
    "purge books",
    "Rename pages to length; vaporize the length",
    "kick out pages",
    "switch pages somehow",
    "store pages as a number with decimals",
    "It is fine to leave the pages of a book empty",
    "Books are seldom thick",
    "Books travel to one reader",
  ])("takes nothing that is not understood of what is there for something new: %s", async (order) => {
    const session = await project({}).open({ shell: false });
    const api = definitionFromYaml("resources: { Book: { fields: { pages: integer } } }", "api.yaml");
    const there = { ...nothing, now: api };
    await expect(fromEnglish(order, { session, signal: idle }, there)).rejects.toMatchObject({
      code: "not_a_change",
      fix: expect.stringContaining('"remove points from Task"') as string,
    });
  });

  it.each(["track my books", "add menu pages", "A shelf has a number"])(
    "still reads %s",
    async (description) => {
      const session = await project({}).open({ shell: false });
      const api = definitionFromYaml("resources: { Book: { fields: { pages: integer } } }", "api.yaml");
      const { names } = await fromEnglish(description, { session, signal: idle }, { ...nothing, now: api });
      expect(names).toHaveLength(1);
    },
  );

  it("makes no resource of a verb or of no word where nothing is there yet", async () => {
    const session = await project({}).open({ shell: false });
    for (const order of [
      "obliterate the pages",
      "compare all prices",
      "validate the title",
      "sdfg hjkl wert",
    ])
      await expect(read(order, { session, signal: idle }, nothing)).rejects.toMatchObject({
        code: "not_understood",
      });
  });

  it("corrects a call that is no definition, told what is wrong", async () => {
    const wrong = { resources: { Ship: { fields: { name: "string requird" } } } };
    const model = scripted(call(wrong), call(ship, "toolu_2"), answer("Done."));
    expect((await reading(model)).proposal.names).toContain("Ship");
    expect(content(model.asked[1])).toContain("is not understood after the type");
  });

  const fallsBack: Readonly<Record<string, readonly Line[]>> = {
    "input that is no JSON": [
      written([{ id: "toolu_1", name: "define_api", json: "{]" }]),
      answer("I give up."),
    ],
    "input that does not fit its schema": [call({ resources: [] }), answer("I give up.")],
    "a definition that never gets right": Array.from({ length: 9 }, (_, i) =>
      call({ resources: { "1 x": {} } }, `toolu_${i}`),
    ),
    "words instead of a call": [answer("Here is your API: …")],
    "a call of another tool": [answer([use("toolu_1", "run", { command: "rm -rf /" })]), answer("Done.")],
    "a timeout": Array.from({ length: 9 }, () => new ApiError("timeout_error", "Too slow.")),
    "a wrong key": [new ApiError("authentication_error", "No.")],
    refusal: [answer("No.", "refusal")],
  };
  const reasons: Readonly<Record<string, string>> = {
    "a timeout": "failed: Too slow",
    "a wrong key": "failed: No",
  };
  it.each(Object.keys(fallsBack))("falls back to the parser after %s, and says so", async (name) => {
    const { proposal, notes } = await reading(scripted(...(fallsBack[name] ?? [])));
    expect(proposal.names).toEqual(["Book"]);
    const failed = reasons[name] ?? "gave no valid definition";
    expect(notes).toEqual([`The model ${failed}. This is what was read without it.`]);
  });

  it("shows nothing of a model's that could drive a terminal, and takes no name that is none", async () => {
    const evil = {
      resources: { Ship: { description: "\u001b]0;owned\u0007 \u202e x", fields: { name: "string" } } },
      assumed: ["\u001b[2Jgone"],
    };
    const { proposal } = await reading(scripted(call(evil), answer("Done.")));
    expect(JSON.stringify(proposal)).not.toMatch(/\\u001b|\\u0007|\u202e/);
    const hostile = ["../../etc/passwd", "__proto__", "constructor", "A; DROP TABLE b"].map((name, i) =>
      call(
        JSON.parse(`{"resources":{${JSON.stringify(name)}:{"fields":{"x":"string"}}}}`) as object,
        `toolu_${i}`,
      ),
    );
    expect((await reading(scripted(...hostile))).proposal.names).toEqual(["Book"]);
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const model = scripted(() => {
      controller.abort();
      return answer("late");
    });
    await expect(reading(model, controller.signal)).rejects.toThrow();
  });
});

describe("a text in a project", () => {
  const there = (text: string): There => {
    const now = definitionFromYaml(text, "api.yaml");
    return { now, before: now, paths: [] };
  };
  const gym = there("resources:\n  Course:\n    fields: { title: string required, seats: integer }\n");

  it("changes what is there, and describes the rest", async () => {
    const session = await project({}).open({ shell: false });
    const text = "Rename seats to places. A room has a number, an integer.";
    const { api, names } = await fromEnglish(text, { session, signal: idle }, gym);
    expect(names).toEqual(["Course", "Room"]);
    expect(api.resources.map(({ fields }) => fields.map(({ name }) => name))).toEqual([
      ["title", "places"],
      ["number"],
    ]);
  });

  it("keeps what a description says less of, and takes the rules that are new", async () => {
    const session = await project({}).open({ shell: false });
    const text = "A course has a title and seats, at most 30. A room has a number, an integer.";
    const { api } = await fromEnglish(text, { session, signal: idle }, gym);
    expect(api.resources[0]?.fields.map(({ name, required, schema }) => [name, required, schema])).toEqual([
      ["title", true, expect.objectContaining({ type: "string" })],
      ["seats", false, expect.objectContaining({ type: "integer", maximum: 30 })],
    ]);
  });

  it.each([
    "Only administrators can delete articles",
    "Writers can only read their own articles. Only administrators may remove a writer",
  ])("adds nothing that is usually stored for what a rule names: %s", async (text) => {
    const session = await project({}).open({ shell: false });
    const resource = (name: string): string => `  ${name}:\n    fields: { name: string }\n`;
    const press = there(`resources:\n${["Article", "Writer", "Administrator"].map(resource).join("")}`);
    const proposal = await fromEnglish(text, { session, signal: idle }, press);
    expect(proposal.api).toMatchObject({ resources: press.now?.resources });
    expect(proposal.assumed).toEqual([]);
    expect(proposal.rules?.map(({ kind }) => kind)).toEqual(text.split(". ").map(() => "permission"));
  });

  it("refuses what is too long to read, also if it only states rules", async () => {
    const session = await project({}).open({ shell: false });
    const text = "Only admins can delete courses. ".repeat(300);
    await expect(fromEnglish(text, { session, signal: idle }, gym)).rejects.toMatchObject({
      code: "description_too_long",
    });
  });

  it("adds a resource by its name", async () => {
    const session = await project({}).open({ shell: false });
    const { api } = await fromEnglish("add invoices", { session, signal: idle }, gym);
    expect(api.resources.map(({ name }) => name)).toContain("Invoice");
  });

  it("refuses to change what is not there yet", async () => {
    const session = await project({}).open({ shell: false });
    const pending = fromEnglish("delete comments", { session, signal: idle }, nothing);
    await expect(pending).rejects.toThrow("there is none here yet");
  });
});
