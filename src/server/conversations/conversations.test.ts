import { conversations } from "./conversations.suite.ts";

conversations(1_000);
