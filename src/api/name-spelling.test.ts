import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { UserError } from "../lib/index.ts";
import { memberName, namesOf, resourceNames } from "./name-spelling.ts";

const refusal = (name: string): UserError => {
  try {
    resourceNames(name);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error(`${name} was taken`);
};

describe("resourceNames", () => {
  it.each([
    ["task", "Task", "tasks"],
    ["people", "Person", "people"],
    ["Person", "Person", "people"],
    ["categories", "Category", "categories"],
    ["status", "Status", "statuses"],
    ["statuses", "Status", "statuses"],
    ["news", "News", "news"],
    ["series", "Series", "series"],
    ["data", "Data", "data"],
    ["lens", "Lens", "lenses"],
    ["Douglas", "Douglas", "douglases"],
    ["douglases", "Douglas", "douglases"],
    ["Holmes", "Holmes", "holmeses"],
    ["Bus", "Bus", "buses"],
    ["Chess", "Chess", "chess"],
    ["Physics", "Physics", "physics"],
    ["Electronics", "Electronics", "electronics"],
    ["Topics", "Topic", "topics"],
    ["Mechanics", "Mechanic", "mechanics"],
    ["Chaos", "Chaos", "chaos"],
    ["Clothes", "Clothes", "clothes"],
    ["Lucas", "Lucas", "lucases"],
    ["lucases", "Lucas", "lucases"],
    ["DNS", "Dns", "dnses"],
    ["Dns", "Dns", "dnses"],
    ["Ads", "Ad", "ads"],
    ["Webhooks", "Webhook", "webhooks"],
    ["Credentials", "Credential", "credentials"],
    ["biases", "Bias", "biases"],
    ["omens", "Omen", "omens"],
    ["headaches", "Headache", "headaches"],
    ["todos", "Todo", "todos"],
    ["bloggers", "Blogger", "bloggers"],
    ["addresses", "Address", "addresses"],
    ["order_items", "OrderItem", "order-items"],
    ["OrderItem", "OrderItem", "order-items"],
    ["purchase-orders", "PurchaseOrder", "purchase-orders"],
    ["HTTPRequests", "HttpRequest", "http-requests"],
    ["salesPeople", "SalesPerson", "sales-people"],
    ["analyses", "Analysis", "analyses"],
    ["indices", "Index", "indices"],
  ])("reads %s as %s, plural %s", (name, one, many) => {
    const names = resourceNames(name);
    expect([names.pascal, names.plural.kebab]).toEqual([one, many]);
    expect(namesOf({ name: names.pascal, plural: names.plural.pascal })).toEqual(names);
  });

  it.each([
    "class",
    "Function",
    "Date",
    "Promise",
    "await",
    "None",
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "../../etc/passwd",
    "a/b",
    "a\\b",
    "Task;DROP",
    "Task\n",
    "Task\u0000",
    "1task",
    "",
    "a__b",
    "tâche",
    "задача",
    "🙂",
    "a".repeat(300),
    `${"a".repeat(10_000_000)}!`,
  ])("refuses %.20j", (name) => {
    const { code, message, fix } = refusal(name);
    expect(code).toBe("bad_name");
    expect(message.length).toBeLessThan(200);
    expect(fix).toMatch(/^Use /);
  });

  it("suggests a name that it would take", () => {
    for (const name of ["class", "../x y", "Bücher", "42 things", "a".repeat(300)]) {
      const suggestion = /example (\w+)\./.exec(refusal(name).fix)?.[1];
      expect(() => resourceNames(suggestion ?? "")).not.toThrow();
    }
  });

  it("takes or refuses any text, and what it takes is safe as a path, a table and a type", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        try {
          const names = resourceNames(text);
          expect(names.kebab).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
          expect(names.plural.snake).toMatch(/^[a-z][a-z0-9_]*$/);
          expect(names.pascal).toMatch(/^[A-Z][A-Za-z0-9]*$/);
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

describe("memberName", () => {
  it("spells fields in camelCase and refuses what the system sets", () => {
    expect(memberName("due_date", "field")).toBe("dueDate");
    expect(() => memberName("id", "field")).toThrow(/set by the system/);
    expect(() => memberName("created_at", "field")).toThrow(/set by the system/);
    expect(() => memberName("valueOf", "field")).toThrow(UserError);
  });
});
