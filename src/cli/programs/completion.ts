import { usageError } from "../../lib/index.ts";
import { program } from "./program.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** Each script passes the words typed so far to `antiphon completion --line`, so it never becomes outdated. */
const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_antiphon() {
  local IFS=$'\\n'
  COMPREPLY=($(antiphon completion --line="\${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
  [[ $COMP_WORDBREAKS == *=* && \${COMP_LINE:0:COMP_POINT} =~ =[^[:space:]]*$ ]] && COMPREPLY=("\${COMPREPLY[@]#*=}")
  compopt -o nospace
}
complete -o default -F _antiphon antiphon
`,
  zsh: `#compdef antiphon
_antiphon() {
  local -a found
  found=("\${(@f)$(antiphon completion --line="\${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  [[ -n $found[1] ]] && compadd -Q -S '' -- $found || _files
}
compdef _antiphon antiphon
`,
  fish: `complete -c antiphon -f -a '(antiphon completion --line=(commandline -cp) 2>/dev/null | string trim --right)'
`,
};

export default program({
  summary: "Print the completion script of a shell",
  argument: {
    name: "shell",
    summary: "bash, zsh or fish",
    required: false,
    example: "bash",
    choices: shells,
  },
  flags: { line: { type: "string", summary: "Print what could follow this line (the scripts call it)" } },
  async run({ argument, flags }, io) {
    if (flags.line !== undefined) {
      const { completeShell } = await import("../complete.ts");
      const shared = await (await import("../shared.ts")).openShared({ ...io, err: () => undefined }, "new");
      const { commands } = shared;
      const where = { cwd: io.cwd, programs: io.programs, commands, session: () => Promise.resolve(shared) };
      io.out((await completeShell(flags.line, where)).map((word) => `${word}\n`).join(""));
      return 0;
    }
    const shell = shells.find((name) => name === (argument || "bash"));
    if (!shell)
      throw usageError("unknown_shell", `There is no script for ${argument}.`, "Use bash, zsh or fish.");
    io.out(scripts[shell]);
    return 0;
  },
});
