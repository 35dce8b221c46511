import type { Message, Part } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import type { RunInsert } from '../contract/run.ts'

/** What the encoders of `@lamella/wire` send after an answer where a request must end with a user message. */
const text = '[Please continue.]'

/** No layer can have this name. */
const noLayer = ''

/**
 * Returns the inserts after a request: if it ends with an answer, encoders have added a user message. It stays
 * there, or the next answer would follow something else than it was made after.
 *
 * @param at The session's length.
 */
export function withContinuation(
  inserts: readonly RunInsert[],
  messages: readonly Message[],
  at: number,
): readonly RunInsert[] {
  const others = withoutLast(inserts, at)
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || hasCall(last)) return others
  return [...others, { at, layer: noLayer, message: { role: 'user', content: text }, told: {} }]
}

/** Returns the inserts without a continuation that ends the request: encoders add that themselves. */
export function withoutLast(inserts: readonly RunInsert[], at: number): readonly RunInsert[] {
  return inserts.filter((insert) => !isContinuation(insert) || insert.at < at)
}

/** Updates about tools are of no layer either. */
function isContinuation({ layer, message }: RunInsert): boolean {
  return layer === noLayer && updateMark(message) === undefined
}

function hasCall({ content }: Message): boolean {
  return typeof content !== 'string' && (content as readonly Part[]).some(({ type }) => type === 'tool-call')
}
