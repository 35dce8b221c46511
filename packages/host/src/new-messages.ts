import { LamellaError, type Message } from '@lamella/core'
import { type RunPlace, readRecord } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { afterAtoms, atomsOf, partKey } from './message-atoms.ts'
import { inKnownOrder } from './result-order.ts'

/** What a host gave that its session does not have. */
export interface NewMessages {
  readonly messages: readonly Message[]
  /** The revision of the session that they were compared with, and the number of its messages. */
  readonly revision: number
  readonly length: number
}

/**
 * Compares the messages of a host with the end of its session: the longest end of the session that the messages begin with
 * is known, the rest is new. So a host may give only what is new, everything since the question, or the whole conversation,
 * with the results of an answer in any order.
 * Messages that begin with a question that waits are all new: its answer was lost on its way here, but not in the host.
 *
 * @throws LamellaError `SESSION_DIVERGED` if the messages hold answers of the model and do not continue the session
 */
export async function newMessages(
  place: RunPlace & { readonly sessions: Pick<SessionStore, 'page'> },
  conversation: readonly Message[],
): Promise<NewMessages> {
  const { sessions, scope, id } = place
  let given = conversation
  let atoms = atomsOf(given)
  const { messages, revision, length } = await sessions.page(scope, id, { messages: Math.max(1, atoms.length) })
  const stored = atomsOf(messages.map(({ message }) => message))
  let known = overlap(stored, atoms)
  if (known < stored.length) {
    const places = new Map(stored.map((atom, index) => [atom, index]))
    given = inKnownOrder(conversation, (part) => places.get(partKey(part)))
    atoms = atomsOf(given)
    known = overlap(stored, atoms)
  }
  const isElsewhere = known === 0 && length > 0 && given.some(({ role }) => role === 'assistant')
  if (isElsewhere && !(await waits(place, length, atoms[0]))) throw diverged(id)
  return { messages: afterAtoms(given, known), revision, length }
}

/** The largest number of atoms that `stored` ends with and `given` begins with. */
function overlap(stored: readonly string[], given: readonly string[]): number {
  for (let size = Math.min(stored.length, given.length); size > 0; size--) {
    const from = stored.length - size
    let same = 0
    while (same < size && stored[from + same] === given[same]) same++
    if (same === size) return size
  }
  return 0
}

/** Whether a question waits for its answer at the end of the session. */
async function waits(place: RunPlace, length: number, question: string | undefined): Promise<boolean> {
  const { record } = await readRecord(place)
  return record.pending.some(({ base, message }) => base === length && message && atomsOf([message])[0] === question)
}

function diverged(session: string): LamellaError<'SESSION_DIVERGED'> {
  return new LamellaError({
    code: 'SESSION_DIVERGED',
    what: `The messages of the call hold answers of the model, and do not continue session ${JSON.stringify(session)}.`,
    fix: "Pass only what is new, or the conversation as it is in the session. If the host edits its messages, pass history: 'host'.",
    details: { session },
  })
}
