import type { MemoryEntry, Message, SystemMessage, ToolDefinition } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'

/** What a planted fact is: a number, a name, a decision that replaces an earlier one, a promise, a change of a file, a preference. */
export type FactKind = 'number' | 'name' | 'decision' | 'promise' | 'file' | 'preference'

/** Where a fact is planted: in what a user says, in an answer of the model, in a result of a tool, or in memory. */
export type FactPlace = 'user' | 'answer' | 'result' | 'memory'

/** A sentence at a known place. */
export interface Planting {
  /** The sentence as it was planted. */
  readonly text: string
  /** The position of the message that has it; `undefined` for an entry of the memory. */
  readonly position: number | undefined
  /** Texts that a reader must find close together to know the fact: what it is about, then its values. */
  readonly parts: readonly string[]
}

/** A planted fact, and what is needed to look for it. */
export interface Fact extends Planting {
  readonly id: string
  readonly kind: FactKind
  readonly place: FactPlace
  /** What the fact is about, such as `harbour survey`. Who wants to know the fact knows this much. */
  readonly subject: string
  /** A question whose answer is the fact; it has the subject and none of the values. */
  readonly question: string
  /** For a decision: the earlier one that it replaces. */
  readonly replaces?: Planting
}

/** A recorded conversation, and what all of its requests share. */
export interface RetentionConversation {
  readonly name: string
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** Oldest first, without system messages. */
  readonly messages: readonly Message[]
  /** What its messages say already, with positions. With them, nothing is planted. */
  readonly facts?: readonly Fact[]
}

/** Summarizes texts, oldest first, in at most `maxTokens` tokens. */
export type RetentionSummarizer = (texts: readonly string[], maxTokens: number) => string

/** What a strategy gets for one conversation. Sizes are in tokens. */
export interface RetentionTask {
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** What is remembered from before the conversation. */
  readonly memory: readonly MemoryEntry[]
  readonly window: number
  /** What is reserved for the answer. */
  readonly reserve: number
  readonly counter: Counter
  /** Stands in for a model that summarizes. What it gets is recorded. */
  readonly summarize: RetentionSummarizer
}

/** What a strategy sends. A `Context` of the core has these fields. */
export interface RetentionRequest {
  readonly system?: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  /**
   * Returns the answers of those calls of tools that the model could make next, each on its own, if it wants to know a
   * fact. A call may use the subject and the question of the fact, and what the request shows, such as a handle.
   */
  look?(wanted: Pick<Fact, 'subject' | 'question'>): Promise<readonly string[]>
}

/**
 * Makes the requests of one conversation. `messages` are all messages so far, the newest of which the model is to answer.
 * Returns `undefined` if nothing can be sent.
 */
export type MakeRequest = (messages: readonly Message[]) => Promise<RetentionRequest | undefined>

/** A way to fit a conversation into a window. It is called once for each conversation. */
export type RetentionStrategy = (task: RetentionTask) => MakeRequest

/**
 * What becomes of a fact: it is in the request (`kept`), one call of a tool returns it (`reachable`), it is gone (`lost`), or
 * the earlier decision that it replaces is in the request without it (`outdated`), which is worse than lost.
 */
export type Verdict = 'kept' | 'reachable' | 'lost' | 'outdated'

/** One fact in one request. */
export interface Outcome {
  readonly fact: Fact
  readonly verdict: Verdict
  /** The number of messages before the answer. */
  readonly at: number
  /** The index of the conversation, and the seed with which its facts were planted. */
  readonly conversation: number
  readonly seed: number
  /** Whether the fact was in what a summarizer has been given so far. */
  readonly summarized: boolean
}
