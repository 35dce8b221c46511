import { type Check, checkOptions, isObject, mustBeFunction, mustBeNumber } from '@lamella/core/plugin'
import { spelledDate } from './spelled-date.ts'

/**
 * What makes the turns of conversations and other short memories findable. Each is a weight, by which terms count that are
 * not of the turn itself; 0 leaves it out.
 */
export interface ConversationOptions {
  /**
   * How much the text of neighbouring turns of the same session counts as text of a turn: the one before and the one after by the
   * first number, the next ones by the second, and so on. At most 16. Default `[0.3, 0.2, 0.1]`; `[]` leaves it out.
   */
  readonly neighbours?: readonly number[]
  /** How much the questions of the turn directly before count besides, as a turn answers them. Default 1. */
  readonly question?: number
  /** How much the name of the speaker counts, as people ask about persons. Default 1. */
  readonly speaker?: number
  /** How much the date counts, spelled out as `8 May 2023`. Default 0.5. */
  readonly date?: number
  /** How a date is spelled, an ISO 8601 day or instant. Default: in English. */
  readonly spellDate?: (date: string) => string
  /**
   * How much of its session's score is added to what a turn has: of the mean of the best three turns in it; 0.25 is a good
   * start. Nothing is added while there is one session. Default 0: it helps where neighbours are left out and hardly beside them,
   * and every turn that has a word of the query must be looked at for it.
   */
  readonly session?: number
  /**
   * By how much the importance of a document raises or lowers its score: with 0.2 the importance 10 gives 1.2 times as much, 5
   * as much, 1 gives 0.84 times as much. From 0 to 1. Default 0.2.
   */
  readonly importance?: number
}

/** The same with its defaults; everything 0 without conversation. */
export type Conversation = Required<ConversationOptions>

const nothing: Conversation = {
  neighbours: [],
  question: 0,
  speaker: 0,
  date: 0,
  spellDate: spelledDate,
  session: 0,
  importance: 0,
}

const defaults: Conversation = {
  neighbours: [0.3, 0.2, 0.1],
  question: 1,
  speaker: 1,
  date: 0.5,
  spellDate: spelledDate,
  session: 0,
  importance: 0.2,
}

/** 0, or neither so small nor so large that sums of weighted frequencies lose their digits. */
export const mustBeWeight: Check = (value) =>
  value === 0 || mustBeNumber(0.001, 1000)(value) === undefined
    ? undefined
    : 'must be 0, or a number from 0.001 to 1000'

const mustBeWeights: Check = (value) =>
  Array.isArray(value) && value.length <= 16 && value.every((weight) => mustBeWeight(weight) === undefined)
    ? undefined
    : 'must be a list of at most 16 weights, each 0 or from 0.001 to 1000'

export const mustBeConversation: Check = (value) =>
  typeof value === 'boolean' || isObject(value) ? undefined : 'must be true, false or an object'

/**
 * What `conversation` asks for, with its defaults.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function resolveConversation(what: string, given: boolean | ConversationOptions | undefined): Conversation {
  if (given === undefined || given === false) return nothing
  if (given === true) return defaults
  const checked = checkOptions(`${what}: conversation`, given, {
    neighbours: mustBeWeights,
    question: mustBeWeight,
    speaker: mustBeWeight,
    date: mustBeWeight,
    spellDate: mustBeFunction,
    session: mustBeNumber(0, 100),
    importance: mustBeNumber(0, 1),
  })
  // One by one: an option that is `undefined` is one not given.
  return {
    neighbours: [...(checked.neighbours ?? defaults.neighbours)],
    question: checked.question ?? defaults.question,
    speaker: checked.speaker ?? defaults.speaker,
    date: checked.date ?? defaults.date,
    spellDate: checked.spellDate ?? defaults.spellDate,
    session: checked.session ?? defaults.session,
    importance: checked.importance ?? defaults.importance,
  }
}

/** Whether the bag of a turn depends on turns near it. */
export function looksAround({ neighbours, question }: Conversation): boolean {
  return question > 0 || neighbours.some((weight) => weight > 0)
}

/** Whether the bag of a document is more than the terms of its text. */
export function addsTerms(conversation: Conversation): boolean {
  return looksAround(conversation) || conversation.speaker > 0 || conversation.date > 0
}
