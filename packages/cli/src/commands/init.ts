import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { type HostName, hostNames } from '../init/hosts.ts'
import { writeWorkspace } from '../init/write-workspace.ts'
import type { Io } from '../io.ts'
import { paletteFor } from '../palette.ts'
import { plain } from '../plain.ts'

const example = `
Overwrites nothing.

Examples:
  $ lamella init ./agent
  $ lamella init ./agent --host openai`

/** Adds `lamella init`: makes a small workspace to start with. */
export function addInit(program: Command, io: Io): void {
  program
    .command('init')
    .argument('[workspace]', 'the folder to make, or an empty one', '.')
    .addOption(
      new Option('--host <host>', 'add a program for this host, with a test; it runs without a key').choices(hostNames),
    )
    .summary('make a small workspace to start with')
    .description('Makes a small workspace: instructions, a memory, a skill and a conversation, with comments.')
    .addHelpText('after', example)
    .action(async (folder: string, { host }: { readonly host?: HostName }) => {
      const { green } = paletteFor(io.stdout, io.env)
      const files = await writeWorkspace(folder, host)
      const session = join(folder, 'sessions', 'first.jsonl')
      // Somebody who runs this with npx has no `lamella`.
      const lamella = io.env['npm_command'] === 'exec' ? 'npx @lamella/cli' : 'lamella'
      const next = `${lamella} explain ${quoted(folder)} --session ${quoted(session)} --message "And beans?"`
      const lines = files.map((file) => `${green('added')} ${plain(join(folder, file))}`)
      const steps = host === undefined ? [next] : [`cd ${quoted(folder)}`, 'npm install', 'npm test', 'npm start']
      io.stdout.write(`${[...lines, '', 'Next:', ...steps.map((step) => `  ${step}`)].join('\n')}\n`)
    })
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  const shown = plain(path)
  return /^[\w./@%+=:,\\-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`
}
