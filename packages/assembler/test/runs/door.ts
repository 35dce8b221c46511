import type { Message, Scope, UserMessage } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { extend, type RunBuilder, type RunContext, type RunState } from '@lamella/runs'
import type { Judged } from './judge.ts'

/** A request that was judged. */
export interface Before {
  readonly context: RunContext
  readonly judged: Judged
}

/** What a request needs, whichever way it is made. */
export interface Request {
  readonly builder: RunBuilder<string>
  readonly scope: Scope
  readonly message: UserMessage | undefined
  /** Whether it begins a new epoch. */
  readonly cut: boolean
  /** Returns the other fields of a request, as they are now. */
  readonly fields: () => object
}

/** How a conversation is kept, and its requests are made. */
export interface Door {
  /** The request that the next one extends. */
  readonly before: Before | undefined
  ask(request: Request): Promise<RunContext>
  /** Makes the last request again; it must be the same. */
  askAgain(request: Request): Promise<RunContext>
  judged(before: Before): void
  /** Adds the message of the last request, if it is not there yet, and others. */
  add(asked: UserMessage | undefined, ...messages: readonly Message[]): Promise<void>
  /** Edits the past, where that is possible. */
  edit(change: (session: readonly Message[]) => readonly Message[]): void
  /** Replaces the messages before one of the user with a summary. */
  summarize(share: number, text: string): Promise<void>
  /** Returns a function that continues from here in another branch. */
  save(): () => Promise<void>
}

/** A conversation in a list; each request gets the run of the one before. */
export function listDoor(): Door {
  let session: readonly Message[] = []
  let run: RunState | undefined
  let before: Before | undefined
  let used: object | undefined
  return {
    get before() {
      return before
    },
    ask: async ({ builder, scope, message, cut, fields }) => {
      const request = {
        ...fields(),
        scope,
        session: [...session],
        cut,
        ...(message && { message }),
        ...(run && { run }),
      }
      used = request
      return await extend(builder, request)
    },
    askAgain: async ({ builder }) => {
      const copy = JSON.parse(JSON.stringify(used), (key, value) =>
        // An update about settings has a field of this name, too.
        key === 'now' && typeof value === 'string' ? new Date(value) : value,
      )
      return await extend(builder, copy)
    },
    judged: (one) => {
      // As a process would that ends here and continues elsewhere.
      run = JSON.parse(JSON.stringify(one.context.run)) as RunState
      before = one
    },
    add: async (asked, ...messages) => {
      session = [...session, ...(asked ? [asked] : []), ...messages]
    },
    edit: (change) => {
      session = change(session)
    },
    summarize: async (share, text) => {
      const end = Math.floor(share * session.length)
      if (end < 2 || session[end]?.role !== 'user') return
      session = [summaryMessage({ start: 0, end, text }), ...session.slice(end)]
    },
    save: () => {
      const saved = { session, run, before }
      return async () => {
        ;({ session, run, before } = saved)
      }
    },
  }
}
