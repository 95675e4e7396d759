import { answersAlike } from "./answers.suite.ts";

answersAlike(false);
