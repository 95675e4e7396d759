import { answers } from "./answers.ts";
import { contracts } from "./contracts.ts";
import { events } from "./events.ts";
import { pages } from "./pages.ts";
import { requests } from "./requests.ts";
import { sending } from "./sending.ts";

/** `runtime.py`: the part of every Python client that no document changes. */
export const runtime = [contracts, requests, sending, pages, answers, events].join("\n\n");
