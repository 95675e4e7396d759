// Each project has the rules here that its checks call; so code beside them is checked against these.
export { validate, type Rule } from "../../client/shipped/rules.ts";
