import { checkOptions } from '@lamella/core/plugin'
import { type ConversationOptions, conversationChecks, resolveConversation } from '../turns/conversation.ts'
import { importanceFactor } from '../turns/session-scores.ts'

/**
 * What makes messages and memories of a store findable: the weights of `ConversationOptions`. Dates are spelled in
 * English when they are indexed.
 */
export type StoreConversationOptions = Omit<ConversationOptions, 'spellDate'>

/** The weights with their defaults. */
export type StoreConversation = Required<StoreConversationOptions>

/** Returns the factor that importance, 1 to 10, applies to a score; 1 for a text without. */
export function importanceIn(importance: number | undefined, weights: StoreConversation): number {
  return importanceFactor(importance, weights.importance)
}

/**
 * Returns the weights of a store's option `conversation`: `true` (default) for the defaults, `false` for none.
 *
 * @param what The name of the store's function, for errors.
 * @throws LamellaError `OPTION_INVALID`
 */
export function storeConversation(what: string, given: boolean | StoreConversationOptions = true): StoreConversation {
  const { spellDate: _, ...checks } = conversationChecks
  if (typeof given !== 'boolean') checkOptions(`${what}: conversation`, given, checks)
  const { spellDate: __, ...weights } = resolveConversation(what, given)
  return weights
}
