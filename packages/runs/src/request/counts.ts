import type { Notice, Parameters } from '@lamella/core'
import { contentKey, isObject } from '@lamella/core/plugin'
import type { CountAnchor, ModelCounts, RefusedRequest, RunCounts, RunUsage } from '../contract/counts.ts'
import type { RunState } from '../contract/run.ts'
import { mustHaveList } from './check-asked.ts'

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

/** Checks the usage that a program passes. */
export function usageProblem(usage: unknown): string | undefined {
  if (usage === undefined || isUsage(usage)) return undefined
  return 'must be { input, output?, reasoning? } in tokens, as readUsage(response)?.context of @lamella/models returns it'
}

/** Returns what names the last request of a run: two that differ before its end have different names. */
export function nameOfRequest(run: RunState): string {
  mustHaveList(run, 'marks')
  const { epoch, marks } = run
  return `${epoch} ${marks.at(-1)?.at} ${marks.at(-1)?.hash}`
}

/**
 * Returns how the requests of a run are counted, after the provider has counted the last one. A usage that contradicts those
 * before is believed when the next one agrees with it: until then the older anchor holds.
 *
 * @throws LamellaError `RUN_INVALID`
 */
export function countsAfter(
  run: Pick<RunState, 'counts' | 'epoch' | 'marks'>,
  usage: RunUsage | undefined,
): RunCounts | undefined {
  mustHaveList(run, 'marks')
  const { counts, epoch } = run
  if (counts === undefined || usage === undefined || !isCount(usage.input) || usage.input === 0) return counts
  const { estimated, anchor, doubted: wasDoubted, ...others } = counts
  const { by, settings } = counts
  const request = { by, ...(settings !== undefined && { settings }) }
  const before = isAnchored(anchor, epoch, counts) ? anchor : undefined
  const own = modelCounts(counts, counts.by)
  const [tokens, counted] = [estimated - (before?.estimated ?? 0), usage.input - (before ? before.usage.input : 0)]
  if (!isBelievable(estimated, usage.input, 0)) return wasDoubted ? forgotten(counts) : { ...counts, doubted: true }
  const doubted = before ? !isBelievable(tokens, usage.input, before.usage.input) : isUnlike(own, counted / tokens)
  if (doubted && !wasDoubted) return { ...counts, doubted: true }
  const { factor, weight } = doubted ? learn(asEstimated, estimated, usage.input) : learn(own, tokens, counted)
  return {
    ...others,
    estimated,
    anchor: { epoch, ...request, at: run.marks.at(-1)?.at ?? 0, estimated, usage },
    ...withModel(counts, { ...own, factor, weight }),
  }
}

/** Returns how requests are counted after the provider has refused one: there is nothing to doubt, but it may have said too much. */
export function countsAfterRefusal(
  counts: RunCounts | undefined,
  { input, limit }: RefusedRequest,
): RunCounts | undefined {
  if (counts === undefined) return undefined
  const { anchor: _, ...others } = counts
  const learned = learn(asEstimated, counts.estimated, input)
  return { ...others, ...withModel(counts, { ...learned, limit }) }
}

/** Whether a count still holds for a request of an epoch. */
export function isAnchored(
  anchor: CountAnchor | undefined,
  epoch: number,
  { by, settings }: Pick<RunCounts, 'by' | 'settings'>,
): anchor is CountAnchor {
  return anchor?.epoch === epoch && anchor.by === by && anchor.settings === settings
}

/**
 * Returns the fingerprint of what a request sets beside its content, for a provider may count hidden text for it. What only names
 * another request or a user changes nothing: ids, and metadata.
 *
 * Source: OpenAI, "Prompt caching" (effort, format and verbosity are in the prefix); Anthropic, "Effort" and "Tool use" (system
 * prompts that are counted, by `tool_choice`). Read on 2026-11-29.
 */
export function settingsKey({ providerOptions, toolChoice }: Parameters, more: unknown): string | undefined {
  const isName = (key: string): boolean => key === 'metadata' || /(^|_)id$|[a-z]Id$/.test(key)
  try {
    const set = JSON.stringify([providerOptions, toolChoice, more], (key, value: unknown) =>
      isName(key) ? undefined : value,
    )
    return set === '[null,null,null]' ? undefined : contentKey(set)
  } catch {
    // A host may set a value that is not JSON.
    return undefined
  }
}

/** Says that a request is built again since the provider has refused it. */
export function requestRefused({ input, limit }: RefusedRequest): Notice {
  return {
    code: 'REQUEST_REFUSED',
    what: `The provider counted the request as ${input} tokens, above its limit of ${limit}. It is made shorter, to be sent once more.`,
    fix: 'If this happens with each conversation, lower the window to the limit of the provider.',
    details: { input, limit },
  }
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

/** How the provider counts with a model, as far as its answers show. */
export function modelCounts(counts: Pick<RunCounts, 'models'> | undefined, by: string): ModelCounts {
  const { models = {} } = counts ?? {}
  return (Object.hasOwn(models, by) ? models[by] : undefined) ?? asEstimated
}

export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

export const isOptional = (value: unknown, isIt: (value: unknown) => boolean): boolean =>
  value === undefined || isIt(value)

/** Whether a value is what a provider has counted. */
export const isUsage = (value: unknown): boolean =>
  isObject(value) && isCount(value['input']) && ['output', 'reasoning'].every((key) => isOptional(value[key], isCount))
