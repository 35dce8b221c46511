import type { Message, Session } from '@lamella/core'
import type { PlacedMessage, SourceRequest } from '@lamella/core/plugin'
import { openerReach, readMessages } from '../read-tail.ts'

/** Reads single messages of a session. */
export interface MessageReader {
  /** `undefined` if there is none at the position, or if it may not be read. */
  at(position: number): Promise<Message | undefined>
  /** Returns the position of the user message that opened the turn in which a message is; `undefined` if it is too far back. */
  openerOf(position: number): Promise<number | undefined>
}

/** The number of messages per read: neighbours are needed, too. */
const block = 64

/**
 * Creates a reader that knows some messages and reads others in blocks, each once.
 *
 * @param session `undefined`: only what is known can be read.
 */
export function createMessageReader(
  known: readonly PlacedMessage[],
  session: Session | undefined,
  request: SourceRequest,
): MessageReader {
  const messages = new Map(known.map(({ position, message }) => [position, message]))
  const blocks = new Set<number>()
  const at = async (position: number): Promise<Message | undefined> => {
    const from = Math.floor(position / block) * block
    const isThere = session !== undefined && position >= 0 && position < session.length
    if (!isThere || messages.has(position) || blocks.has(from)) return messages.get(position)
    blocks.add(from)
    const read = await readMessages(session, from, Math.min(from + block, session.length), request)
    for (const [index, message] of read.entries()) messages.set(from + index, message)
    return messages.get(position)
  }
  // Pins of one turn are looked for one after the other.
  let turn: { readonly opener: number; readonly end: number } | undefined
  return {
    at,
    openerOf: async (position) => {
      if (turn && turn.opener <= position && position <= turn.end) return turn.opener
      for (let opener = position; opener >= Math.max(0, position - openerReach); opener--) {
        // In the middle of an epoch only some messages of the turn are known.
        if ((await at(opener))?.role !== 'user') continue
        turn = { opener, end: position }
        return opener
      }
      return undefined
    },
  }
}
