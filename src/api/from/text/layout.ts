import { numeral } from "./sayings.ts";
import { onlySays } from "./says.ts";

const bullet = /^\s*(?:[-*•–—·]|\d+[.)])\s+/;
/** A line that is no more than a noun, and stands above a list of what it has. */
const heading = /^#*\s*([A-Za-z][\w-]*(?: [\w-]+){0,2})\s*:?\s*$/;
const sentence = /^(?:(?:an?|each|every|the)\s|[A-Z][a-z]+s\s).*\b(?:can|may|has|have|belongs?|is|are)\b/;

/** Whether the bullets that follow are records with their fields rather than the fields of one. */
function listsRecords(lines: readonly string[]): boolean {
  const from = lines.findIndex((line) => line.trim() !== "");
  const to = lines.findIndex((line, i) => i > from && !bullet.test(line));
  const found = lines.slice(from, to < 0 ? lines.length : to).map((line) => line.replace(bullet, "").trim());
  const records = found.filter((line) => {
    const [, list] = /^[A-Za-z][\w-]*(?: [\w-]+)?\s*(?::|\s[-–—]|\()\s*([^\n]*,[^\n]*)$/.exec(line) ?? [];
    const [first = "", second = ""] = (list ?? "")
      .replace(/\([^)]*\)/g, "")
      .split(/,|\bor\b/)
      .map((one) => one.trim());
    return (
      list !== undefined &&
      first !== "" &&
      !onlySays(first, noValues) &&
      !onlySays(second, noValues) &&
      !/^\S+(?:, \S+)* (?:or|and) \S+$|^(?:default|min|max)/.test(list)
    );
  });
  return records.length > 0 && records.length >= found.filter((line) => !sentence.test(line)).length * 0.6;
}
const noValues: ReadonlyMap<string, readonly string[]> = new Map();

/** Headings with their lists as `Room: name, theme`, one line each; a title above several of them says nothing of its own. */
function blocks(given: string): string {
  const text = given.replaceAll(
    /^([ \t]*)(?:[-*•–—·]|\d+[.)])[ \t]+([A-Za-z][\w-]*(?: [\w-]+)?):?[ \t]*(?=\n(?:[ \t]*\n)?\1[ \t]+(?:[-*•–—·]|\d+[.)])\s)/gm,
    "\n$1$2",
  );
  const found: string[] = [];
  let lists = 0;
  let list: { readonly head: string; readonly items: string[] } | undefined;
  const lines = text.split("\n");
  const close = (): void => {
    if (list?.items.length) {
      found.push(`${list.head}: ${list.items.join(", ")}`);
      lists += 1;
    }
    list = undefined;
  };
  for (const [i, line] of lines.entries()) {
    const isItem = bullet.test(line);
    const item = line.replace(bullet, "").trim();
    const next = lines.slice(i + 1).find((one) => one.trim() !== "") ?? "";
    const head = isItem ? undefined : heading.exec(line.trim())?.[1];
    if (head !== undefined && bullet.test(next) && !listsRecords(lines.slice(i + 1))) {
      close();
      list = { head, items: [] };
    } else if (list && isItem && !sentence.test(item))
      list.items.push(item.replace(/[.;,]$/, "").replace(/^([\w ]+?)\s[-–—]\s(.*)$/, "$1 ($2)"));
    else {
      if (line.trim() !== "") close();
      found.push(/^\s*\d+[.)]\s/.test(line) ? item : line);
    }
  }
  close();
  const top = found.findIndex((line) => line.trim() !== "");
  // What stands above several lists is their title.
  if (lists > 1 && heading.test(found[top] ?? "") && !(found[top] ?? "").includes(":")) found.splice(top, 1);
  return found.join("\n");
}

const resourceLine = /^\s*(?:[-*•–—]\s*)?[A-Za-z][\w -]{1,30}(?::\s|\s[-–—]\s[^\n]*,)/;
const fieldLine =
  /[:–—-]\s+(?:an? |the )?(?:required|optional|unique|mandatory|string|str|text|int|integer|number|decimal|float|bool|boolean|date|datetime|url|email|uuid|enum|list|array|yes\/no|from|between|at (?:least|most)|\d)\b/i;

/** What a line above all others calls the whole: it is no resource where those below name theirs. */
const untitled = (text: string): string => {
  const [first = "", ...rest] = text
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const named = rest.filter((line) => resourceLine.test(line) && !fieldLine.test(line)).length;
  return named > 1 && /^[A-Za-z][\w' -]{2,40}$/.test(first) ? rest.join("\n") : text;
};

/** A description in the few forms that are read: one heading a line, one notation for lists, bounds and relations. */
export const laidOut = (description: string): string =>
  untitled(
    blocks(
      description
        .replaceAll("\r", "")
        .replaceAll(/^(\s*#*\s*)(?:resource|model|entity|table)\s+["“]([A-Za-z][\w -]*)["”]/gim, "$1$2"),
    ),
  )
    .replaceAll(/\bw\/(?=\s)/g, "with")
    // `a resource "Password policy"`
    .replaceAll(
      /\b(?:an? |the )?(?:resource|model|entity|table|object|collection|type)\s+(?:called |named )?["“]([A-Za-z][\w -]*)["”]/gi,
      "$1",
    )
    // `no two teams may have the same colour`
    .replaceAll(
      /[;,.]?\s*(?:and |where )?\bno two [a-z]+ (?:(?:may|can|must|should) )?(?:have|share|use|carry|bear) the same ([a-z]+(?: [a-z]+)?)(?=[.,;\n]|$)/gi,
      ". The $1 is unique",
    )
    .replaceAll(/,?\s*\bplease\b,?/gi, "")
    // `recipe box => Recipe: title`, `make me`, `keep a list of birds seen at the feeder: species`
    .replaceAll(/^[\w ]{2,30}?\s*(?:=>|→)\s*(?=[A-Za-z][\w ]{1,30}:\s)/gm, "")
    .replaceAll(
      /^(?:to )?(?:keep|make|build|store|track) a (?:list|log|record|catalog(?:ue)?) of ([a-z]+s)\b[^:.\n]*:\s*/gi,
      "$1: ",
    )
    .replaceAll(
      /\b(?:a |the )?(?:resource|model|entity|table|collection|object) (?:called|named) ([a-z][\w-]*)\.\s*(?:it|they) (?:has|have)\s+/gi,
      "$1: ",
    )
    .replaceAll(/(?<=\b(?:string|str|text|varchar|char)\s?)\((\d+)\)/gi, " exactly $1 chars")
    .replaceAll(/\beach of them\b/gi, "it")
    // `tattoo studio - artists: name`, `washers @ laundromat: kind`
    .replaceAll(/^[A-Za-z][\w ]{2,30}? - (?=[A-Za-z][\w ]{1,30}:\s)/gm, "")
    .replaceAll(/^([\w ]{2,30}?) @ [\w ]{2,30}:/gm, "$1:")
    .replaceAll(
      /(^|[.;\n]\s*)(?:so|basically|also|then|now|well|additionally|besides(?: that)?|finally|furthermore|in addition),?\s+(?=(?:an?|the|each|every|we|it|they)\s)/gi,
      "$1",
    )
    .replaceAll(/;\s*besides(?: that)?\s+(?=we\s)/gi, ". ")
    .replaceAll(/\bmarked as (?=\w+(?:ed|n)\b)/gi, "")
    // `coordinates (latitude from -90 to 90, longitude from -180 to 180)`
    .replaceAll(
      /\b[a-z]+ \(((?:[a-z]+ (?:from |between |in )?-?\d[\d.]*\s*(?:to|and|-|\.\.)\s*-?\d[\d.]*(?:,\s*(?:and )?)?){2,})\)/gi,
      "$1",
    )
    // `photos are identified by a code` names what no two share
    .replaceAll(
      /\b(?<=[a-z]s )(?<!\b(?:is|was) )(?:is |are )?identified by (?:its |their |an? |the )?([a-z][\w -]*?)(?= and\b|[,.;\n]|$)/gi,
      "have a unique $1",
    )
    // `CRUD for ferries. Fields: name`
    .replaceAll(
      /^(?:[\w ]*?\b)?(?:crud|rest|endpoints?|api|apis|resource)(?: api| endpoints?)? for (?:an? |the |my |our )?([a-z][\w-]*(?: [a-z]+)?)\s*[.:,;]?\s*(?:with\s+)?(?:the\s+)?(?:fields|attributes|properties|columns)\s*:\s*/gi,
      "$1: ",
    )
    // `place on a date at a venue`
    .replaceAll(
      /\btakes? place on (?:an?|some) (date|day) (?:at|in) (an?|the|some) (?=\w)/gi,
      "has a $1, $2 ",
    )
    // `and, if known, an insurance number`
    .replaceAll(
      /\band, ((?:if|where|when|once|after) \w+|optionally), ((?:an? |the |their |its )?[\w ]+?)(?=[.,;\n]|$)/gi,
      ", $2 ($1)",
    )
    // `A choir wants to manage its music.` says who asks
    .replaceAll(
      /^(?:an?|our|the|my) [\w ]{2,30} (?:wants?|needs?|would like) to (?:manage|track|keep track of|organi[sz]e|handle|store|record) (?:its|their|our) [\w ]+\.\s+(?=\S)/gi,
      "",
    )
    .replaceAll(
      /^for (?:our|my|the|an?) [\w ]{2,30}?,? (?=(?:i|we) (?:want|need|would like) to (?:keep|track|store|manage|record) [a-z]+s(?: and [a-z]+s)?\.)/gi,
      "",
    )
    // `their voice – soprano, alto or bass – and`
    .replaceAll(/\s[–—]\s([^–—\n]{3,60}?)\s[–—](?=\s|,)/g, " ($1)")
    // `type = regular / electric`
    .replaceAll(/(?<=[=:]\s*)[A-Za-z][\w-]*(?:\s\/\s[A-Za-z][\w-]*)+/g, (list) => list.replaceAll(" ", ""))
    .replaceAll(
      /(?<=\w )dec\b(?=\s*[,;)}\n>=]|$|\s+(?:default|dflt|def|req|opt|uniq|min|max|not)\b)/gi,
      "decimal",
    )
    // `a date and time`, `shipped at date time`
    .replaceAll(/\b(?:certain |given |specific )?date(?:-| and | )time\b/gi, "datetime")
    // `a grade such as 6a or 7b`: examples are no values
    .replaceAll(
      /,?\s+(?:such as|like|e\.g\.,?|for (?:example|instance),?)\s+(?!it\b)[^,.;:()\n]+?(?=\s+and\s+(?:an?|the|its|has|have|is|can|may)\b|[,.;:()\n]|$)/gi,
      "",
    )
    // `is in one of the conditions mint, used or damaged`
    .replaceAll(
      /\b(?:is|are) (?:in |at |of )?(?:one|any|either) of the ([a-z]+?)(?:e?s) (?=[\w-]+, |[\w-]+ or )/gi,
      "has a $1: ",
    )
    // `a first and last name`
    .replaceAll(
      /\b(first|given|start|starting|begin|minimum|min|home|billing|pick-?up|opening|departure|sender|old|gross|source|buy|from|check-in|lower|billing) and (?:an? |the )?(last|family|end|ending|maximum|max|away|shipping|delivery|drop-?off|return|closing|arrival|receiver|recipient|new|net|target|sell|to|check-out|upper) (name|date|time|price|score|address|amount|number|value|balance|salary|players|account|currency|temperature|bound|limit|city|team)s?\b/gi,
      "$1 $3 and $2 $3",
    )
    // `a badge whose code is unique`
    .replaceAll(/\b(an? [a-z]+) whose ([a-z]+) (?=(?:is|are|must|has to|may|can)\b)/gi, "$1 $2 that ")
    // `{ … } claim, void`
    .replaceAll(/\}\s+(?=[a-z-]+(?:,\s*[a-z-]+)*\s*$)/g, "}\n")
    .replaceAll(
      /\b(date|datetime|timestamp|string|str|int|integer|number|float|bool|boolean|text|url|uuid|decimal|dec|num)\?(?=\s|[,;)}]|$)/gi,
      "$1 optional",
    )
    // `bought by a visitor whose name and e-mail we keep`
    .replaceAll(
      /\b(?:by|for|to|from|of|with) (an?|the|one) ([a-z]+) whose ([a-z-]+)(?:,? and ([a-z-]+))? (?:we|i) [a-z]+/gi,
      (_, article: string, noun: string, one: string, other: string | undefined) =>
        `, with ${article} ${noun} ${one}${other === undefined ? "" : ` and ${article} ${noun} ${other}`}`,
    )
    // `from one day to another`
    .replaceAll(
      /(?:\b(?:runs|goes|lasts|spans|is valid|is on show|is shown|is open|takes place))?,?\s*\bfrom (?:one|an?|some) (date|day|time|place|city|station|airport|port|town|stop|address|location) to (?:another|the next|an? \1|one|the other)(?: \1)?\b/gi,
      (whole: string, noun: string) =>
        `${/^[\s,]*from/i.test(whole) ? ", with" : "has"} ${
          /date|day/i.test(noun)
            ? "a start date and an end date"
            : /time/i.test(noun)
              ? "a start time and an end time"
              : "an origin and a destination"
        }`,
    )
    .replaceAll(/\bdef\b(?=\s+\S)/gi, "default")
    // `never below 100 nor above 3500`
    .replaceAll(
      /\b(?:is |are |may |must |can )?(?:never|not)(?: be)? (?:below|under|less than) (-?[\d.]+)(?:,? (?:nor|or|and)(?: never| not)? (?:above|over|more than|beyond) (-?[\d.]+))?/gi,
      (whole, low: string, high: string | undefined) =>
        Number(low) === 0 && high === undefined
          ? whole
          : high === undefined
            ? `at least ${low}`
            : `${low}..${high}`,
    )
    .replaceAll(/\s[&+]\s/g, " and ")
    .replaceAll(
      /\bbe{1,2}t{1,2}we{1,2}n\s+(-?[\w.]+)\s+and\s+(-?[\w.]*\w)/gi,
      (whole, low: string, high: string) =>
        numeral(low) === undefined || numeral(high) === undefined
          ? whole
          : `${numeral(low)}..${numeral(high)}`,
    )
    .replaceAll(/^[^.\n]*?,?\s*i\.e\.,?\s+(?=an?\s)/gm, "")
    .replaceAll(/[ \t]-[ \t]([^-\n;]{3,60}?)[ \t]-(?=[,. \t])/g, " ($1)")
    .replaceAll(/(?<=\w)=(?=[\w"])/g, " = ")
    .replaceAll(/\b(string|str|int|integer|number|float|text|uuid|url)\[\]/gi, "array of $1s")
    .replaceAll(/(?<=\w)\[\]/g, " array")
    .replaceAll(
      /(^|[.;\n]\s*)(?:when|if|once|whenever|after|on)\s+[^,.;:\n]{3,40},\s+(?=(?:an?|the|it|they)\s)/gi,
      "$1",
    )
    .replaceAll(
      /\b((?:an?|each|every)\s+\w+)\s+(?:is|gets)\s+(?:issued|created|made|opened|printed|generated|registered|set up|stored)\s+(?=with\s)/gi,
      "$1 ",
    )
    .replaceAll(
      /\b((?:the|an?)\s+[\w ]{2,30}?)\s+(?:(?:is|are|gets)\s+)?(?:added|computed|calculated|recorded|noted|kept|stored)(?=\s+and\s+the\b|[.;,\n]|$)/gi,
      "$1",
    )
    .replaceAll(/^([A-Za-z][\w ]{2,40}) - (?=[^\n]*,)/gm, "$1: ");
