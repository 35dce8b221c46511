import { costOf, findModel, getModelLimits, modelPrices, type RequestCost } from '@lamella/models'
import type { CacheMiss, TranscriptRequest } from '@lamella/provider-fs/transcripts'

/** What requests used and cost. */
export interface CostSum {
  readonly requests: number
  readonly input: number
  readonly cacheWrite: number
  readonly cacheRead: number
  readonly output: number
  /** US dollars, of the requests whose price is known. */
  readonly cost: number
  /** Models without a known price; '' if the file names none. */
  readonly unpriced: readonly string[]
}

/** All that a request sent: what the window held. */
export function windowOf({ usage }: TranscriptRequest): number {
  return usage.input + usage.cacheRead + (usage.cacheWrite ?? 0)
}

/** Returns the window of a model; `undefined` if it is not known. */
export function limitOf(model: string | undefined): number | undefined {
  return model !== undefined && findModel(model) ? getModelLimits(model).contextWindow : undefined
}

/** Returns what a request cost by the prices of its day; `undefined` if its model has none. */
export function requestCost(request: TranscriptRequest): RequestCost | undefined {
  const { model, at, usage } = request
  const prices = model === undefined ? undefined : modelPrices(model, { day: at?.slice(0, 10) })
  if (!prices) return undefined
  const { cacheRead, cacheWrite = 0, output, writes } = usage
  return costOf(prices, {
    inputTokens: windowOf(request),
    cachedInputTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    cacheWrites: writes,
    outputTokens: output,
  })
}

/** Sums up requests. Copies from the session that this one was forked from are its own, and left out. */
export function sumOf(requests: readonly TranscriptRequest[]): CostSum {
  const own = requests.filter(({ uncertain }) => !uncertain)
  const costs = own.map(requestCost)
  const unpriced = own.filter((_, index) => !costs[index]).map(({ model = '' }) => model)
  const add = (value: (request: TranscriptRequest) => number): number =>
    own.reduce((sum, request) => sum + value(request), 0)
  return {
    requests: own.length,
    input: add(({ usage }) => usage.input),
    cacheWrite: add(({ usage }) => usage.cacheWrite ?? 0),
    cacheRead: add(({ usage }) => usage.cacheRead),
    output: add(({ usage }) => usage.output),
    cost: costs.reduce((sum, cost) => sum + (cost?.total ?? 0), 0),
    unpriced: [...new Set(unpriced)],
  }
}

/** Returns what a cache miss cost more than reading would have; `undefined` if the model has no price. */
export function missCost({ request, again }: CacheMiss): number | undefined {
  const cost = requestCost(request)
  if (!cost) return undefined
  const { input, cacheWrite = 0, cacheRead } = request.usage
  const paid = cacheWrite > 0 ? cost.cacheWrite / cacheWrite : input > 0 ? cost.input / input : 0
  const prices = modelPrices(request.model ?? '', { day: request.at?.slice(0, 10) })
  const read = cacheRead > 0 ? cost.cacheRead / cacheRead : (prices?.read ?? 0) / 1e6
  return again * Math.max(0, paid - read)
}
