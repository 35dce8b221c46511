import type { Message } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { RetentionConversation } from '@lamella/testkit/retention'
import { noRecordings, recordings } from '../prefix/conversations.ts'
import { missing } from '../search/quality-sets.ts'
import { readAskedAbout } from './gold.ts'
import type { Part } from './measured.ts'

/** Recorded conversations of one kind, and what their requests have in common. */
interface Kind extends Omit<RetentionConversation, 'messages'> {
  readonly recorded: readonly (readonly Message[])[]
}

/** Why there is nothing to measure, or `undefined`. */
export const nothingToRead: string | undefined = noRecordings ?? missing('locomo')

/**
 * Reads 111 recorded conversations of three kinds: 100 of an airline, one long coding session, ten chats; or one half of
 * them: every second one, and of a single one the first or the second half.
 */
export function readKinds(part: Part = 'all'): readonly Kind[] {
  const kinds = recordings().map(({ name, system, tools, conversations }) => ({
    name,
    system,
    tools,
    recorded: conversations,
  }))
  const all = [...kinds, chats()]
  return part === 'all'
    ? all
    : all.map((kind) => ({ ...kind, recorded: halfOf(kind.recorded, part === 'chosen' ? 0 : 1) }))
}

function halfOf(recorded: Kind['recorded'], half: 0 | 1): Kind['recorded'] {
  const [only = []] = recorded
  if (recorded.length > 1) return recorded.filter((_, index) => index % 2 === half)
  const turns = only.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const middle = turns[Math.floor(turns.length / 2)] ?? 0
  return [half === 0 ? only.slice(0, middle) : only.slice(middle)]
}

/**
 * Makes sessions that are long enough for a window: recorded conversations of one kind, one after the other in an order that
 * follows from the seed. Every recorded message is in one session of each seed, but for a rest at the end that is too short.
 */
export function sessionsOf(
  kinds: readonly Kind[],
  { tokens, seed, counter }: { readonly tokens: number; readonly seed: number; readonly counter: Counter },
): readonly RetentionConversation[] {
  return kinds.flatMap(({ recorded, ...kind }) => {
    const sessions: Message[][] = []
    let [session, size]: [Message[], number] = [[], 0]
    for (const message of rotated(recorded, seed).flat()) {
      // A session begins with a message of a user.
      if (size >= tokens && message.role === 'user') {
        sessions.push(session)
        ;[session, size] = [[], 0]
      }
      session.push(message)
      size += counter.message(message)
    }
    if (size >= tokens / 2 || sessions.length === 0) sessions.push(session)
    return sessions.map((messages, index) => ({ ...kind, name: `${kind.name} ${index}`, messages }))
  })
}

/** The conversations in an order of their own for each seed; a single one begins at another of its turns, and goes around. */
function rotated(recorded: readonly (readonly Message[])[], seed: number): readonly (readonly Message[])[] {
  if (recorded.length > 1) {
    const step = [1, 3, 7, 9, 11, 13, 17, 19].filter((one) => gcd(one, recorded.length) === 1)[seed % 4] ?? 1
    return recorded.map((_, index) => recorded[(index * step + seed * 5) % recorded.length] ?? [])
  }
  const [only = []] = recorded
  const turns = only.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const start = turns[Math.floor(((seed % 10) / 10) * turns.length)] ?? 0
  return [only.slice(start), only.slice(0, start)]
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}

/** Reads chats of two people (LoCoMo); the one who begins is the user. */
function chats(): Kind {
  const recorded = readAskedAbout('locomo').map(({ messages }) => messages)
  return { name: 'chat', system: 'You are a friend. Answer kindly and briefly.', tools: [], recorded }
}
