import { stemOf, wordsIn } from "../language/index.ts";
import { describe, expect, it } from "vitest";
import { accountFor, unreadText } from "./account.ts";
import { readDescription } from "./index.ts";
import { generatedFacts, seeded } from "./generated-texts.suite.ts";
import { UserError } from "../lib/index.ts";
import { definitionToYaml } from "../api/index.ts";
import { fillers } from "./fillers.ts";
import { ruleKind } from "./rules.ts";

describe("the kind of a rule", () => {
  it.each([
    ["Two rentals of a van must not overlap", "rule"],
    ["We don't want double bookings", "rule"],
    ["Once a van is full, no more crews can join", "rule"],
    ["A voucher pays for one van at a time", "rule"],
    ["Deleting vans is reserved for admins", "permission"],
    ["Rates stay hidden from drivers", "permission"],
    ["| edit vans | no | yes |", undefined],
    ["The average rate is shown on the page", "computed"],
    ["Owners can add up to five pictures", "upload"],
    ["Drivers should know when their van is ready", "notification"],
    ["Keep a history of who changed what", "retention"],
    ["Login runs through our Azure AD", "integration"],
    ["No cart for now", "scope"],
    ["Comments can be hidden and pinned", undefined],
    ["| ends_at | required, after starts_at |", "rule"],
    ["Only editors may publish an article", "permission"],
    ["The balance is calculated from the entries", "computed"],
    ["Members can upload a photo", "upload"],
    ["The owner gets an email when a bid is placed", "notification"],
    ["Multi-tenant", "tenancy"],
    ["Export the list as CSV", "report"],
    ["Every change has to be logged", "retention"],
    ["Payments go through Stripe", "integration"],
    ["Payroll is out of scope", "scope"],
    ["Clerks may see everything but not export", "permission"],
    ["Text everyone who has not paid", "notification"],
    ["The score is recalculated every night", "computed"],
    ["Crates not collected after 30 days are sold", "retention"],
    ["How do I keep visitors from rating twice", "rule"],
    ["No crew may hold more than two vans", "rule"],
    ["The system must refuse a rental of a van in repair", "rule"],
    ["A crew works on no more than two vans a day", "rule"],
    ["A van that is in repair cannot be rented", "rule"],
    ["A rental has to be paid before it starts", "rule"],
    ["Drivers must not see the rates of a customer", "permission"],
    ["Cyclists never change a tour", "permission"],
    ["Drivers can read trips but cannot change them", "permission"],
    ["Rates are visible to the office only", "permission"],
    ["Let the driver know as soon as the van is washed", "notification"],
    ["Drivers get a confirmation when their trip is planned", "notification"],
    ["Send the bill to the customer on the first", "notification"],
    ["The fee depends on the distance", "computed"],
    ["The amount is the number of days times the rate", "computed"],
    ["Nobody can use a coupon twice", "rule"],
    ["Show the trips on a dashboard", "report"],
    ["Each branch works with its own vans", "tenancy"],
  ])("of “%s” is %s", (text, kind) => expect(ruleKind(text)).toBe(kind));

  it.each([
    "A van has a plate that must be unique",
    "The price cannot be negative",
    "A van belongs to a depot",
    "no two vans have the same plate",
    "A reminder time is stored",
    "A van is driven by at most one driver",
    "A dashboard has widgets",
    "Photos are attached to albums",
    "An alert has a level and goes to a team",
    "fee — number, can't be below 5",
    "The fee can't be less than 5",
    "Messages are written by a user and have at most 200 characters",
  ])("is none for “%s”, which the definition holds", (text) => expect(ruleKind(text)).toBeUndefined());
});

const van = readDescription("A van has a plate.").api;

describe("the account", () => {
  it("puts aside whole sentences, not what they also mention", () => {
    const { rules } = readDescription("Book:\n- title\n- pages\n\nLater: title in French. Loans.");
    expect(rules).toEqual([
      { kind: "scope", text: "Later: title in French." },
      { kind: "scope", text: "Loans." },
    ]);
  });

  it.each([
    ["Vans (plate, crew). A crew has a name.", "A van has a plate. A crew has a name.", ["crew"]],
    ["Vans (name, plate)", "A van has a plate. A crew has a name.", ["name"]],
    ["Vans (plate) and trips (date, plate).", "A van has a plate. A trip has a date.", ["plate"]],
    [
      "Every project has a van with a plate.",
      "A van has a plate.",
      ["“project” in “Every project has a van with a plate.”"],
    ],
    ["Orders are filed.", "A repair order has a price and a date.", ["“filed” in “Orders are filed.”"]],
  ])("reports each occurrence: “%s”", (text, read, expected) => {
    const { api } = readDescription(read);
    expect(accountFor(text, api).unread.map(unreadText)).toEqual(expected);
  });

  it.each([
    ["A van that is older than nine years gets scrapped.", ["rule"]],
    ["Every trip can carry several photos.", ["upload"]],
    ["I need to keep vans and their scratches.", []],
  ])("reports a clause as a rule if many of its words are in no fact: %s", (text, kinds) => {
    const { rules, unread } = accountFor(text, van);
    expect(rules.map(({ kind }) => kind)).toEqual(kinds);
    expect(unread.length).toBe(kinds.length ? 0 : 1);
  });

  it("finds one stem for the forms of a word", () => {
    expect(new Set(["cancel", "cancelled", "cancels", "cancelling", "cancellation"].map(stemOf)).size).toBe(
      1,
    );
  });

  it("reports rules, and the words that show nowhere", () => {
    const { rules, unread } = accountFor(
      "A van has a plate and a frobnicator. A van cannot be rented twice at the same time.",
      van,
    );
    expect(rules).toEqual([{ kind: "rule", text: "A van cannot be rented twice at the same time." }]);
    expect(unread.map(unreadText)).toEqual(["“frobnicator” in “A van has a plate and a frobnicator.”"]);
  });

  it("names a part whole where none of its words shows, and passes the names of columns", () => {
    const { unread } = accountFor("| Entity | Rules |\n|---|---|\n| Van | zorgle |", van);
    expect(unread.map(unreadText)).toEqual(["zorgle"]);
    const linked = accountFor("| Entity | Notes |\n|---|---|\n| Van | relation to zorg |", van);
    expect(linked.unread.map(unreadText)).toEqual(["relation to zorg"]);
  });

  it("says a relation of its own kind where a field has its name", () => {
    const { api } = readDescription(
      "Users follow each other. A user has a name, followed users and followed by.",
    );
    expect(api.resources[0]?.relations.map(({ name }) => name)).toContain("followedUsers");
    expect(api.resources[0]?.fields.map(({ name }) => name)).toContain("name");
  });

  it("finds both ends of a range, however it is written", () => {
    expect(
      accountFor(
        "A user has a handle (3-20 characters), weight 0.5 to 2.",
        readDescription("A user has a handle (3-20 characters) and a weight from 0.5 to 2.").api,
      ).unread,
    ).toEqual([]);
  });

  it("lets no word of any text be lost", () => {
    const pool =
      "van plate depot bakes the zorgle, quickly; Rents (slowly) of: 12 wheels. Only must overlap - a".split(
        " ",
      );
    let seed = 7;
    const next = (): number => (seed = (seed * 16_807) % 2_147_483_647);
    for (let round = 0; round < 500; round += 1) {
      const text = Array.from({ length: 1 + (next() % 30) }, () => pool[next() % pool.length]).join(" ");
      const { rules, unread } = accountFor(text, van);
      const shownStems = new Set(
        wordsIn(["van plate", ...rules.map((rule) => rule.text), ...unread.map(unreadText)].join(" ")).map(
          stemOf,
        ),
      );
      const lost = wordsIn(text).filter(
        (word) => word.length > 1 && !fillers.has(word) && !shownStems.has(stemOf(word)),
      );
      expect(lost, text).toEqual([]);
    }
  });

  it("shows each fact of generated texts in the definition, or reports it", () => {
    const grammar =
      /^(?:an?|the|and|to|of|or|is|has|at|most|which|who|can|be|belongs|characters|optional|note)$/;
    const next = seeded(29);
    for (let round = 0; round < 60; round += 1) {
      const text = generatedFacts(next);
      const read = readIfAny(text);
      if (!read) continue;
      const { api, ignored, rules } = read;
      const output = wordsIn(
        [definitionToYaml(api), ...ignored, ...rules.map((rule) => rule.text)].join("\n"),
      );
      const count = (words: readonly string[], word: string): number =>
        words.filter((other) => stemOf(other) === stemOf(word)).length;
      const words = wordsIn(text);
      const lost = words.filter(
        (word) =>
          !grammar.test(word) &&
          count(output, word) < (/^(?:unique|required)$/.test(word) ? count(words, word) : 1) &&
          !(word === "per" && /unique: \[\[/.test(definitionToYaml(api))),
      );
      expect(lost, `${text}\n${definitionToYaml(api)}\n${ignored.join("\n")}`).toEqual([]);
    }
  });
});

/** Reads a text; undefined if it names nothing to store. */
function readIfAny(text: string): ReturnType<typeof readDescription> | undefined {
  try {
    return readDescription(text);
  } catch (error) {
    if (error instanceof UserError && error.code === "not_understood") return undefined;
    throw error;
  }
}
