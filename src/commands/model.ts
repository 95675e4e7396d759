import { show } from "../report/index.ts";
import { data, listed, nearest, usageError } from "../lib/index.ts";
import { command } from "./command.ts";

export default command({
  summary: "Show the models, or choose one",
  keywords: "List, choose or switch models",
  argument: {
    name: "name",
    summary: "the model to use from now on",
    required: false,
    example: "builtin",
    complete: async ({ models }) => (await models()).map(({ id }) => id),
  },
  flags: {},
  session: "last",
  data: data.object({
    model: data.text("The model in use"),
    models: data.list(
      data.object({
        id: data.text(),
        name: data.text(),
        context_window: data.orNull(data.count("In tokens")),
      }),
    ),
  }),
  async run({ argument }, { session }) {
    const name = argument.trim();
    const all = await session.models();
    const ids = all.map(({ id }) => id);
    if (name !== "" && !ids.includes(name)) {
      const meant = nearest(name, ids);
      throw usageError(
        "unknown_model",
        `There is no model ${name.slice(0, 60)}${meant ? `; did you mean ${meant}?` : "."} ${known(ids)}`,
        meant ? `Try: /model ${meant}` : "Add an upstream to settings.yaml; antiphon doctor checks it.",
      );
    }
    if (name !== "") {
      await session.journal.append({ type: "model", name });
      session.settings = { ...session.settings, model: name };
    }
    const rows = all.map(({ id, display_name, context_window }) => [
      id === session.settings.model ? `${id} (current)` : id,
      display_name,
      context_window,
    ]);
    return {
      title: `Model ${session.settings.model}`,
      outcome: "done",
      data: {
        model: session.settings.model,
        models: all.map(({ id, display_name, context_window = null }) => ({
          id,
          name: display_name,
          context_window,
        })),
      },
      sections: [show.section("models", "", [show.table(["model", "name", "context window"], rows)])],
    };
  },
});

const known = (ids: readonly string[]): string =>
  ids.length > 1 ? `Models: ${listed(ids)}.` : `The only model here is ${ids[0] ?? "none"}.`;
