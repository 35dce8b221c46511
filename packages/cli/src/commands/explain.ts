import type { Report } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import type { Command } from 'commander'
import { assemble } from '../assemble.ts'
import type { Io } from '../io.ts'
import { addRequestOptions, type RequestOptions } from '../options.ts'
import { paintReport } from '../paint-report.ts'
import { paletteFor } from '../palette.ts'
import { parseCount } from '../parse.ts'
import { toJson } from '../plain.ts'
import type { Target } from '../target.ts'

/** A report as plain data, with the target of the request. */
interface ReportData extends Pick<Report, 'tokens' | 'layers' | 'rows' | 'cache' | 'truncated'> {
  readonly format: string
  readonly model: string
}

/** Copies the report's fields explicitly, since some are computed on first access. */
function reportData(report: Report, { format, model }: Pick<Target, 'format' | 'model'>): ReportData {
  const { tokens, layers, rows, cache, truncated } = report
  return { format: format.name, model, tokens, layers, rows, cache, truncated }
}

interface ExplainFlags extends RequestOptions {
  readonly rows?: number
  readonly json?: true
}

const example = `
Example:
  $ lamella explain ./agent -s chat.jsonl -m "And then?" --window 8000`

/** Adds `lamella explain`: prints the report as a table. */
export function addExplain(program: Command, io: Io): void {
  addRequestOptions(program.command('explain'))
    .option('--rows <count>', 'list up to this many individual fragments (default: grouped by outcome)', parseCount)
    .option('--json', 'as JSON, with every row')
    .summary('print what was kept, shortened and dropped, and why')
    .description('Prints how a request uses its tokens, and what was kept, shortened and dropped, and why.')
    .addHelpText('after', example)
    .action(async (folder: string, options: ExplainFlags) => {
      const { context, target } = await assemble(folder, options, io)
      if (options.json) {
        io.stdout.write(`${toJson(reportData(context.report, target))}\n`)
        return
      }
      const text = explain(context.report, { rows: options.rows })
      io.stdout.write(`${paintReport(text, paletteFor(io.stdout, io.env), io.stdout)}\n`)
    })
}
