import { readFile } from 'node:fs/promises'
import { listModels, modelPrices, tableDate } from '@lamella/models'

/** The most bytes that what is built for a browser may have, gzipped: with all encoders, the planner of runs, and the digest of their cuts. */
export const most = 244_500

/** The licences of what is built into it. */
export async function licences() {
  const texts = await Promise.all(
    ['preact', '@preact/signals'].map(async (name) => {
      const file = new URL(`../node_modules/${name}/LICENSE`, import.meta.url)
      return `${name}: ${(await readFile(file, 'utf8')).trim()}`
    }),
  )
  return texts.join('\n\n')
}

/**
 * What the page knows of prices, as constants of the bundler: a line for each model with its names and its window, then input, read
 * and written in US dollars per million tokens, and the same for requests above a number of tokens.
 */
export const priceConstants = {
  MODEL_PRICES: JSON.stringify(listModels().flatMap(priceLine).join('\n')),
  MODEL_PRICES_DATE: JSON.stringify(tableDate),
}

const text = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/.source
const sources = new RegExp(`(\\bwhat: (?:${text}),\\s*source: )(?:${text})`, 'g')

/** Leaves out the sources of the rules of wire formats, which the pages do not show. */
export const withoutSources = {
  name: 'without-sources',
  transform: (code, id) => (/[/\\]wire[/\\]dist[/\\]/.test(id) ? code.replace(sources, '$1""') : undefined),
}

function priceLine(model) {
  const prices = modelPrices(model)
  if (!prices) return []
  const three = ({ input, read = input, writes = {} }) => [input, read, Object.values(writes)[0] ?? input]
  const long = prices.long ? [prices.long.above, ...three(prices.long)] : []
  return [[[model.id, ...model.aliases].join(','), model.contextWindow, ...three(prices), ...long].join(' ')]
}
