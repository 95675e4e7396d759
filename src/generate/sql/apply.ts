import { code } from "../../code/index.ts";
import { shipped } from "../shipped.ts";

/** `apply`, with which generated programs run a migration, to be declared where it is called. */
export const applyText = shipped("sql/shipped/apply.ts").replace("export ", "");

export const applyFunction = code(applyText);
