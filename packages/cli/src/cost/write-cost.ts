import { dollars } from '@lamella/core/plugin'
import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'
import { table } from '../text/table.ts'
import { counted, grouped } from '../text/words.ts'
import type { CostRow, LayerCost } from './cost-rows.ts'

/** Formats what requests cost, by model, and by layer if they were recorded. */
export function costText(rows: readonly CostRow[], layers: readonly LayerCost[], { bold }: Palette): string {
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
