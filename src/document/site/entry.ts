import { inTable } from "../../lib/index.ts";
import { Html, markup } from "./html.ts";
import type { Links } from "./links.ts";
import type { Item, Module } from "./module.ts";
import { prose, type Places } from "./prose.ts";

interface Around {
  readonly module: Module;
  readonly links: Links;
  readonly places: Places;
  /** Level of the headings inside the entry: 3, or 4 in a nested entry. */
  readonly level: number;
  /** Returns the address of a source line; undefined if the source can't be opened. */
  readonly source: (line: number) => string | undefined;
}

/** Renders prose that continues a line: a single paragraph isn't wrapped in one. */
const inside = (text: string, { places }: Around): Html =>
  new Html(
    prose(text, places)
      .text.trim()
      .replace(/^<p>((?:(?!<p>)[\s\S])*)<\/p>$/, "$1"),
  );

const part = (name: string, { level }: Around): Html => new Html(`<h${level}>${name}</h${level}>`);

function parameters({ doc, parameters: declared }: Item, around: Around): Html {
  const documented = doc?.parameters ?? {};
  const all = [...new Set([...declared.map(({ name }) => name), ...Object.keys(documented)])];
  const rows = all.flatMap((name): readonly Html[] => {
    const parameter = declared.find((each) => each.name === name);
    const meaning = inTable(documented, name);
    if (!meaning && parameter?.default === undefined) return [];
    return [
      markup`<dt>
          <code>${name}</code
          >${parameter?.type !== undefined && markup` <code>${around.links.code(parameter.type, around.module)}</code>`}
        </dt>
        <dd>
          ${meaning ? inside(meaning, around) : ""}${parameter?.default !== undefined && markup` Default <code>${parameter.default}</code>.`}
        </dd>`,
    ];
  });
  return rows.length
    ? markup`${part("Parameters", around)}
        <dl>${rows}</dl>`
    : markup``;
}

function outcome({ doc }: Item, around: Around): Html {
  const raises = (doc?.raises ?? []).map(
    ({ type, when }) =>
      markup`<dt>${type ? markup`<code>${around.links.code(type, around.module)}</code>` : "An error"}</dt>
        <dd>${when ? inside(when, around) : ""}</dd>`,
  );
  return markup`${
    doc?.returns
      ? markup`${part("Returns", around)}
          <p>${inside(doc.returns, around)}</p>`
      : ""
  }${
    raises.length > 0 &&
    markup`${part("Raises", around)}
      <dl>${raises}</dl>`
  }`;
}

const exampleOf = (example: string | undefined, around: Around): Html =>
  example
    ? markup`${part("Example", around)}
        <pre tabindex="0"><code>${example.replaceAll(/^```\w*\n|\n?```$/g, "")}</code></pre>`
    : markup``;

/** Renders a declaration with its members. */
export function entry(item: Item, around: Around, inner: readonly Html[] = []): Html {
  const id = item.anchor;
  const source = around.source(item.line);
  const itemName = item.owner === undefined ? item.name : item.name.slice(item.owner.length + 1);
  const head = markup`<a class="self" href="#${id}">${itemName}</a>
    <span class="kind"
      >${item.kind}${source !== undefined && markup` · <a href="${source}" aria-label="Source of ${item.name}">source</a>`}</span
    >`;
  return markup`<section class="entry" id="${id}">
    ${item.owner === undefined ? markup`<h2>${head}</h2>` : markup`<h3>${head}</h3>`}
    <pre tabindex="0"><code>${around.links.code(item.signature, around.module)}</code></pre>
    ${item.doc?.summary ? prose(item.doc.summary, around.places, around.level - 1) : ""}${parameters(item, around)}${outcome(item, around)}${exampleOf(item.doc?.example, around)}${inner}
  </section> `;
}
