import { isLamellaError, type Scope } from '@lamella/core'
import { type Checks, checkOptions, mustBeObject, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import type { AgentInputItem, Session } from '@openai/agents'
import { withoutAdded } from '../filter/added.ts'
import { agentsError } from '../errors.ts'
import { plainItem, sameJson } from '../items/plain-item.ts'
import { mutated } from './mutated.ts'
import { readLog, type SessionPlace, writeLog } from './session-log.ts'
import { type HistoryMutation, type HistoryTransaction, readTransaction } from './transaction.ts'

/** Where a session of the SDK is kept. */
export interface AgentsSessionOptions {
  readonly sessions: SessionStore
  readonly scope: Scope
  /** The session's id in the store, and what `getSessionId` returns. It need not exist yet. */
  readonly session: string
}

/** A `Session` of the SDK, with its optional methods for atomic changes. */
export interface AgentsSession extends Session {
  /** Puts a summary and what it leaves in place of all items. */
  replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void>
  /** Replaces function calls, by their id. */
  applyHistoryMutations(args: { readonly mutations: readonly HistoryMutation[] }): Promise<void>
  /**
   * Applies a change once, however often it is retried. The operation's id has at most 200 characters.
   *
   * @throws LamellaError `AGENTS_SESSION_CHANGED` if the session does not end with the expected items, or
   * `STORE_VALUE_INVALID` if the id belongs to another transaction. Nothing is changed then.
   */
  applyHistoryTransaction(args: {
    readonly operationId: string
    readonly transaction: HistoryTransaction
  }): Promise<void>
}

const checks: Checks<AgentsSessionOptions> = {
  sessions: (store) => mustHaveMethod('page')(store) ?? mustHaveMethod('append')(store) ?? mustHaveMethod('delete')(store),
  scope: mustBeObject,
  session: mustBeText,
}

/** How often a change is tried again if another process was faster. */
const attempts = 8

/**
 * Keeps a session of the OpenAI Agents SDK in a Lamella store. The store only grows: `popItem` and the methods that replace
 * items append a record of what no longer counts, and `clearSession` deletes the session with everything derived from it.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const session = agentsSession({ sessions, scope: { tenant: 'acme' }, session: 'chat-1' })
 * await run(agent, 'Hello', { session })
 */
export function agentsSession(options: AgentsSessionOptions): AgentsSession {
  const { sessions, scope, session: id } = checkOptions('agentsSession', options, checks, ['sessions', 'scope', 'session'])
  const place: SessionPlace = { sessions, scope, id }
  return {
    getSessionId: async () => id,
    getItems: async (limit) => {
      if (limit !== undefined && limit <= 0) return []
      return [...(await readLog(place, limit)).items]
    },
    addItems: (items) => writeLog(place, { add: withoutAdded(items) }),
    popItem: () =>
      untilUnchanged(async () => {
        const { items, revision } = await readLog(place, 1)
        if (items.length > 0) await writeLog(place, { drop: 1, add: [] }, { expectedRevision: revision })
        return items.at(-1)
      }),
    clearSession: async () => void (await sessions.delete(scope, id)),
    replaceHistoryWithCompaction: (given) =>
      untilUnchanged(async () => {
        const { items, revision } = await readLog(place)
        await writeLog(place, { drop: items.length, add: withoutAdded(given) }, { expectedRevision: revision })
      }),
    applyHistoryMutations: ({ mutations }) =>
      untilUnchanged(async () => {
        const { items, revision } = await readLog(place)
        const next = mutated(items, mutations)
        const first = items.findIndex((item, index) => item !== next[index])
        if (first < 0) return
        const change = { drop: items.length - first, add: next.slice(first) }
        await writeLog(place, change, { expectedRevision: revision })
      }),
    applyHistoryTransaction: async (args) => {
      const { operationId: operation, transaction } = readTransaction(args)
      if (transaction.type === 'append_items') {
        const add = withoutAdded(transaction.items)
        // An operation needs a change that names it.
        await writeLog(place, add.length > 0 ? { add } : { drop: 0, add }, { operation })
        return
      }
      const { expectedSuffix: of, replacement } = transaction
      const change = { drop: of.length, of, add: withoutAdded(replacement) }
      await untilUnchanged(async () => {
        const { items, revision } = await readLog(place, Math.max(1, of.length))
        const end = of.length === 0 ? [] : items
        const matches = sameJson(end.map(plainItem), of.map(plainItem))
        // A retry finds the session already changed: the store knows the operation, whatever revision it names.
        const expectedRevision = matches ? revision : Number.MAX_SAFE_INTEGER
        try {
          await writeLog(place, change, { operation, expectedRevision })
        } catch (error) {
          if (!matches && isLamellaError(error, 'SESSION_CONFLICT')) throw sessionChanged(id)
          throw error
        }
      })
    },
  }
}

async function untilUnchanged<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (attempt >= attempts || !isLamellaError(error, 'SESSION_CONFLICT')) throw error
    }
  }
}

function sessionChanged(session: string): Error {
  return agentsError(
    'AGENTS_SESSION_CHANGED',
    `Session ${JSON.stringify(session)} does not end with the items that are to be replaced.`,
    'Read the items again, and repeat the change with another operation id.',
    { session },
  )
}
