/** Conventional commit types of the gitmoji.dev emoji and their shortcodes. */
const table = `
✨ sparkles feat | 🐛 bug fix | 🚑 ambulance fix | 🩹 adhesive_bandage fix | 🚸 children_crossing improvement | ⚡ zap perf
🔥 fire remove | 🗑 wastebasket deprecate | 💥 boom breaking | 🔒 lock security | ♿ wheelchair improvement
🎨 art style | ♻ recycle refactor | 🚚 truck refactor | 🏗 building_construction refactor | ⚰ coffin refactor | 💡 bulb docs
📝 memo docs | ✏ pencil2 docs | 📄 page_facing_up docs | ✅ white_check_mark test | 🧪 test_tube test | 🚨 rotating_light style
👷 construction_worker ci | 💚 green_heart ci | 🔧 wrench chore | 🔨 hammer chore | 🙈 see_no_evil chore | 🚀 rocket chore
⬆ arrow_up deps | ⬇ arrow_down deps | 📌 pushpin deps | ➕ heavy_plus_sign deps | ➖ heavy_minus_sign deps
📦 package build | 🔖 bookmark release | 🚧 construction wip | ⏪ rewind revert | 🏷 label types
💄 lipstick change | 🌐 globe_with_meridians feat | 🥅 goal_net fix | 🦺 safety_vest feat | 🔊 loud_sound change | 🔇 mute change`;

const types = new Map(
  table
    .split(/[|\n]/)
    .map((item) => item.trim().split(" "))
    .flatMap(([sign = "", code = "", type = ""]) => [
      [sign, type],
      [`:${code}:`, type],
    ]),
);

/** Splits a subject's leading emoji into its type and the remaining text. */
export function withoutEmoji(subject: string): { readonly type: string | undefined; readonly text: string } {
  const [, sign = "", text = ""] =
    /^(\p{Extended_Pictographic}|:[\w+-]+:)\uFE0F?\s*(.+)$/u.exec(subject) ?? [];
  const type = types.get(sign);
  return { type, text: type === undefined ? subject : text };
}
