import { isActor } from "../../../language/index.ts";
import { anyOf } from "../../../lib/index.ts";

const person = new RegExp(
  `${anyOf(
    "[^d]er|(?:tra|buil|len|foun|provi|bree|bid|wel|defen|lea|rea|ri)der|or|ist|ian|ant|ee|man",
    "woman|person|expert|user|staff|nurse|student|pupil|guest|child|parent|client|host",
  )}$`,
  "i",
);
/** Things with names that look like persons. */
const thing = new RegExp(
  `(?:^|[a-z])${anyOf(
    "order|offer|letter|folder|transfer|voucher|poster|container|register|answer|chapter|sensor|motor|router|server",
    "printer|trailer|locker|charter|dinner|newsletter|ticker|filter|layer|number|paper|shelter|center|theater|monitor",
    "floor|door|error|mirror|tour|computer|counter|parameter|meter|tower|plant|restaurant|grant|fee|tree|committee",
    "color|vector|elevator|generator|scooter|banner|slider|header|footer|pointer|adapter|cluster|master|calendar",
    "character|phrase|icon|population|pawn|corner|timer|coffee|water|burger",
    "(?<=^|play|wish|check|short|black|white|price)list", // not `specialist`
  )}$`,
  "i",
);

/** Whether a noun means a person, who uses records rather than being one. */
export const isPerson = (name: string): boolean => (person.test(name) || isActor(name)) && !thing.test(name);
