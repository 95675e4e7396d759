/** Prints what is drawn from a description on stdin, as JSON: `{ resources: [{ name, fields, relations, actions }] }`. */
import { text } from "node:stream/consumers";
import { describe } from "../src/api/from/text/index.ts";

const { resources } = describe(await text(process.stdin));
const shown = resources.map(({ fields, actions, ...resource }) => ({
  ...resource,
  fields: fields.map(({ values, ...field }) => (values ? { ...field, enum: values } : field)),
  actions: actions.map((name) => ({ name })),
}));
console.log(JSON.stringify({ resources: shown }));
