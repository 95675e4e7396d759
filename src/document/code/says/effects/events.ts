import { isFlag } from "../../words/flags.ts";
import { some } from "../../words/name-words.ts";
import { lastName } from "../../../../lib/index.ts";
import { effect, matches, type Look, type Verb } from "./seen.ts";

/** Registrations on an application, a program or an element, by name. */
const registered: readonly (readonly [Verb, readonly [one: string, several: string], readonly RegExp[]])[] = [
  [
    ["adds", "adding"],
    ["the hook", "the hooks"],
    [/\b(?:fastify|app|server|instance)\.addHook\(\s*["'](\w+)["']/g],
  ],
  [
    ["decorates", "decorating"],
    ["the instance with", "the instance with"],
    [/\b(?:fastify|app|server|instance)\.decorate\(\s*["'](\w+)["']/g],
  ],
  [
    ["decorates", "decorating"],
    ["requests with", "requests with"],
    [/\b(?:fastify|app|server|instance)\.decorateRequest\(\s*["'](\w+)["']/g],
  ],
  [
    ["listens", "listening"],
    ["to", "to"],
    [
      /\b(?:window|document|process|socket|emitter|server)\.(?:on|once|addEventListener)\(\s*["']([\w:-]+)["']/g,
    ],
  ],
  [
    ["defines", "defining"],
    ["the command", "the commands"],
    [/\b(?:program|yargs|cli)\s*\.command\(\s*["']([\w-]+)/g],
  ],
];

/** Finds `app.addHook("onRequest", …)`, `process.on("exit", …)`, `program.command("serve")`. */
export const registers: Look = ({ body }) =>
  registered.flatMap(([verb, [one, several], patterns]) => {
    const found = matches(body, patterns);
    return found.length ? [effect(verb, `${found.length > 1 ? several : one} ${some(found, 4)}`)] : [];
  });

/** Finds `this.emit("done")`. */
export const emits: Look = ({ body }) => {
  const found = matches(body, [/\b(?:this|self)\.emit\(\s*["']([\w:.-]+)["']/g]);
  return found.length ? [effect(["emits", "emitting"], some(found, 4))] : [];
};

/** Finds a returned bundler plugin: `{ name: "vite:css", … }`. */
export const plugin: Look = ({ body }) => {
  const name = /\breturn\s*\{\s*name:\s*["']([\w@/-]+:[\w:./-]+)["']/.exec(body)?.[1];
  return name ? [effect(["gives", "giving"], `the plugin \`${name}\``)] : [];
};

/** Finds handled events: `switch (event.type) { case "opened": … }`. */
export const findEvents: Look = ({ body, name }) => {
  if (isFlag(lastName(name))) return []; // `hasChildren` of a node depends on its type
  if (!/\bswitch\s*\(\s*(?!this\.)\w+\.(?:type|kind|event|action|name)\s*\)/.test(body)) return [];
  const found = matches(body, [/\bcase\s+["']([\w:./-]+)["']\s*:/g]);
  return found.length > 2 ? [effect(["handles", "handling"], some(found, 8))] : [];
};
