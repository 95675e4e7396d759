import { show } from "../report/index.ts";
import { data } from "../lib/index.ts";
import { command } from "./command.ts";

export default command({
  summary: "Forget the conversation; files, mode and model stay",
  keywords: "Clear, reset, empty or forget the conversation, chat or context, start over",
  flags: {},
  session: "last",
  data: data.object({}),
  async run(_input, { session }) {
    await session.journal.append({ type: "cleared" });
    return {
      title: "Cleared",
      outcome: "done",
      data: {},
      sections: [
        show.section("cleared", "", [
          show.text("Models start over. Written files stay; /undo reverts them."),
        ]),
      ],
    };
  },
});
