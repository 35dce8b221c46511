import { logTo } from '@lamella/core'
import type { Command } from 'commander'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { paletteFor } from '../palette.ts'
import { plain, toJson } from '../plain.ts'

const example = `
Example:
  $ lamella build ./agent --session chat.jsonl --message "And then?" --window 128k |
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
      const { yellow, dim } = paletteFor(io.stderr, io.env)
      const info = (line: string): unknown => io.stderr.write(`${dim(plain(line))}\n`)
      const warn = (line: string): unknown => io.stderr.write(`${yellow(plain(line))}\n`)
      const { context, format } = await assemble(folder, options, io, logTo({ debug: () => {}, info, warn }))
      const tell = ({ path, message }: { path: string; message: string }): unknown =>
        warn(`lamella: ${path}: ${message}`)
      const request = format.encode(context, { onLoss: tell, onRepair: tell })
      io.stdout.write(`${toJson(request)}\n`)
    })
}
