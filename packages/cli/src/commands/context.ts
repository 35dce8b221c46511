import { logTo } from '@lamella/core'
import type { Command } from 'commander'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { paletteFor } from '../palette.ts'
import { plain, toJson } from '../plain.ts'
import { windowBarText } from '../text/window-bar-text.ts'
import { grouped } from '../text/words.ts'
import { warn } from '../write.ts'

interface ContextOptions extends RequestOptions {
  readonly json?: true
}

const example = `
Example:
  $ lamella context ./agent --session chat.jsonl --model claude-opus-5-5`

/** Adds `lamella context`: shows how the window is filled. */
export function addContext(program: Command, io: Io): void {
  addRequestOptions(program.command('context'))
    .option('--json', 'as JSON')
    .summary('show how the window is filled')
    .description('Shows how the window is filled, as a bar: tools, each layer, framing, reserve and free room.')
    .addHelpText('after', example)
    .action(async (folder: string, options: ContextOptions) => {
      const log = logTo({ debug: () => {}, info: () => {}, warn: (line) => warn(io, line) })
      const { context, target } = await assemble(folder, options, io, [log])
      const { windowBar } = await import('@lamella/inspector')
      const { tokens, layers } = context.report
      const parts = windowBar({ tokens, layers: Object.entries(layers).map(([name, { got }]) => ({ name, got })) })
      const { model, format } = target
      if (options.json) {
        io.stdout.write(`${toJson({ format: format.name, model, tokens, parts })}\n`)
        return
      }
      const palette = paletteFor(io.stdout, io.env)
      const used = `${tokens.exact ? '' : 'about '}${grouped(tokens.total)} of ${grouped(tokens.window)} tokens`
      const share = tokens.window > 0 ? Math.round((tokens.total / tokens.window) * 100) : 0
      const lines = windowBarText(parts, palette, io.stdout.columns ?? 80)
      io.stdout.write(`${[`${palette.bold(used)} (${share} %), ${plain(model)}`, '', ...lines].join('\n')}\n`)
    })
}
