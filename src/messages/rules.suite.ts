import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breaches, conversation, hostile } from "./conversations.suite.ts";
import { ApiError, checkRules, forModel, parseRequest, type MessagesRequest, type Profile } from "./index.ts";

const problemOf = (request: unknown, profile: Profile): string | undefined => {
  try {
    checkRules(parseRequest(request, profile).messages, profile);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.type).toBe("invalid_request_error");
    return error.message;
  }
};
const asking = (messages: unknown) => ({ model: "m", max_tokens: 1, messages });

/** `runs` is the number of conversations of each kind. */
export function rules(runs: number): void {
  const check = { numRuns: runs, seed: 5, endOnFailure: true };
  describe("the rules of a conversation", () => {
    it("let every valid one through, in both profiles", () => {
      fc.assert(
        fc.property(conversation, (messages) => {
          expect(problemOf(asking(messages), "spec")).toBeUndefined();
          expect(problemOf(asking(messages), "live")).toBeUndefined();
          const request = asking(messages) as MessagesRequest; // it was just found valid
          expect(forModel(request, "live")).toBe(request);
        }),
        check,
      );
    });

    it.each(Object.entries(breaches))("refuse a breach of %s", (_name, breach) => {
      let broken = 0;
      fc.assert(
        fc.property(conversation, fc.nat(), (turns, seed) => {
          const found = breach(turns, seed);
          if (!found) return;
          broken++;
          expect(problemOf(asking(found.messages), "spec")).toMatch(found.says);
        }),
        check,
      );
      expect(broken).toBeGreaterThan(runs / 4);
    });

    it("join neighbours in the live profile, and mean the same", () => {
      fc.assert(
        fc.property(conversation, fc.nat(), (turns, index) => {
          const whole = turns[index % turns.length];
          if (!Array.isArray(whole?.content) || whole.content.length < 2) return;
          const parts = whole.content.map((block) => ({ role: whole.role, content: [block] }));
          const messages = turns.flatMap((turn) => (turn === whole ? parts : [turn]));
          expect(problemOf(asking(messages), "spec")).toContain("roles must alternate");
          expect(problemOf(asking(messages), "live")).toBeUndefined();
          const joined = forModel(asking(messages) as MessagesRequest, "live"); // validated above
          expect(joined.messages).toEqual(turns);
        }),
        check,
      );
    });

    it("answer anything at all with an error in words, or take it", () => {
      fc.assert(
        fc.property(hostile, (request) => {
          for (const profile of ["spec", "live"] as const) {
            const message = problemOf(JSON.parse(JSON.stringify(request)), profile);
            if (message !== undefined) expect(message).toMatch(/\S/);
          }
        }),
        check,
      );
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
          expect(problemOf(value, "spec")).toMatch(/\S/);
        }),
        check,
      );
    });
  });
}
