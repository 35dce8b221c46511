import type { Feature, Model, ModelFormat, ModelPrices, ModelStatus, ThinkingControl } from './contract/model.ts'
import { featuresByName } from './floors.ts'
import { parsePrices } from './prices/parse-prices.ts'

/** Features by their letters in the table. */
const features: Readonly<Record<string, Feature>> = {
  t: 'tools',
  v: 'vision',
  f: 'files',
  a: 'audio',
  r: 'thinking',
  o: 'structured-output',
  s: 'streaming',
  c: 'caching',
}

/** Formats of the vendors' own endpoints, unless the line names others. All other vendors have OpenAI's chat endpoint. */
const formats: Readonly<Record<string, readonly ModelFormat[]>> = {
  anthropic: ['anthropic'],
  google: ['gemini'],
  openai: ['openai-responses', 'openai-chat'],
  xai: ['openai-responses', 'openai-chat'],
}

/** Parses a table such as the one in table.ts. The generator wrote it, so nothing is checked here. */
export function parseTable(table: string): readonly Model[] {
  const prices = parsePrices()
  return table
    .trim()
    .split('\n')
    .map((line) => parseLine(line, prices))
}

function parseLine(line: string, allPrices: ReadonlyMap<string, readonly ModelPrices[]>): Model {
  const [id = '', provider = '', family = '', contextWindow, maxOutput, letters = '', ...rest] = line.split(' ')
  const extra = new Map(rest.map((field) => field.split('=') as [string, string]))
  const [maxInput, cache] = [extra.get('input'), extra.get('cache')]
  const [encoding, thinking, retires] = [extra.get('encoding'), extra.get('thinking'), extra.get('retires')]
  const prices = allPrices.get(id)
  const via = extra.get('formats')?.split(',') as readonly ModelFormat[] | undefined
  return Object.freeze<Model>({
    id,
    provider,
    family,
    contextWindow: Number(contextWindow),
    maxOutput: Number(maxOutput),
    ...(maxInput !== undefined && { maxInput: Number(maxInput) }),
    features: Object.freeze([...Array.from(letters, (letter) => features[letter] as Feature), ...featuresByName(id)]),
    aliases: Object.freeze(extra.get('names')?.split(',') ?? []),
    formats: Object.freeze(via ?? formats[provider] ?? ['openai-chat']),
    status: (extra.get('status') ?? 'active') as ModelStatus,
    ...(retires !== undefined && { retires }),
    ...(encoding !== undefined && { encoding }),
    ...(thinking !== undefined && { thinking: thinking as ThinkingControl }),
    ...(cache !== undefined && { cacheMinimum: Number(cache) }),
    ...(prices && { prices: Object.freeze(prices) }),
  })
}
