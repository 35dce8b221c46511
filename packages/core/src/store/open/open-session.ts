import type { Message } from '../../contract/message.ts'
import type { Scope } from '../../contract/scope.ts'
import type { SessionStore } from '../../contract/session-store.ts'
import type { Notice, Session } from '../../contract/sources.ts'
import { LamellaError } from '../../errors.ts'
import { checkOptions, mustBeOneOf, mustBeWhole, mustHaveMethod } from '../../options.ts'
import { overlayOf, stretchAt } from './overlay.ts'
import { createRangeReader } from './range-reader.ts'

/** How `openSession` shows a session. */
export interface OpenSessionOptions {
  /** Whether a summary is shown in place of the messages it stands for. Default `'apply'`. */
  readonly compactions?: 'apply' | 'ignore'
  /**
   * Messages at the end that are read at once, so that a build which wants no more of them asks the store once less. They are
   * held until they are first asked for. Default 1, the least.
   */
  readonly ahead?: number
}

/** A session of a store, as it was when it was opened. What is appended later is not in it. */
export interface OpenedSession extends Session {
  /** Of the session in its store, for `expectedRevision`. 0: it is not there, and was opened as an empty one. */
  readonly revision: number
  /**
   * Of messages that were read, of the one before those, and of the end.
   *
   * @throws LamellaError `REQUEST_INVALID` for any other position: an estimate would move the pages of a history.
   */
  sizeBefore(position: number): number
  /** What was told of it so far: more may come with each read. */
  readonly notices: readonly Notice[]
}

/**
 * A session of any store, for builds: its length is fixed now, its messages are read when they are asked for, and no further
 * back. Sizes are those of the store, so that pages of the history are the same on every machine and in every build.
 *
 * A compaction is shown as one user message, marked `providerOptions.lamella.summary`, in place of the messages it stands
 * for; positions are those of what is shown, so they move when a compaction is added, and at no other time. A message that
 * the store has lost is a marked message, and a notice.
 *
 * @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`, `OPTION_INVALID`, and what the store throws; when it is read
 * `SESSION_CONFLICT`, if it was deleted meanwhile
 * @example
 * const session = await openSession(store, scope, 'telegram_4711')
 * const context = await builder.build({ scope, session, message: 'What is new?' })
 */
export async function openSession(
  store: SessionStore,
  scope: Scope,
  id: string,
  options: OpenSessionOptions = {},
): Promise<OpenedSession> {
  const { compactions = 'apply', ahead = 1 } = checkOptions(
    'openSession',
    { ...options, store },
    {
      store: mustHaveMethod('page'),
      compactions: mustBeOneOf(['apply', 'ignore']),
      ahead: mustBeWhole(1),
    },
  )
  const last = await store.page(scope, id, { messages: ahead })
  const list = compactions === 'apply' && last.length > 0 ? await store.compactions?.(scope, id) : []
  const overlay = overlayOf(last.length, list ?? [])
  const { length } = overlay
  const range = createRangeReader(store, scope, id, last)

  /** Messages as they are shown, and the sizes before them. */
  async function readShown(start: number, end: number, signal: AbortSignal): Promise<readonly Message[]> {
    const parts: (readonly Message[])[] = []
    for (let at = start; at < end; ) {
      const stretch = stretchAt(overlay, at)
      if (!stretch) break
      const { shown, summary } = stretch
      if (summary) {
        await range.learnSize(stretch.start, signal)
        parts.push([structuredClone(summary)])
        at++
        continue
      }
      const from = stretch.start + at - shown
      const to = Math.min(stretch.end, from + end - at)
      parts.push(await range.read(from, to, signal))
      at += to - from
    }
    return parts.flat()
  }

  return {
    length,
    scope,
    revision: last.revision,
    read: async (start, end, { signal }) => {
      const [from, to] = [Math.max(0, start), Math.min(end, length)]
      if (from >= to) return []
      // One message more, since the page of what stands before a range decides whether a page begins with it.
      const before = Math.max(0, from - 1)
      const messages = await readShown(before, to, signal)
      return messages.slice(from - before)
    },
    sizeBefore: (position) => {
      if (position >= length) return range.size
      const stretch = stretchAt(overlay, Math.max(0, position))
      const own = stretch?.summary
        ? stretch.start
        : (stretch?.start ?? 0) + Math.max(0, position) - (stretch?.shown ?? 0)
      return range.sizeBefore(own) ?? unknownSize(position)
    },
    summaries: overlay.stretches.flatMap(({ shown, summary }) =>
      summary ? [{ position: shown, message: structuredClone(summary) }] : [],
    ),
    get notices() {
      return range.notices()
    },
  }
}

function unknownSize(position: number): never {
  throw new LamellaError({
    code: 'REQUEST_INVALID',
    what: `The size before message ${position} is not known, as it was not read.`,
    fix: 'Read the message, or the one behind it, before its size is asked for.',
    details: { key: 'position' },
  })
}
