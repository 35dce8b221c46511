import { dollars } from '@lamella/core/plugin'
import { readRecording } from '@lamella/inspector'
import type { Command } from 'commander'
import { type CostRow, costRows, type LayerCost, layerCosts, readBuilds, readResponses } from '../cost/cost-rows.ts'
import type { Io } from '../io.ts'
import { type Palette, paletteFor } from '../palette.ts'
import { parseDay } from '../parse.ts'
import { plain, toJson } from '../plain.ts'
import { cliError } from '../problem.ts'
import { table } from '../text/table.ts'
import { counted, grouped } from '../text/words.ts'
import { textLines } from '../text-lines.ts'
import { warn } from '../write.ts'

interface CostCommandOptions {
  readonly model?: string
  readonly day?: string
  readonly json?: true
}

const examples = `
Examples:
  $ lamella cost agent.jsonl
  $ lamella cost responses.jsonl --model claude-opus-5-5 --json

A recording has requests, not answers: this is the cost of what is sent, with
the repeated part read from the provider's prompt cache. A log has one response
a line, of any provider, complete or only its model and usage.`

/** All lines are held in memory. */
const maxBytes = 256 * 1024 ** 2

/** Adds `lamella cost`: what recorded builds, or the responses of a log, cost. */
export function addCost(program: Command, io: Io): void {
  program
    .command('cost')
    .argument('<file>', 'a recording, or a log with a response on each line; - for standard input')
    .option('--model <name>', 'the model of requests that name none')
    .option('--day <date>', 'the day whose prices apply, such as 2027-01-31', parseDay)
    .option('--json', 'as JSON')
    .summary('print the cost of recorded requests')
    .description('Prints the cost of the builds in a recording, or of the responses in a log, by model and by layer.')
    .addHelpText('after', examples)
    .action(async (file: string, options: CostCommandOptions) => {
      const lines: string[] = []
      for await (const line of textLines(file, io.stdin, { maxBytes })) lines.push(line)
      const { builds } = readRecording(lines)
      const { billed, others } =
        builds.length > 0 ? { billed: readBuilds(builds, options), others: 0 } : readResponses(lines, options)
      if (billed.length === 0) {
        const fix = 'Pass a recording, or a log with one response a line that has its usage.'
        throw cliError('USAGE_MISSING', `'${file}' has no request whose tokens are known.`, fix, { file })
      }
      if (others > 0) warn(io, `lamella: ${counted(others, 'line')} of ${file} without a usage left out`)
      const models = costRows(billed, options)
      const unknown = models.filter(({ cost }) => !cost).map(({ model }) => model)
      if (unknown.length > 0) {
        warn(
          io,
          `lamella: no prices are known for ${unknown.map((model) => model || 'requests without a model (--model)').join(', ')}`,
        )
      }
      const layers = layerCosts(builds, options)
      const total = models.reduce((sum, { cost }) => sum + (cost?.total ?? 0), 0)
      io.stdout.write(
        options.json
          ? `${toJson({ total, models, ...(builds.length > 0 && { layers }) })}\n`
          : costText(models, layers, paletteFor(io.stdout, io.env)),
      )
    })
}

/** Formats what requests cost, by model, and by layer if they were recorded. */
function costText(rows: readonly CostRow[], layers: readonly LayerCost[], { bold }: Palette): string {
  const known = rows.flatMap(({ cost }) => (cost ? [cost.total] : []))
  const total = known.reduce((sum, cost) => sum + cost, 0)
  const isPart = known.length < rows.length
  const all = isPart ? (known.length === 0 ? 'cost unknown' : `at least ${dollars(total)}`) : dollars(total)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const lines = table('lrrrrrr', [
    ['model', 'requests', 'input', 'cached', 'written', 'output', 'cost'],
    ...rows.map(({ model, requests: count, tokens, cost }) => [
      model === '' ? '(no model)' : plain(model),
      ...[count, tokens.inputTokens, tokens.cachedInputTokens, tokens.cacheWriteTokens, tokens.outputTokens].map(
        grouped,
      ),
      cost ? dollars(cost.total) : 'unknown',
    ]),
  ])
  const byLayer = table('lrr', [
    ['layer', 'without a cache', 'with one'],
    ...layers.map(({ layer, uncached, cached }) => [plain(layer), dollars(uncached), dollars(cached)]),
  ])
  return `${[
    bold(`${counted(requests, 'request')}, ${all}`),
    '',
    ...lines,
    ...(layers.length > 0 ? ['', ...byLayer] : []),
  ].join('\n')}\n`
}
