import type { Message } from '@lamella/core'
import type { BuiltContextLike } from '@lamella/core/plugin'
import { withoutReservedMarks, withStaleThinking } from '@lamella/store'

/**
 * Returns the part of a context that a provider is asked to compact: as it was sent, up to the last of the messages to
 * replace, with everything that a run put between them. If it does not have all of them, since a cut has dropped some,
 * the messages themselves take their place: a summary must not replace what its author has not seen. Their thinking was
 * made after other messages, so it is marked as stale.
 *
 * @param prefixOf Returns the fingerprint of what a run sent before a message.
 */
export function lastSent(
  sent: BuiltContextLike | undefined,
  messages: readonly Message[],
  prefixOf?: (before: number) => string | undefined,
): BuiltContextLike {
  if (sent === undefined) return { system: [], messages: messages.map(withStaleThinking) }
  const { system, tools, parameters, report } = sent
  const head = { system, ...(tools && { tools }), ...(parameters && { parameters }) }
  const end = endOf(sent.messages, messages)
  if (end === undefined) return { ...head, messages: messages.map(withStaleThinking) }
  const prefix = prefixOf?.(messages.length)
  return {
    ...head,
    messages: sent.messages.slice(0, end),
    ...(report && { report }),
    ...(prefix !== undefined && { prefix }),
  }
}

/** Returns where a list has had all of some messages in their order; `undefined` if it does not have them. */
function endOf(sent: readonly Message[], messages: readonly Message[]): number | undefined {
  const wanted = messages.map(textOf)
  let next = 0
  for (const [index, message] of sent.entries()) {
    if (next === wanted.length) return index
    if (textOf(message) === wanted[next]) next++
  }
  return next === wanted.length ? sent.length : undefined
}

/** A message without what a run has marked in it, such as thinking that is no longer valid. */
function textOf(message: Message): string {
  const { role, content, providerOptions = {} } = withoutReservedMarks(message)
  return JSON.stringify([role, content, providerOptions])
}
