import { logTo } from '@lamella/core'
import type { Command } from 'commander'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { toJson } from '../plain.ts'
import { inform, warn } from '../write.ts'

const example = `
Example:
  $ lamella build ./agent --session chat.jsonl --message "And then?" |
      curl https://api.openai.com/v1/chat/completions --json @- \\
        --header "Authorization: Bearer $OPENAI_API_KEY"

The request alone goes to standard output; warnings go to standard error.`

/** `lamella build`: the request as JSON. */
export function addBuild(program: Command, io: Io): void {
  addRequestOptions(program.command('build'))
    .summary('print the request as JSON')
    .description('Prints the request that a model is sent, as JSON.')
    .addHelpText('after', example)
    .showHelpAfterError("('lamella build --help' lists all options)")
    .action(async (folder: string, options: RequestOptions) => {
      const info = (line: string): void => inform(io, line)
      const told = (line: string): void => warn(io, line)
      const { context, target } = await assemble(folder, options, io, logTo({ debug: () => {}, info, warn: told }))
      const tell = ({ path, what }: { path: string; what: string }): unknown => told(`lamella: ${path}: ${what}`)
      const { request } = (await target.format.load()).encode(context, { onLoss: tell, onRepair: tell })
      io.stdout.write(`${toJson(request)}\n`)
    })
}
