import { type ContextBuilder, createContext } from '@lamella/core'
import { history } from './history/history.ts'
import { message } from './message.ts'

/**
 * Creates a builder of a conversation alone: the history and the new message. It is the default of the adapters of host
 * loops, whose calls bring the system prompt, and needs a budget like any builder.
 *
 * @example
 * const builder = conversationBuilder().for(await target('gpt-4o'))
 */
export function conversationBuilder(): ContextBuilder<'history' | 'message'> {
  return createContext().use([history(), message()])
}
