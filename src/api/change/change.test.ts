import { describe, expect, it } from "vitest";
import { definitionFromYaml, differences, hasEtags, withBearer, withEtags } from "../index.ts";
import { change, isChange, speaksOf } from "./index.ts";

const api = definitionFromYaml(
  `
resources:
  Member:
    fields:
      email: email required unique
      level: enum(basic, gold) = basic
  Course:
    fields:
      title: string required 1..80
      seats: integer 1..
      startsOn: date
      state: enum(draft, open, closed) = draft
    relations:
      teacher: belongs to Member, optional
      topics: many to many Topic
    unique: [[title, startsOn]]
    actions:
      open: { set: { state: open }, when: { state: [draft] } }
      close: { set: { state: closed }, when: { state: [draft, open] } }
  Topic:
    fields:
      label: string required
  Review:
    fields:
      text: string
      seats: integer
    relations:
      course: belongs to Course
      author: belongs to Person, soft
`,
  "gym.yaml",
);

const signs = { added: "+", removed: "-", changed: "~", renamed: ">" } as const;

/**
 * Returns what a text changes, one line each and without inverse relations, and the part of it that is a description.
 */
function changed(text: string): readonly string[] {
  const result = change(text, api, api);
  return [
    ...differences(api, result.api).map(
      ({ kind, text: line }) => `${signs[kind]} ${line.replaceAll(/, inverse \w+/g, "")}`,
    ),
    ...(result.rest ? [result.rest] : []),
  ];
}

describe("changes in English", () => {
  it.each<[string, readonly string[]]>([
    ["Course also has credits, an integer", ["+ Course.credits: integer"]],
    ["add a required integer field credits to Course", ["+ Course.credits: integer required"]],
    ["Add credits: integer required 0..30 to courses.", ["+ Course.credits: integer required 0..30"]],
    ["add to Course: credits (integer)", ["+ Course.credits: integer"]],
    ["Courses need a room", ["+ Course.room: belongs to Room, optional, soft"]],
    ["Course also has notes", ["+ Course.notes: string"]],
    ["Each course has a lead member", ["+ Course.leadMember: belongs to Member, optional"]],
    ["A topic has one lead member", ["+ Topic.leadMember: belongs to Member, optional"]],
    ["Reviews get tips, which are a list of texts", ["+ Review.tips: text[]"]],
    ["Topics must always state a code", ["+ Topic.code: string required"]],
    [
      "email addresses of members need not be unique",
      ["~ Member.email: email required unique → email required"],
    ],
    ["turn label into an optional field", ["~ Topic.label: string required → string"]],
    ["seats of a review can never be less than zero", ["~ Review.seats: integer → integer 0.."]],
    [
      "title and label are limited to 60 characters",
      [
        "~ Course.title: string required 1..80 → string required 1..60",
        "~ Topic.label: string required → string required ..60",
      ],
    ],
    ["Reviews have a topic", ["+ Review.topic: belongs to Topic, optional"]],
    ["Every topic needs a short code", ["+ Topic.shortCode: string required"]],
    ["Courses must have a language", ["+ Course.language: string required"]],
    ["limit seats of Review to 90", ["~ Review.seats: integer → integer ..90"]],
    ["Reviews have up to 90 seats", ["~ Review.seats: integer → integer ..90"]],
    ["Members don't need an email", ["~ Member.email: email required unique → email unique"]],
    ["Courses don't need seats", ["- Course.seats"]],
    ["don't require the label", ["~ Topic.label: string required → string"]],
    ["drop the uniqueness rule of email", ["~ Member.email: email required unique → email required"]],
    [
      "The text of a review is one of good, so so and bad",
      ["~ Review.text: string → enum(good, so so, bad)"],
    ],
    ["Course also has a title", []],
    [
      "Course also has a required colour, a deadline and helpers",
      ["+ Course.colour: string required", "+ Course.deadline: datetime", "Course has helpers."],
    ],
    ["add a new field called place to Course", ["+ Course.place: string"]],
    ["add an assistant, a member, to Course", ["+ Course.assistant: belongs to Member, optional"]],
    ["Course also has a janitor, a Person", ["+ Course.janitor: belongs to Person, optional, soft"]],
    ["Topic belongs to a person", ["+ Topic.person: belongs to Person, soft"]],
    ["Course has many helpers, who are members", ["+ Course.helpers: many to many Member"]],
    ["Courses have helpers (members)", ["+ Course.helpers: many to many Member"]],
    ["a course has one helper who is a member", ["+ Course.helper: belongs to Member, optional"]],
    ["rename teacher to coach", ["> Course.teacher → coach: belongs to Member, optional, was(teacher)"]],
    ["rename topics of Course to subjects", ["> Course.topics → subjects: many to many Topic, was(topics)"]],
    ["remove startsOn", ["- Course.startsOn", "- Course.title and startsOn"]],
    ["remove the seats of Review and text", ["- Review.text", "- Review.seats"]],
    ["delete reviews", ["- Review"]],
    ["Delete Review", ["- Review"]],
    ["get rid of the topics of Course and delete topics", ["- Course.topics", "- Topic"]],
    ["remove the close action of Course", ["- Course.close"]],
    ["courses no longer have a teacher", ["- Course.teacher"]],
    [
      "rename startsOn to firstDay",
      [
        "> Course.startsOn → firstDay: date was(startsOn)",
        "+ Course.title and firstDay: unique together",
        "- Course.title and startsOn",
      ],
    ],
    ["Rename Course.seats into places", ["> Course.seats → places: integer was(seats) 1.."]],
    [
      "rename Topic to Subject",
      ["> Course.topics → subjects: many to many Subject, was(topics)", "> Topic → Subject"],
    ],
    [
      "rename gold to premium",
      [
        '~ Member.level: enum(basic, gold) = basic → { type: "enum(basic, premium) = basic", map: { gold: premium } }',
      ],
    ],
    ["make startsOn required", ["~ Course.startsOn: date → date required"]],
    ["the email of a member is optional", ["~ Member.email: email required unique → email unique"]],
    ["make label unique", ["~ Topic.label: string required → string required unique"]],
    ["email is no longer unique", ["~ Member.email: email required unique → email required"]],
    [
      "make the teacher of Course required",
      ["~ Course.teacher: belongs to Member, optional → belongs to Member"],
    ],
    [
      "make text required, filled with none",
      ["~ Review.text: string → { type: string required, fill: none }"],
    ],
    ["level defaults to gold", ["~ Member.level: enum(basic, gold) = basic → enum(basic, gold) = gold"]],
    ["change Course.seats to number", ["~ Course.seats: integer 1.. → number"]],
    ["text is at most 500 characters", ["~ Review.text: string → string ..500"]],
    [
      "add cancelled to the state of Course",
      ["~ Course.state: enum(draft, open, closed) = draft → enum(draft, open, closed, cancelled) = draft"],
    ],
    [
      "course state can also be cancelled",
      ["~ Course.state: enum(draft, open, closed) = draft → enum(draft, open, closed, cancelled) = draft"],
    ],
    [
      "remove gold from level, use basic instead",
      ["~ Member.level: enum(basic, gold) = basic → { type: enum(basic) = basic, map: { gold: basic } }"],
    ],
    [
      "reviews can be hidden",
      [
        "+ Review.hiddenAt: datetime auto(action)",
        "+ Review.hide: { set: { hiddenAt: $now }, when: { hiddenAt: [ null ] } }",
      ],
    ],
    ["courses can be opened", []],
    ["delete courses, please delete reviews", ["- Course", "- Review"]],
    ["remove course from Review, delete courses", ["- Review.course", "- Course"]],
    [
      "delete reviews, rename label to caption",
      ["> Topic.label → caption: string required was(label)", "- Review"],
    ],
    ["Review also has stars, an integer, drop text", ["+ Review.stars: integer", "- Review.text"]],
    ["Lease has a number, change date and drop zone", ["Lease has a number, change date and drop zone."]],
    ["We don't need reviews any more.", ["- Review"]],
    ["the label of a topic isn't used anymore", ["- Topic.label"]],
    ["take text out of Review", ["- Review.text"]],
    ["Remove the link between reviews and courses", ["- Review.course"]],
    ["Email needn't be unique", ["~ Member.email: email required unique → email required"]],
    ["The label no longer has to be filled in", ["~ Topic.label: string required → string"]],
    ["the text of a review must always be given", ["~ Review.text: string → string required"]],
    ["Every review must have a text", ["~ Review.text: string → string required"]],
    ["No two topics may share a label", ["~ Topic.label: string required → string required unique"]],
    [
      "Topic label has to be unique across topics",
      ["~ Topic.label: string required → string required unique"],
    ],
    [
      "Text is now required; existing ones get none.",
      ["~ Review.text: string → { type: string required, fill: none }"],
    ],
    [
      "Text is now required. Existing ones get none.",
      ["~ Review.text: string → { type: string required, fill: none }"],
    ],
    [
      "text is required now; existing reviews get none",
      ["~ Review.text: string → { type: string required, fill: none }"],
    ],
    ["Call text body from now on", ["> Review.text → body: string was(text)"]],
    ["Instead of label we say caption", ["> Topic.label → caption: string required was(label)"]],
    ["Review.text -> Review.body", ["> Review.text → body: string was(text)"]],
    ["swap label for caption in Topic", ["> Topic.label → caption: string required was(label)"]],
    ["seats of a review go from 2 to 9", ["~ Review.seats: integer → integer 2..9"]],
    ["the seats of Review may not be negative", ["~ Review.seats: integer → integer 0.."]],
    [
      "raise the maximum length of titles to 90",
      ["~ Course.title: string required 1..80 → string required 1..90"],
    ],
    ["the seats of a review are a number from 1 to 5", ["~ Review.seats: integer → number 1..5"]],
    [
      "rename the action close of Course to shut",
      ["+ Course.shut: { set: { state: closed }, when: { state: [ draft, open ] } }", "- Course.close"],
    ],
    [
      'Add level "silver" to members',
      ["~ Member.level: enum(basic, gold) = basic → enum(basic, gold, silver) = basic"],
    ],
    [
      "members get a new level: silver",
      ["~ Member.level: enum(basic, gold) = basic → enum(basic, gold, silver) = basic"],
    ],
    ["By default, level is gold", ["~ Member.level: enum(basic, gold) = basic → enum(basic, gold) = gold"]],
    ["Courses can no longer be closed", ["- Course.close"]],
    ["Also record when a course was cancelled", ["+ Course.cancelledAt: datetime"]],
    ["insert a field named room into Course", ["+ Course.room: string"]],
    ["a room has a name. Remove text", ["- Review.text", "a room has a name."]],
  ])("reads %s", (text, lines) => {
    expect(changed(text)).toEqual(lines);
  });

  it.each<[string, string, string]>([
    ["remove seatings from Course", 'Course has no "seatings".', "Course has title, seats, startsOn"],
    [
      "limit caption to 40 characters",
      'Nothing here is called "caption".',
      "Member, Course, Topic and Review",
    ],
    ["rename lecture to talk", 'Nothing here is called "lecture".', "Member, Course, Topic and Review"],
    ["lectures can be cancelled", 'Nothing here is called "lectures".', "Member, Course, Topic and Review"],
    ["a lecture also has a room", 'Nothing here is called "lecture"', "Course"],
    ["make seats required", "seats is part of Course and Review.", '"seats of Course"'],
    ["delete members", "Course.teacher refers to Member.", '"remove Course.teacher and delete Member"'],
    ["make the title longer", '"make the title longer" is not understood', '"make dueDate required"'],
    ["courses can no longer be sold", 'Course has no "sold".', "Course has title"],
    ["remove the link between topics and members", "No relation is between Topic and Member.", "Name it"],
    [
      "add archived as a state of things",
      '"add archived as a state of things" is not understood',
      "Or edit api.yaml",
    ],
    ["A course belongs to one topic instead of members", "instead of members", "Or edit api.yaml"],
    ["The level of a member has at most two steps", '"The level of a member has', "Or edit api.yaml"],
    ["level of gold -> silver", '"level of gold -> silver" is not understood', "Or edit api.yaml"],
    [
      "Instead of reviews we want comments",
      '"Instead of reviews we want comments" is no',
      "Or edit api.yaml",
    ],
    ["remove", '"remove" is not understood', '"remove points from Task"'],
    [
      "remove gold and basic from level",
      "Member.level would have no value left.",
      "remove level from Member",
    ],
  ])("refuses %s", (text, message, fix) => {
    expect(() => change(text, api, api)).toThrow(message);
    try {
      change(text, api, api);
    } catch (error) {
      expect(error).toMatchObject({ fix: expect.stringContaining(fix) });
    }
  });

  it.each([
    ["Course also has notes", "Course.notes is a field: string.", "Course has notes."],
    ["Courses need a room", "Course belongs to a Room.", "+ Course.room: string"],
    ["add watchers to Course", "Each watcher is a record, Watcher.", "+ Course.watchers: string[]"],
  ])("shows both readings of %s", (text, chosen, other) => {
    const [choice] = change(text, api, api).choices;
    expect(choice?.taken).toBe(chosen);
    const result = change(text, api, api, new Set([choice?.id ?? ""]));
    expect([...differences(api, result.api).map((one) => `+ ${one.text}`), result.rest]).toContain(other);
    expect(`${result.choices[0]?.other}.`.toLowerCase()).toBe(chosen.toLowerCase());
  });

  it("knows what was generated under which name, also after two renames", () => {
    const once = change("rename startsOn to firstDay", api, api).api;
    const twice = change("rename firstDay to opening", once, api).api;
    expect(differences(api, twice).map(({ text }) => text)).toContain(
      "Course.startsOn → opening: date was(startsOn)",
    );
    expect(differences(api, change("rename firstDay to startsOn", once, api).api)).toEqual([]);
    expect(differences(once, change("rename firstDay to opening", once, once).api)[0]?.text).toContain(
      "was(firstDay)",
    );
  });

  it.each([
    "when a course is closed, delete its reviews",
    "If a course is closed, archive it and delete reviews",
    "never delete reviews, remove topics",
    'The email says "please, delete reviews"',
    "Review has a reason: spam, remove reviews",
    "A log has actions like create review and delete review",
    "Topics also have a note, e.g. delete reviews, remove topics",
    "Members read reviews, write reviews, delete reviews",
  ])("deletes nothing for what is told or quoted: %s", (text) => {
    expect(changed(text).filter((line) => line.startsWith("-"))).toEqual([]);
  });

  it("separates nothing in quotation marks", () => {
    expect(changed('rename label to "foo and delete reviews"')[0]).toContain("→ fooAndDeleteReviews");
    expect(() => change('rename label to "Foo. Delete reviews"', api, api)).toThrow("not a valid name");
    expect(changed('rename "draft" to "planned", delete reviews').at(-1)).toBe("- Review");
  });

  it("takes no list for a value", () => {
    expect(() => change("rename draft of state to planned, later", api, api)).toThrow(
      "values have no commas",
    );
  });

  it.each([
    ["delete comments", true],
    ["Rename Task to Ticket", true],
    ["make dueDate required", true],
    ["make a shop with products", false],
    ["add a blog with posts", false],
    ["a remover has a name", false],
  ])("tells whether %s changes what is there", (text, is) => {
    expect(isChange(text)).toBe(is);
  });
});

it("keeps tokens and versions", () => {
  const before = withBearer(withEtags(api));
  const { api: after } = change("make label unique", before, undefined);
  expect(hasEtags(after)).toBe(true);
  expect(differences(before, after)).toHaveLength(1);
  expect(differences(before, withBearer(api))).toEqual([{ kind: "removed", text: "etag: true" }]);
});

describe("names that follow from others", () => {
  const shop = definitionFromYaml(
    `
resources:
  Shelf:
    fields: { name: string }
  Box:
    fields: { label: string }
    relations:
      shelf: belongs to Shelf
      spare: belongs to Shelf, optional
      previous: belongs to Shelf, optional, inverse emptied
      shelves: many to many Shelf, inverse nearBoxes
    unique: [[shelfId, label]]
`,
    "shop.yaml",
  );
  const members = (text: string, name: string, before: typeof shop | undefined = shop) =>
    change(text, shop, before).api.resources.find((resource) => resource.name === name);
  const named = (text: string, name: string, before?: typeof shop) =>
    members(text, name, before)?.relations.map((relation) =>
      [relation.name, relation.was].filter(Boolean).join("<"),
    );

  it("renames relations and foreign keys that are called like a renamed resource", () => {
    expect(named("rename Shelf to Rack", "Box")).toEqual([
      "rack<shelf",
      "spare",
      "previous",
      "racks<shelves",
    ]);
    expect(members("rename Shelf to Rack", "Box")?.unique).toEqual([["rackId", "label"]]);
  });

  it("renames the other sides that were called like a renamed resource or relation", () => {
    expect(named("rename Box to Crate", "Shelf")).toEqual(["crates", "spareCrates", "emptied", "nearBoxes"]);
    expect(named("rename spare to reserve", "Shelf")).toEqual([
      "boxes",
      "reserveBoxes",
      "emptied",
      "nearBoxes",
    ]);
  });

  it("keeps a name that the new one would take from another member", () => {
    expect(named("Add rack: string to Box. rename Shelf to Rack", "Box")).toContain("shelf");
    expect(named("Add rackId: string to Box. rename Shelf to Rack", "Box")).toContain("shelf");
    expect(named("Add crates: integer to Shelf. rename Box to Crate", "Shelf")).toContain("boxes");
    expect(named("Add reserveBoxes: integer to Shelf. rename spare to reserve", "Shelf")).toContain(
      "spareBoxes",
    );
  });

  it("refuses the name of another relation", () => {
    expect(() => change("rename spare to previous", shop, shop)).toThrow(
      "Box has a relation previous already.",
    );
  });

  it("states no old name for a relation that was never generated", () => {
    expect(named("Box also has a maker, a Shelf. rename maker to builder", "Box")).toContain("builder");
  });
});

describe("combinations that are unique", () => {
  const unique = (text: string): readonly (readonly string[])[] | undefined =>
    change(text, api, api).api.resources.find(({ name }) => name === "Course")?.unique;
  const old = ["title", "startsOn"];

  it.each<[string, readonly (readonly string[])[]]>([
    ["A course is unique per teacher and state", [old, ["teacherId", "state"]]],
    ["title of Course is now unique per teacher", [old, ["teacherId", "title"]]],
    ["title must be unique for each teacher", [old, ["teacherId", "title"]]],
    ["No two courses may have the same teacher and seats", [old, ["teacherId", "seats"]]],
    ["The combination of title and state is unique", [old, ["state", "title"]]],
    ["startsOn and title are unique together", [old]],
    ["a course is no longer unique per title and startsOn", []],
    ["title isn't unique per startsOn", []],
  ])("reads %s", (text, expected) => {
    expect(unique(text)).toEqual(expected);
  });

  it("makes a single field unique, and allows its equal values again", () => {
    expect(changed("a topic is unique per label")).toEqual([
      "~ Topic.label: string required → string required unique",
    ]);
    expect(changed("a member is no longer unique per email")).toEqual([
      "~ Member.email: email required unique → email required",
    ]);
  });

  it.each([
    ["a course is unique per title and topics", /Course\.topics is a list/],
    ["a course is unique per colour and title", /Course has no "colour"/],
    ["a course is not unique per title and state", /no unique combination of title and state/],
  ])("refuses %s", (text, message) => {
    expect(() => change(text, api, api)).toThrow(message);
  });
});

describe("long texts", () => {
  const listing = (length: number): string => {
    const start = "a shelf has ";
    return `${start}${"a room, ".repeat(length).slice(0, length - start.length - 1)}x`;
  };

  it("refuses a sentence that is too long, with its place", () => {
    expect(() => change(`make label unique\n${listing(2001)}`, api, api)).toThrow(
      expect.objectContaining({
        code: "sentence_too_long",
        message: expect.stringMatching(/^Line 2 .* 2001 characters.*"a shelf has a room/) as string,
        fix: expect.stringContaining("full stop") as string,
      }),
    );
    expect(() => change(`remove ${"please and ".repeat(5000)}label`, api, api)).toThrow(/Line 1 /);
  });

  it("reads a sentence of 2,000 characters, and many sentences", () => {
    expect(change(listing(2000), api, api).rest).toHaveLength(2001);
    expect(changed("make label unique. make label not unique.\n".repeat(100))).toEqual([]);
  });

  it("refuses more changes than it takes, naming the first that is too many", () => {
    const texts = Array.from({ length: 201 }, (_, index) => `limit label to ${index + 1} characters`);
    expect(() => change(texts.join(". "), api, api)).toThrow(
      /200 changes; .* "limit label to 201 characters"/,
    );
  });

  it("tells by its beginning whether a long sentence is a change", () => {
    expect(isChange(`remove ${"a, ".repeat(5000)}`)).toBe(true);
    expect(isChange(`a book has ${"a, ".repeat(5000)}`)).toBe(false);
  });

  it("reads the names of an API once, however many words a text has", () => {
    let reads = 0;
    const counted = (fields: (typeof api.resources)[number]["fields"]) => () => {
      reads++;
      return fields;
    };
    const readsFor = (text: string): number => {
      reads = 0;
      const resources = api.resources.map((resource) =>
        Object.defineProperty({ ...resource }, "fields", { get: counted(resource.fields) }),
      );
      expect(speaksOf(text, { ...api, resources })).toBe(false);
      return reads;
    };
    expect(readsFor("blue ".repeat(4000))).toBe(readsFor("blue"));
  });
});
