import type { ModelCounts, RefusedRequest, RunCounts, RunUsage } from '../contract/counts.ts'
import type { RunState } from '../contract/run.ts'

/** The provider's tokens for an estimated one are between a quarter and four: no tokenizer is further off. */
const mostFactor = 4

/** Tokens of a request that nobody sees: providers add instructions of their own. */
const hiddenTokens = 4_000

/** A first request of fewer estimated tokens teaches nothing: what surrounds a text outweighs it. */
const leastTokens = 100

/** Estimated tokens after which older ones count no more. */
const mostWeight = 20_000

/** The number of models that a run remembers; the one that was counted longest ago is forgotten. */
const mostModels = 16

/** Nothing learned: the provider counts as estimated. */
const asEstimated: ModelCounts = { factor: 1, weight: 0 }

/** Returns what names the last request of a run: two that differ before its end have different names. */
export function nameOfRequest({ epoch, marks }: RunState): string {
  return `${epoch} ${marks.at(-1)?.at} ${marks.at(-1)?.hash}`
}

/**
 * Returns how the requests of a run are counted, after the provider has counted the last one. A usage that contradicts those
 * before is believed when the next one agrees with it: until then the older anchor holds.
 */
export function countsAfter(run: RunState, usage: RunUsage | undefined): RunCounts | undefined {
  const { counts, epoch } = run
  if (counts === undefined || usage === undefined || !isCount(usage.input)) return counts
  const { estimated, anchor, doubted: wasDoubted, ...others } = counts
  const before = anchor?.epoch === epoch && anchor.by === counts.by ? anchor : undefined
  const own = modelCounts(counts, counts.by)
  const [tokens, counted] = [estimated - (before?.estimated ?? 0), usage.input - (before ? before.usage.input : 0)]
  if (!isBelievable(estimated, usage.input, 0)) return wasDoubted ? forgotten(counts) : { ...counts, doubted: true }
  const doubted = before ? !isBelievable(tokens, usage.input, before.usage.input) : isUnlike(own, counted / tokens)
  if (doubted && !wasDoubted) return { ...counts, doubted: true }
  const { factor, weight } = doubted ? learn(asEstimated, estimated, usage.input) : learn(own, tokens, counted)
  return {
    ...others,
    estimated,
    anchor: { epoch, by: counts.by, at: run.marks.at(-1)?.at ?? 0, estimated, usage },
    ...withModel(counts, { ...own, factor, weight }),
  }
}

/** Returns how requests are counted after the provider has refused one: there is nothing to doubt, but it may have said too much. */
export function countsAfterRefusal(run: RunState, { input, limit }: RefusedRequest): RunCounts | undefined {
  const { counts } = run
  if (counts === undefined) return undefined
  const { anchor: _, ...others } = counts
  const learned = learn(asEstimated, counts.estimated, input)
  return { ...others, ...withModel(counts, { ...learned, limit }) }
}

/** Returns how requests are counted after the provider was asked about one. */
export function countsKnowing(counts: RunCounts, counted: number): RunCounts {
  const { limit } = modelCounts(counts, counts.by)
  const learned = learn(asEstimated, counts.estimated, counted)
  return { ...counts, ...withModel(counts, { ...learned, ...(limit !== undefined && { limit }) }) }
}

/** Whether a whole request was counted at more than twice or less than half of what was learned. */
function isUnlike({ factor, weight }: ModelCounts, other: number): boolean {
  return weight > 0 && (other > 2 * factor || other < factor / 2)
}

/** Whether a provider can have counted `input` for a request of which `known` tokens were counted, and others estimated. */
function isBelievable(estimated: number, input: number, known: number): boolean {
  const [least, most] = [known + estimated / mostFactor, known + estimated * mostFactor]
  return input >= least * 0.75 && input <= most * 1.25 + (known === 0 ? hiddenTokens : 0)
}

/** Returns what is left when a provider does not count at all, or only what was not cached. */
function forgotten(counts: RunCounts): RunCounts {
  const { anchor: _, ...others } = counts
  return { ...others, ...withModel(counts, { ...modelCounts(counts, counts.by), ...asEstimated }) }
}

/** Adds what a stretch of a conversation was counted as. */
function learn(before: ModelCounts, estimated: number, counted: number): ModelCounts {
  if (before === asEstimated && estimated < leastTokens) return { factor: 1, weight: leastTokens }
  const weight = before.weight + estimated
  const factor = (before.factor * before.weight + counted) / weight
  return { ...before, factor: withinBounds(factor), weight: Math.min(weight, mostWeight) }
}

function withinBounds(factor: number): number {
  return Math.min(mostFactor, Math.max(1 / mostFactor, factor))
}

function withModel({ models = {}, by }: RunCounts, learned: ModelCounts): Pick<RunCounts, 'models'> {
  const others = Object.entries(models).filter(([name]) => name !== by)
  return { models: Object.fromEntries([...others.slice(1 - mostModels), [by, learned]]) }
}

/** What is known of how the provider counts with a model. */
export function modelCounts(counts: Pick<RunCounts, 'models'> | undefined, by: string): ModelCounts {
  const { models = {} } = counts ?? {}
  return (Object.hasOwn(models, by) ? models[by] : undefined) ?? asEstimated
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}
