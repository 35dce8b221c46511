import type { CostReport, InputCost } from '@lamella/core/plugin'
import type { ReadBuild } from '@lamella/inspector'
import { type BilledTokens, costOf, modelPrices, type RequestCost, readUsage, requestCost } from '@lamella/models'

/** What the requests to a model cost. */
export interface CostRow {
  /** '' if nothing names it. */
  readonly model: string
  readonly requests: number
  readonly tokens: Readonly<Record<Exclude<keyof BilledTokens, 'cacheWrites'>, number>>
  /** In US dollars. Absent if the prices of the model are not known. */
  readonly cost?: RequestCost
}

/** What the layers of recorded builds cost. */
export interface LayerCost extends InputCost {
  readonly layer: string
}

/** Where prices come from. */
export interface CostOptions {
  /** The model of requests that name none. */
  readonly model?: string | undefined
  readonly day?: string | undefined
}

/** A request that was billed, or would be. */
interface Billed {
  readonly model: string
  readonly usage: BilledTokens
}

/** Reads the responses of a log, one JSON value a line; the numbers of lines without one. */
export function readResponses(
  lines: readonly string[],
  { model: named = '' }: CostOptions,
): { readonly billed: readonly Billed[]; readonly others: number } {
  let others = 0
  const billed = lines.flatMap((line): readonly Billed[] => {
    if (line.trim() === '') return []
    const found = readUsage(parsed(line))
    if (found) return [{ model: found.model ?? named, usage: found.usage }]
    others++
    return []
  })
  return { billed, others }
}

/** The requests of recorded builds: what repeats the one before is read from the cache, the rest written. Their answers are unknown. */
export function readBuilds(builds: readonly ReadBuild[], options: CostOptions): readonly Billed[] {
  return builds.flatMap((build): readonly Billed[] => {
    const { made } = build
    if (!made) return []
    const { total: inputTokens } = made.tokens
    const cachedInputTokens = Math.min(made.cache.prefix ?? 0, inputTokens)
    const cacheWriteTokens = inputTokens - cachedInputTokens
    return [
      { model: modelOf(build, options), usage: { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens: 0 } },
    ]
  })
}

/** Sums up requests by model, the dearest first. */
export function costRows(billed: readonly Billed[], { day }: CostOptions): readonly CostRow[] {
  const rows = new Map<string, CostRow>()
  for (const { model, usage } of billed) {
    const prices = modelPrices(model, { day })
    const { model: _, ...sum } = rows.get(model) ?? { model, requests: 0, tokens: nothing }
    const tokens = {
      inputTokens: sum.tokens.inputTokens + usage.inputTokens,
      cachedInputTokens: sum.tokens.cachedInputTokens + (usage.cachedInputTokens ?? 0),
      cacheWriteTokens: sum.tokens.cacheWriteTokens + (usage.cacheWriteTokens ?? 0),
      outputTokens: sum.tokens.outputTokens + usage.outputTokens,
    }
    const cost = prices && added(sum.cost, costOf(prices, usage))
    rows.set(model, { model, requests: sum.requests + 1, tokens, ...(cost && { cost }) })
  }
  return Array.from(rows.values()).sort(
    (a, b) => (b.cost?.total ?? -1) - (a.cost?.total ?? -1) || (a.model < b.model ? -1 : 1),
  )
}

/** Sums up what the layers of recorded builds cost, with tools and framing, the dearest first. */
export function layerCosts(builds: readonly ReadBuild[], options: CostOptions): readonly LayerCost[] {
  const sums = new Map<string, InputCost>()
  const add = (layer: string, cost: InputCost): void => {
    const sum = sums.get(layer) ?? { uncached: 0, cached: 0 }
    sums.set(layer, { uncached: sum.uncached + cost.uncached, cached: sum.cached + cost.cached })
  }
  for (const build of builds) {
    const cost = buildCost(build, options)
    if (!cost) continue
    for (const [layer, one] of Object.entries(cost.layers)) if (one) add(layer, one)
    if (build.made && build.made.tokens.tools > 0) add('(tools)', cost.tools)
    add('(framing)', cost.framing)
  }
  return Array.from(sums, ([layer, cost]) => ({ layer, ...cost })).sort((a, b) => b.uncached - a.uncached)
}

/** Returns the model of a build; '' if nothing names it. */
export function modelOf({ parameters }: ReadBuild, { model: named = '' }: CostOptions): string {
  return typeof parameters.model === 'string' ? parameters.model : named
}

/** Returns what the request of a build costs; `undefined` if it failed, or the prices of its model are not known. */
export function buildCost(build: ReadBuild, options: CostOptions): CostReport | undefined {
  const { day } = options
  const prices = modelPrices(modelOf(build, options), day === undefined ? {} : { day })
  if (!build.made || !prices) return undefined
  const { tokens, layout, cache } = build.made
  const { total, correction = 0 } = tokens
  // The layout is as the tokenizer counts, the total as the provider does.
  const scale = total / Math.max(1, total - correction)
  const items = layout.items.map(({ layer, start, end }) => ({ layer, start: scale * start, end: scale * end }))
  const tools = scale * layout.tools
  return requestCost({ tokens: { ...tokens, tools: scale * tokens.tools }, tools, items, prefix: cache.prefix }, prices)
}

const nothing = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }

function added(one: RequestCost | undefined, other: RequestCost): RequestCost {
  if (!one) return other
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    total: one.total + other.total,
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
