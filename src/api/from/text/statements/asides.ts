import type { Rule } from "./rule.ts";

const technologies: ReadonlySet<string> = new Set(
  "typescript javascript node express nest nestjs fastapi fastify hono koa python django flask postgres postgresql mysql mariadb sqlite mongo mongodb prisma typeorm sequelize redis docker graphql openapi swagger jest vitest pytest jwt react vue angular next nextjs java spring rust go golang kotlin php laravel ruby rails aws azure kubernetes eslint prettier zod".split(
    " ",
  ),
);
/** What is said around technologies, and between them. */
const around =
  /\b(?:please|we|i|it|should|must|will|would|like|want|to|be|is|are|use|using|uses|built|build|written|write|made|make|implemented?|run|running|runs|stored?|tech|technical|technology|stack|language|framework|database|db|storage|with|in|on|as|for|the|a|an|and|or|plus|latest|api|app|server|backend|tests|this|everything|all|data)\b|\.js\b|[,:&+/]/gi;

/** `Use TypeScript and Postgres`: what it is to be made with, which flags say. */
function namesTools(text: string): boolean {
  const words = text.replaceAll(around, " ").trim().toLowerCase().split(/\s+/);
  return words.every((word) => technologies.has(word)) && !/^[a-z]+ ?[:(]/i.test(text);
}

/** `Authentication can come later`, `No login is needed for now`: what is not asked for. */
const later =
  /^(?:(?:[a-z]+ ){1,4}(?:can|may|could|will|should|might) (?:(?:be )?(?:come|wait|follow|added?|done|handled|built|considered|decided)|be ignored)(?: (?:later|afterwards|separately|elsewhere|then|for now|on|in (?:a|the) (?:second|next|later) (?:step|version|phase)))+|(?:no|without) (?:[a-z]+ ){0,3}(?:is |are )?(?:needed|required|necessary|for now|yet|at the moment)(?: (?:for now|yet|at the moment|so far))?|(?:we |i )?(?:do not|don['’]t) (?:need|want|care about) (?:[a-z]+ ){1,4}(?:for now|yet|at the moment|right now))$/i;

/** `That's it for now, I think`, `Nothing fancy`, `Keep it simple`: to whoever reads. */
const talk =
  /^(?:(?:ok|okay|so|well|and),? )?(?:(?:(?:that|this)(?:['’]s| is| should be| would be| will be)|i (?:think|guess) (?:that|this)(?:['’]s| is)) (?:it|all|everything|enough|basically it|about it|pretty much (?:it|all))\b.*|(?:nothing (?:fancy|special|more|else|big)|keep it (?:simple|small|short|minimal)|no rush|hope (?:this|that) helps|let me know\b.*|(?:many )?thanks?\b.*|thank you\b.*|small (?:side )?project of mine|(?:it['’]s|it is|this is) (?:just )?(?:a|my) (?:small |little |simple )*(?:side |hobby |pet )?project(?: of mine)?|let['’]?s (?:build|make|start with|do) something (?:simple|small|nice)))$/i;

/** What is said of the making of it all rather than of a record. */
export const aside: Rule = (state, text) => {
  if (talk.test(text)) return true;
  if (!namesTools(text) && !later.test(text)) return false;
  state.unread.push(text);
  return true;
};
