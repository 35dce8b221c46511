import { type Command, Option } from 'commander'
import type { InspectOptions } from '../inspect/inspect.ts'
import type { Io } from '../io.ts'
import { addRequestOptions } from '../options.ts'
import { parsePort } from '../parse.ts'

const notes = `
The page is served at 127.0.0.1 only, at an address with a random token, until
you press Ctrl+C. For a workspace it shows the request that \`lamella build\`
would print; the options above from --window on are for that.

For sessions of Claude Code, Codex, pi, Cline, Gemini CLI, ChatGPT and the AI
SDK's UI it prints a report: requests and their cost, what fills the window,
cache misses, and what compactions lost. Nothing leaves your machine.

Examples:
  $ lamella inspect ~/.claude/projects
  $ lamella inspect agent.jsonl
  $ lamella inspect ./agent --session chat.jsonl --message "And then?" --open
  $ lamella inspect agent.jsonl --out page.html`

/** Options that are for a recording too. */
const ofPage = ['out', 'open', 'port', 'json']

/** Adds `lamella inspect`: shows a recording, or a request, in a browser. */
export function addInspect(program: Command, io: Io): void {
  const command = program.command('inspect')
  addRequestOptions(
    command,
    '<file-or-folder>',
    'a recording, a session of another program, a folder of those, or a workspace as for `lamella build`',
  )
    .option('-o, --out <file>', 'write the page with the recording to a new file, instead of serving it')
    .option('--open', 'open the address in a browser')
    .addOption(new Option('--port <number>', 'port of the page').argParser(parsePort).default(0, 'any free port'))
    .option('--json', 'for sessions of other programs: as JSON')
    .summary('show a recording, or a request, in a browser')
    .description(
      'Shows requests in a local page: what was sent, what was cut and why, and what another window would hold.',
    )
    .addHelpText('after', notes)
    .action(async (target: string, options: InspectOptions) => {
      // Other commands do not need the page and its server.
      const { inspect } = await import('../inspect/inspect.ts')
      const given = Object.keys(options).filter((name) => command.getOptionValueSource(name) === 'cli')
      const [other] = given.filter((name) => !ofPage.includes(name))
      await inspect(target, options, io, (what) => {
        if (other !== undefined) command.error(`error: ${what}, so --${dashed(other)} has no meaning.`)
      })
    })
}

function dashed(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
