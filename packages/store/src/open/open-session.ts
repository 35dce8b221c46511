import type { Message, Notice, Scope, Session } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import { type Check, checkOptions, mustBeOneOf, mustBeWhole, mustHaveMethod } from '@lamella/core/plugin'
import type { SessionStore } from '../contract/session-store.ts'
import { compactionsAsOf } from './compactions-as-of.ts'
import { type Overlay, overlayOf, stretchAt, summariesOf } from './overlay.ts'
import { createRangeReader } from './range-reader.ts'

/** Options of `openSession`. */
export interface OpenSessionOptions {
  /** Whether a summary is shown instead of the messages it replaces. Default `'apply'`. */
  readonly compactions?: 'apply' | 'ignore'
  /**
   * The wire format of the request, such as `anthropic`, or those that it may have. A summary that only another provider can
   * read is then not shown: the messages that it replaces are. Default: all summaries are shown, and an encoder throws for
   * one that it cannot write.
   */
  readonly format?: string | readonly string[]
  /**
   * How many messages to read from the end on opening, which saves a build that needs no more one call to the store.
   * They are held until first read. Default 1, the minimum.
   */
  readonly ahead?: number
}

/** A session of a store, as of when it was opened. Later messages are not in it. */
export interface OpenedSession extends Session {
  /**
   * The session's revision in its store, for `expectedRevision`. 0: it does not exist, and was opened as an empty one.
   */
  readonly revision: number
  /** The number of messages in the store; `length` counts those that are shown. */
  readonly storedLength: number
  readonly appendOnly: boolean
  /**
   * Returns the size before messages that were read, before the one preceding them, and at the end.
   *
   * @throws LamellaError `REQUEST_INVALID` for any other position: an estimate would move the pages of a history.
   */
  sizeBefore(position: number): number
  /** The notices so far: more may come with each read. */
  readonly notices: readonly Notice[]
  /**
   * Returns the session as it was shown when an epoch of a run began, without the compactions since, so that the epoch can
   * go on until it has to be cut anyway; itself if there are none since. `undefined` if it was never shown like that.
   *
   * @param summaries `RunState.summaries` of the run.
   */
  asOf(summaries: string): OpenedSession | undefined
}

/**
 * Opens a session of any store, for builds: its length is fixed on opening, its messages are read only as far back as
 * needed. Sizes are those of the store, so history pages are the same on every machine and in every build.
 *
 * A compaction is shown as one user message, marked `providerOptions.lamella.summary`, instead of the messages it
 * replaces; positions refer to the shown messages, so they move when a compaction is added, and at no other time. A
 * message that the store has lost is shown as a marked message, with a notice.
 *
 * @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`, `OPTION_INVALID`, and what the store throws; on reading
 * `SESSION_CONFLICT`, if the session was deleted meanwhile
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
  const {
    compactions = 'apply',
    ahead = 1,
    format,
  } = checkOptions(
    'openSession',
    { ...options, store },
    {
      store: mustHaveMethod('page'),
      compactions: mustBeOneOf(['apply', 'ignore']),
      ahead: mustBeWhole(1),
      format: mustBeFormats,
    },
    ['store'],
  )
  const last = await store.page(scope, id, { messages: ahead })
  const list = compactions === 'apply' && last.length > 0 ? await store.compactions?.list(scope, id) : []
  const range = createRangeReader(store, scope, id, last)
  const formats = typeof format === 'string' ? [format] : format
  return shownWith((list ?? []).filter(({ native }) => !native?.opaque || (formats?.includes(native.format) ?? true)))

  /** Returns the session with these compactions. All of its views share one reader. */
  function shownWith(applied: readonly NewCompaction[]): OpenedSession {
    const overlay = overlayOf(last.length, applied)
    const { length } = overlay
    const view: OpenedSession = {
      id,
      length,
      scope,
      revision: last.revision,
      storedLength: last.length,
      read: async (start, end, { signal }) => {
        const [from, to] = [Math.max(0, start), Math.min(end, length)]
        if (from >= to) return []
        // One message more, since the page of the message before a range decides whether a page begins with it.
        const before = Math.max(0, from - 1)
        const messages = await readShown(overlay, before, to, signal)
        return messages.slice(from - before)
      },
      original: async (start, end, { signal }) => {
        const [from, to] = [Math.max(0, start), Math.min(end, last.length)]
        return from < to ? await range.read(from, to, signal) : []
      },
      sizeBefore: (position) => {
        if (position >= length) return range.size
        const stretch = stretchAt(overlay, Math.max(0, position))
        const own = stretch?.summary
          ? stretch.start
          : (stretch?.start ?? 0) + Math.max(0, position) - (stretch?.shown ?? 0)
        return range.sizeBefore(own) ?? unknownSize(position)
      },
      get appendOnly() {
        // A message that was lost is not what it was.
        return range.notices().length === 0
      },
      summaries: summariesOf(overlay),
      get notices() {
        return range.notices()
      },
      asOf: (summaries) => {
        const then = compactionsAsOf(last.length, applied, summaries)
        return then && (then.length === applied.length ? view : shownWith(then))
      },
    }
    return view
  }

  /** Reads messages as they are shown, and the sizes before them. */
  async function readShown(
    overlay: Overlay,
    start: number,
    end: number,
    signal: AbortSignal,
  ): Promise<readonly Message[]> {
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
}

/** The name of a wire format, or several. */
export const mustBeFormats: Check = (value) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    ? undefined
    : 'must be the name of a format, or a list of names'

function unknownSize(position: number): never {
  throw new LamellaError({
    code: 'REQUEST_INVALID',
    what: `The size before message ${position} is unknown, because the message was not read.`,
    fix: 'Read the message, or the one after it, first.',
    details: { key: 'position' },
  })
}
