import { conversations } from "./conversations.suite.ts";

conversations(20_000);
