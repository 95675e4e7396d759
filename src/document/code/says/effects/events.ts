import { isFlag } from "../../words/flags.ts";
import { some } from "../../words/name-words.ts";
import { lastName } from "../../../../lib/index.ts";
import { effect, matches, type Look } from "./seen.ts";

/** Finds `process.on("exit", …)`. */
export const listens: Look = ({ body }) => {
  const found = matches(body, [
    /\b(?:window|document|process|socket|emitter|server)\.(?:on|once|addEventListener)\(\s*["']([\w:-]+)["']/g,
  ]);
  return found.length ? [effect(["listens", "listening"], `to ${some(found, 4)}`)] : [];
};

/** Finds handled events: `switch (event.type) { case "opened": … }`. */
export const findEvents: Look = ({ body, name }) => {
  if (isFlag(lastName(name))) return []; // `hasChildren` of a node depends on its type
  if (!/\bswitch\s*\(\s*(?!this\.)\w+\.(?:type|kind|event|action|name)\s*\)/.test(body)) return [];
  const found = matches(body, [/\bcase\s+["']([\w:./-]+)["']\s*:/g]);
  return found.length > 2 ? [effect(["handles", "handling"], some(found, 8))] : [];
};
