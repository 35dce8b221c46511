import {
  type Counter,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeOneOf,
  mustBeWhole,
} from '@lamella/core/plugin'
import type {
  Fact,
  Outcome,
  RetentionConversation,
  RetentionRequest,
  RetentionStrategy,
  RetentionSummarizer,
} from './contract.ts'
import { type Planted, plantFacts } from './facts/plant-facts.ts'
import type { Wording } from './facts/sentences.ts'
import { createJudge, tellsFact } from './read-facts.ts'
import { requestsToMake } from './requests-to-make.ts'

/** Options of `measureRetention`. */
export interface RetentionOptions {
  /** Tokens of the model's window. */
  readonly window: number
  /** Tokens of it that are reserved for the answer. Default: an eighth. */
  readonly reserve?: number
  /** Counts tokens: `createCounter` of `@lamella/core/plugin`. */
  readonly counter: Counter
  /** Stands in for a model that summarizes. */
  readonly summarize: RetentionSummarizer
  /** Each conversation is played once for each seed. Default `[1]`. */
  readonly seeds?: readonly number[]
  /** How many facts are planted in each conversation. Default 24. */
  readonly facts?: number
  readonly wording?: Wording
  /** How many requests of each conversation are judged, evenly spread over those in which not everything fits. Default 8. */
  readonly judged?: number
  /** A request is made whenever the conversation has grown by this share of the window. Default a sixteenth; 0 makes each. */
  readonly every?: number
  /** Called with each request that is judged. */
  readonly watch?: (judged: JudgedRequest) => void
}

/** A request that is judged. */
export interface JudgedRequest {
  readonly planted: Planted
  readonly conversation: number
  readonly seed: number
  /** The number of messages before the answer. */
  readonly at: number
  readonly request: RetentionRequest | undefined
}

/**
 * Plants facts in conversations, lets a strategy make their requests one after the other, and judges for each fact that has
 * been told by then whether the request still has it. No model is asked: being there is what is measured.
 *
 * @returns An outcome for each fact in each judged request, in order of seeds, conversations, requests and facts.
 * @throws LamellaError `OPTION_INVALID`, and what the strategy throws
 * @example
 * const counter = createCounter(createEstimator(), defaultFraming)
 * const summarize = (texts) => texts.join('\n').slice(0, 400)
 * const outcomes = await measureRetention(slidingWindow, conversations, { window: 8_000, counter, summarize, seeds: [1, 2, 3] })
 * shareOf(outcomes, 'kept') // { share: 0.41, low: 0.38, high: 0.44 }
 */
export async function measureRetention(
  strategy: RetentionStrategy,
  conversations: readonly RetentionConversation[],
  options: RetentionOptions,
): Promise<readonly Outcome[]> {
  const { seeds = [1] } = check(options)
  const outcomes: Outcome[] = []
  for (const seed of seeds) {
    for (const [conversation, one] of conversations.entries()) {
      outcomes.push(...(await playConversation(strategy, one, options, { conversation, seed })))
    }
  }
  return outcomes
}

async function playConversation(
  strategy: RetentionStrategy,
  { name, system, tools, messages: recorded, facts: said }: RetentionConversation,
  options: RetentionOptions,
  played: { readonly conversation: number; readonly seed: number },
): Promise<readonly Outcome[]> {
  const {
    window,
    reserve = Math.floor(window / 8),
    counter,
    facts: count,
    wording,
    judged = 8,
    every = 1 / 16,
  } = options
  const seed = seedOf(played.seed, name)
  const planted: Planted = said
    ? { messages: recorded, memory: [], facts: said }
    : plantFacts(recorded, { seed, ...(count !== undefined && { count }), ...(wording && { wording }) })
  const { messages, memory, facts } = planted
  const summarized = new Set<Fact>()
  const summarize: RetentionSummarizer = (texts, maxTokens) => {
    for (const fact of facts) if (!summarized.has(fact) && tellsFact(texts, fact)) summarized.add(fact)
    return options.summarize(texts, maxTokens)
  }
  const make = strategy({ system, tools, memory, window, reserve, counter, summarize })
  const outcomes: Outcome[] = []
  for (const { at, isJudged } of requestsToMake(messages, { counter, window, judged, every })) {
    const request = await make(messages.slice(0, at))
    if (!isJudged) continue
    options.watch?.({ planted, ...played, at, request })
    const judge = createJudge(request)
    for (const fact of facts) {
      if ((fact.position ?? -1) >= at) continue
      outcomes.push({ fact, verdict: await judge(fact), at, ...played, summarized: summarized.has(fact) })
    }
  }
  return outcomes
}

/** Conversations of one seed get facts of their own. */
function seedOf(seed: number, name: string): number {
  let hash = seed
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) >>> 0
  return hash
}

function check(options: RetentionOptions): RetentionOptions {
  return checkOptions('measureRetention', options, {
    window: mustBeWhole(1),
    reserve: mustBeWhole(0),
    counter: mustBeObject,
    summarize: mustBeFunction,
    seeds: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((one) => Number.isSafeInteger(one) && one >= 0)
        ? undefined
        : 'must be a list of whole numbers',
    facts: mustBeWhole(1),
    wording: mustBeOneOf(['first', 'second']),
    judged: mustBeWhole(1),
    every: (value) =>
      typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be a number from 0 to 1',
    watch: mustBeFunction,
  })
}
