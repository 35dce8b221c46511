import type { ModelPrices } from '../contract/model.ts'
import type { TokenPrices } from '../contract/prices.ts'
import { priceSources, priceTable } from './table.ts'

/** Parses a table of prices such as the one in table.ts, by id. The generator wrote it, so nothing is checked here. */
export function parsePrices(): ReadonlyMap<string, readonly ModelPrices[]> {
  const prices = new Map<string, ModelPrices[]>()
  for (const line of priceTable.trim().split('\n')) {
    const [id = '', source, base = '', ...rest] = line.split(' ')
    const extra = new Map(rest.map((field) => field.split('=') as [string, string]))
    const [above, ...long] = extra.get('above')?.split('/') ?? []
    const from = extra.get('from')
    const place = priceSources[Number(source)] ?? ''
    const one: ModelPrices = Object.freeze({
      ...tokenPrices(base.split('/')),
      ...(above !== undefined && { long: Object.freeze({ above: Number(above), ...tokenPrices(long) }) }),
      source: place.slice(0, -' 2026-01-01'.length),
      date: place.slice(-'2026-01-01'.length),
      ...(from !== undefined && { from }),
    })
    const known = prices.get(id)
    if (known) known.push(one)
    else prices.set(id, [one])
  }
  return prices
}

function tokenPrices([input, output, read, writes]: readonly string[]): TokenPrices {
  return {
    input: Number(input),
    output: Number(output),
    ...(read && { read: Number(read) }),
    ...(writes && {
      writes: Object.freeze(
        Object.fromEntries(
          writes
            .split(',')
            .map((write) => write.split(':'))
            .map(([life, price]) => [life, Number(price)]),
        ),
      ),
    }),
  }
}
