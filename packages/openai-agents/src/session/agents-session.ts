import { isLamellaError } from '@lamella/core'
import { type Checks, checkOptions, mustBeObject, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import { canonical } from '@lamella/host'
import type {
  AgentInputItem,
  Session,
  SessionHistoryMutation,
  SessionHistoryRewriteArgs,
  SessionHistoryTransactionArgs,
} from '@openai/agents'
import { agentsError } from '../errors.ts'
import { withoutAdded } from '../filter/added.ts'
import { plainItem } from '../items/plain-item.ts'
import { readLog, type SessionPlace, writeLog } from './session-log.ts'

/** Where a session of the SDK is kept. */
export type AgentsSessionOptions = SessionPlace

/** A `Session` of the SDK, with its optional methods for changes that are applied at once. */
export interface AgentsSession extends Session {
  /** Puts a summary, and what it leaves, in place of all items. */
  replaceHistoryWithCompaction(items: AgentInputItem[]): Promise<void>
  /** Replaces calls by their id. */
  applyHistoryMutations(args: SessionHistoryRewriteArgs): Promise<void>
  /**
   * Applies a change once, however often it is retried.
   *
   * @throws LamellaError `AGENTS_SESSION_CHANGED` if the session does not end with the expected items, and
   * `STORE_VALUE_INVALID` for an id that belongs to another change or has over 200 characters. Nothing is changed then.
   */
  applyHistoryTransaction(args: SessionHistoryTransactionArgs): Promise<void>
}

const checks: Checks<SessionPlace> = {
  sessions: mustHaveMethod('append'),
  scope: (scope) => mustBeObject(scope) ?? sessionProblem((scope as { readonly session?: unknown }).session),
}

function sessionProblem(session: unknown): string | undefined {
  const problem = mustBeText(session)
  return problem && `needs the id of a session: \`session\` ${problem}`
}

/** How often a change is tried if other processes change the session meanwhile. */
const attempts = 8

/**
 * Keeps a session of the OpenAI Agents SDK in a Lamella store. The store only grows: `popItem` and the methods that replace
 * items append a record of what no longer counts, and `clearSession` deletes the session with everything derived from it.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const session = agentsSession({ sessions, scope: { tenant: 'acme', session: 'chat-1' } })
 * await run(agent, 'Hello', { session })
 */
export function agentsSession(options: AgentsSessionOptions): AgentsSession {
  const place = checkOptions('agentsSession', options, checks, ['sessions', 'scope'])
  /** Replaces the newest items by those that a function returns, and returns what the session had. */
  const rewrite = (limit: number | undefined, next: (items: readonly AgentInputItem[]) => readonly AgentInputItem[]) =>
    untilUnchanged(async () => {
      const { items, revision } = await readLog(place, limit)
      const made = next(items)
      const same = items.findIndex((item, index) => item !== made[index])
      const start = same < 0 ? items.length : same
      const change = { drop: items.length - start, add: made.slice(start) }
      if (change.drop + change.add.length > 0) await writeLog(place, change, { expectedRevision: revision })
      return items
    })
  return {
    getSessionId: async () => place.scope.session,
    getItems: async (limit) => (limit !== undefined && limit <= 0 ? [] : [...(await readLog(place, limit)).items]),
    addItems: (items) => writeLog(place, { add: withoutAdded(items) }),
    popItem: async () => (await rewrite(1, () => [])).at(-1),
    clearSession: async () => void (await place.sessions.delete(place.scope, place.scope.session)),
    replaceHistoryWithCompaction: async (items) => void (await rewrite(undefined, () => withoutAdded(items))),
    applyHistoryMutations: async ({ mutations }) =>
      void (await rewrite(undefined, (items) => mutations.reduce(mutated, items))),
    applyHistoryTransaction: async ({ operationId: operation, transaction }) => {
      if (transaction.type === 'append_items') {
        const add = withoutAdded(transaction.items)
        // A change without items needs a record: the operation is known by it.
        return writeLog(place, add.length > 0 ? { add } : { drop: 0, add }, { operation })
      }
      const { expectedSuffix: of, replacement } = transaction
      await untilUnchanged(async () => {
        const { items, revision } = await readLog(place, Math.max(1, of.length))
        const matches = of.length === 0 || canonical(items.map(plainItem)) === canonical(of.map(plainItem))
        // A retry finds the session already changed, and the store knows its operation, whatever revision it expects.
        const expectedRevision = matches ? revision : Number.MAX_SAFE_INTEGER
        const change = { drop: of.length, of, add: withoutAdded(replacement) }
        await writeLog(place, change, { operation, expectedRevision }).catch((error: unknown) => {
          throw !matches && isLamellaError(error, 'SESSION_CONFLICT') ? sessionChanged(place.scope.session) : error
        })
      })
    },
  }
}

/** The first call with the id is replaced, others are removed, as the SDK's `applySessionHistoryMutations` does. */
function mutated(
  items: readonly AgentInputItem[],
  { callId, replacement }: SessionHistoryMutation,
): readonly AgentInputItem[] {
  const isCall = (item: AgentInputItem): boolean => item.type === 'function_call' && item.callId === callId
  const first = items.findIndex(isCall)
  return items.flatMap((item, index) => (index === first ? [replacement] : isCall(item) ? [] : [item]))
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
  const what = `Session ${JSON.stringify(session)} does not end with the items that are to be replaced.`
  const fix = 'Read its items again, and repeat the change under another operation id.'
  return agentsError('AGENTS_SESSION_CHANGED', what, fix, { session })
}
