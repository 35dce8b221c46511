import { type Check, type Checks, checkOptions, isObject, mustBeFunction, mustBeNumber } from '@lamella/core/plugin'
import { spelledDate } from './spelled-date.ts'

/**
 * What makes conversation turns and other short memories findable. Each option is a weight for terms from outside a
 * turn's own text; 0 turns it off.
 */
export interface ConversationOptions {
  /**
   * Weights for the text of neighbouring turns of the same session: the first for the turns directly before and after,
   * the second for the next ones, and so on. At most 16. Default `[0.3, 0.2, 0.1]`; `[]` turns it off.
   */
  readonly neighbours?: readonly number[]
  /** The additional weight of questions in the previous turn, which a turn may answer. Default 1. */
  readonly question?: number
  /**
   * The share of its answer's score that a message gets, if a voice answers that repeats what it answers, as assistants
   * do. Such voices are ranked by their own rarity and length, and their long messages by the best part. Where no voice
   * repeats, it changes nothing. From 0 to 1; 0 treats all voices alike. Default 0.4: 0.3 favours what the assistant said
   * a little more.
   */
  readonly answer?: number
  /** The weight of the speaker's name, since queries often name people. Default 2. */
  readonly speaker?: number
  /** The weight of the date, spelled out as `8 May 2023`. Default 0.5. */
  readonly date?: number
  /** Returns the spelling of a date, an ISO 8601 day or instant. Default: in English. */
  readonly spellDate?: (date: string) => string
  /**
   * The share of the session's score (the mean of its best three turns) to add to each of its turns; 0.25 is a good
   * start. Has no effect with a single session. Default 0: it helps without neighbours but hardly with them, and it
   * requires visiting every turn that contains a query word.
   */
  readonly session?: number
  /**
   * How much importance raises or lowers a document's score: with 0.2, importance 10 multiplies it by 1.2, 5 by 1, and
   * 1 by 0.84. From 0 to 1. Default 0.2.
   */
  readonly importance?: number
}

/**
 * The number of words above which a text is not a turn but a document, such as a pasted file: it has enough words of its
 * own, and says little about the turns around it. Neighbours do not count across it. Questions in it still do.
 */
export const longTurn = 96

/** The options with defaults; all 0 without conversation. */
export type Conversation = Required<ConversationOptions>

const nothing: Conversation = {
  neighbours: [],
  question: 0,
  answer: 0,
  speaker: 0,
  date: 0,
  spellDate: spelledDate,
  session: 0,
  importance: 0,
}

const defaults: Conversation = {
  neighbours: [0.3, 0.2, 0.1],
  question: 1,
  answer: 0.4,
  speaker: 2,
  date: 0.5,
  spellDate: spelledDate,
  session: 0,
  importance: 0.2,
}

/** 0, or within a range in which sums of weighted frequencies keep their precision. */
export const mustBeWeight: Check = (value) =>
  value === 0 || mustBeNumber(0.001, 1000)(value) === undefined
    ? undefined
    : 'must be 0, or a number from 0.001 to 1000'

const mustBeWeights: Check = (value) =>
  Array.isArray(value) && value.length <= 16 && value.every((weight) => mustBeWeight(weight) === undefined)
    ? undefined
    : 'must be a list of at most 16 weights, each 0 or from 0.001 to 1000'

export const conversationChecks: Checks<ConversationOptions> = {
  neighbours: mustBeWeights,
  question: mustBeWeight,
  answer: mustBeNumber(0, 1),
  speaker: mustBeWeight,
  date: mustBeWeight,
  spellDate: mustBeFunction,
  session: mustBeNumber(0, 100),
  importance: mustBeNumber(0, 1),
}

export const mustBeConversation: Check = (value) =>
  typeof value === 'boolean' || isObject(value) ? undefined : 'must be true, false or an object'

/**
 * Resolves the option `conversation` with its defaults.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function resolveConversation(what: string, given: boolean | ConversationOptions | undefined): Conversation {
  if (given === undefined || given === false) return nothing
  if (given === true) return defaults
  const checked = checkOptions(`${what}: conversation`, given, conversationChecks)
  const { neighbours = defaults.neighbours, ...others } = checked
  // An `undefined` option counts as unset.
  const set = Object.entries(others).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set), neighbours: [...neighbours] }
}

/** Returns whether the bag of a turn depends on nearby turns. */
export function looksAround({ neighbours, question, answer }: Conversation): boolean {
  return question > 0 || answer > 0 || neighbours.some((weight) => weight > 0)
}

/** Returns whether the bag of a document has more than the terms of its text. */
export function addsTerms(conversation: Conversation): boolean {
  return looksAround(conversation) || conversation.speaker > 0 || conversation.date > 0
}
