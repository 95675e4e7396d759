import { answer } from "../../inspect/index.ts";
import { settled } from "./settled.ts";

answer(settled);
