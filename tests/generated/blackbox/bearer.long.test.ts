import { answersAlike } from "./answers.suite.ts";

answersAlike(true);
