import { knownIn, nameOf } from "../../state.ts";
import { type Rule, belongsTo, other, told } from "./rule.ts";

const primitive =
  /^(?:String|Str|Text|Int|Integer|Long|Float|Double|Decimal|Number|Boolean|Bool|Date|Datetime|DateTime|Timestamp|Time|Uuid|Json|Object|Map|Array|List|Email|Url|Uri|Enum|Money|Required|Optional|Unique)$/;

/** `author: User!`, `parent: Comment?`: the type of a column is a record. */
export const typed: Rule = (said) => {
  const [, type = "", sign] = /^[a-z]\w* ?: ?([A-Z][a-z]\w*)([!?]?)$/.exec(said.text) ?? [];
  const name = type === "" || primitive.test(type) ? undefined : nameOf(type);
  return name !== undefined && (said.state.known.has(name) || sign !== "")
    ? belongsTo(said, name, sign === "?" ? { optional: true } : {})
    : undefined;
};

/** `user_id` among the columns of a post. */
export const keyed: Rule = (said) =>
  belongsTo(said, other(said, /^([a-z]+)(?:_id|Id)(?= |$|[!?*])/.exec(said.text)?.[1]));

/** `warehouse!`, `parent?` in `shelf(warehouse!, parent?)`. */
export const marked: Rule = (said) => {
  const [, noun = "", demand] = /^([a-z]\w*)([!?*])$/i.exec(said.text) ?? [];
  const name = noun === "" ? "" : (nameOf(noun) ?? "");
  return noun !== "" && said.state.known.has(name) && name !== said.resource.name
    ? belongsTo(said, noun, demand === "?" ? { optional: true } : {})
    : undefined;
};

/** `fk customer`, `ref to order`. */
export const keyTo: Rule = (said) =>
  belongsTo(said, /^(?:fk|foreign key|ref(?=\s+to\b))\s+(?:to\s+)?(\w+)$/i.exec(said.text)?.[1]);

/** `owner (fk users.id)`, `seller (references user)`. */
export const keyInBrackets: Rule = (said) => {
  const target =
    /^(?:an? |the )?[\w ]+?\s*\(\s*(?:fk|foreign key|ref(?:erence|s)?|references)\b\s*:?\s*(?:to |of )?([a-z]\w*)(?:\.id|\(id\))?\b([^()]*)\)[^()]*$/i.exec(
      said.text,
    )?.[1];
  return target !== undefined && !/^(?:opt|null|req|uniq|not|required|optional|unique|nullable)/i.test(target)
    ? belongsTo(said, target)
    : undefined;
};

/** `customer (fk)`, `owner ref to user`: the name of a key, and what stands behind it. */
const foreignKey = (text: string): RegExpExecArray | null =>
  /^(?:an? |the )?(?!(?:an?|the|has|have)\s)([\w ]+?)\s*(?:\((?:fk|foreign key|ref(?:erence)?|belongs to|many[ -]to[ -]one|parent|relation)(?:,[^()]*)?\)|\s(?:fk|foreign key|ref(?=$|\s+to\b|\s*\()|reference(?=\s+to\b))\b)(.*)$/i.exec(
    text,
  );

/** `owner fk user`: the record is known by what stands behind the word. */
export const keyWithTarget: Rule = (said) => {
  const target = foreignKey(said.text)?.[2]
    ?.replace(/\b(?:opt(?:ional)?|null(?:able)?|req(?:uired)?|uniq(?:ue)?|not null)\b/gi, "")
    .trim();
  const known = target === undefined ? undefined : knownIn(said.state, target);
  return belongsTo(said, known, { ...said.optional, keyed: true });
};

/** `reports to another employee`, `parent: another category (optional)`. */
export const another: Rule = (said) =>
  belongsTo(
    said,
    told(said, /^(?:[a-z ]+?(?::| is|,)? )?another ([a-z]+)(?:,? \(?optional\)?)?$/i.exec(said.text)?.[1]),
  );

/** `customer_id (fk)`, `parent page ref`; `a git ref` is a text. */
export const keyNamed: Rule = (said) => {
  const name = foreignKey(said.text)?.[1];
  if (name === undefined) return undefined;
  const isText = /^an? [a-z]+ ref$/i.test(said.text) && knownIn(said.state, name) === undefined;
  return isText
    ? undefined
    : belongsTo(said, name.replace(/(?:[ _]id|(?<=[a-z])Id)$/, "").replace(/^parent (?=\w)/i, ""));
};

/** `customer ref Customer`, `a manager (an employee)`. */
export const pointing: Rule = (said) => {
  const [, target = ""] =
    /^[a-z]\w* (?:ref|reference|references|refers to)(?: to)?:? ([A-Z]\w*)$/.exec(said.text) ??
    /^(?:an? |the |its )?[a-z]+ \((?:an?|the|another|also an?|one of the) ([a-z]+)\)$/i.exec(said.text) ??
    [];
  return target !== "" && (knownIn(said.state, target) !== undefined || /^[a-z]\w* ref/.test(said.text))
    ? belongsTo(said, target)
    : undefined;
};
