import { LamellaError, type Message, type Scope } from '@lamella/core'
import {
  type Appended,
  checkAppend,
  checkId,
  checkList,
  checkPage,
  checkRange,
  messageTexts,
  ownerOf,
  type SessionInfo,
  type SessionStore,
  type StoredMessage,
  sessionConflict,
} from '@lamella/store'

export interface KeyValue {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  delete(key: string): Promise<boolean>
  keys(prefix: string): Promise<readonly string[]>
}

interface Kept {
  revision: number
  messages: { text: string; at?: string | undefined }[]
  operations: [name: string, done: Appended][]
}

const empty = (): Kept => ({ revision: 0, messages: [], operations: [] })

// As JSON, so that no two owners get the same prefix.
const prefixOf = (scope: Scope): string => {
  const { tenant, user, agent } = ownerOf(scope)
  return JSON.stringify([tenant, user, agent])
}
const keyOf = (scope: Scope, session: string): string => prefixOf(scope) + checkId('session', session)

const infoOf = (id: string, { revision, messages }: Kept): SessionInfo => {
  const times = messages.flatMap(({ at }) => at ?? [])
  const size = messages.reduce((sum, { text }) => sum + text.length, 0)
  const [createdAt, updatedAt] = [times[0], times.at(-1)]
  const dated = createdAt !== undefined && updatedAt !== undefined ? { createdAt, updatedAt } : {}
  return { id, revision, length: messages.length, size, ...dated }
}

const range = ({ messages }: Kept, start: number, end: number): readonly StoredMessage[] => {
  let size = messages.slice(0, start).reduce((sum, { text }) => sum + text.length, 0)
  return messages.slice(start, end).map(({ text, at }, index) => {
    const sizeBefore = size
    size += text.length
    const message = JSON.parse(text) as Message
    return { position: start + index, message, sizeBefore, ...(at === undefined ? {} : { at }) }
  })
}

export function keyValueSessions(kv: KeyValue): SessionStore {
  const load = async (key: string): Promise<Kept> => {
    const text = await kv.get(key)
    return text === undefined ? empty() : (JSON.parse(text) as Kept)
  }
  // One change of a session at a time. With several processes, use the compare and swap of your database instead.
  const last = new Map<string, Promise<unknown>>()
  const inTurn = <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, turn)
    return turn
  }

  return {
    append: async (scope, session, messages, options) => {
      const key = keyOf(scope, session)
      // As texts immediately, so that later changes by the caller have no effect.
      const texts = messageTexts(messages)
      const { expectedRevision, operation, times } = checkAppend(options, texts.length)
      return inTurn(key, async () => {
        const kept = await load(key)
        const [, done] = kept.operations.find(([name]) => name === operation) ?? []
        if (done) {
          const before = kept.messages.slice(done.start, done.length).map(({ text }) => text)
          if (JSON.stringify(before) === JSON.stringify(texts)) return { ...done, repeated: true }
          throw new LamellaError({
            code: 'STORE_VALUE_INVALID',
            what: 'options.operation names another change.',
            fix: 'Give each change its own name.',
            details: { what: 'options.operation', problem: 'is the name of another change' },
          })
        }
        if (expectedRevision !== undefined && expectedRevision !== kept.revision) {
          throw sessionConflict(session, expectedRevision, kept.revision)
        }
        const start = kept.messages.length
        if (texts.length === 0) return { revision: kept.revision, start, length: start, repeated: false }
        for (const [index, text] of texts.entries()) kept.messages.push({ text, at: times[index] })
        kept.revision++
        const appended = { revision: kept.revision, start, length: kept.messages.length, repeated: false }
        if (operation !== undefined) kept.operations.push([operation, appended])
        await kv.set(key, JSON.stringify(kept))
        return appended
      })
    },
    info: async (scope, session) => {
      const kept = await load(keyOf(scope, session))
      return kept.revision === 0 ? undefined : infoOf(session, kept)
    },
    page: async (scope, session, request) => {
      const kept = await load(keyOf(scope, session))
      const { length } = kept.messages
      const limits = checkPage(request, length)
      let start = limits.before
      for (let size = 0; start > 0 && limits.before - start < limits.messages; start--) {
        size += kept.messages[start - 1]?.text.length ?? 0
        if (size > limits.size && start < limits.before) break
      }
      return { messages: range(kept, start, limits.before), start, revision: kept.revision, length, notices: [] }
    },
    read: async (scope, session, start, end) => {
      const kept = await load(keyOf(scope, session))
      const limits = checkRange(start, end, kept.messages.length)
      return range(kept, limits.start, limits.end)
    },
    list: async (scope, request) => {
      const prefix = prefixOf(scope)
      const { after = '', limit } = checkList(request)
      // `sort` compares code units, as the contract requires.
      const ids = (await kv.keys(prefix)).map((key) => key.slice(prefix.length)).filter((id) => id > after)
      const wanted = ids.sort().slice(0, limit)
      const sessions = await Promise.all(wanted.map(async (id) => infoOf(id, await load(prefix + id))))
      return { sessions, more: ids.length > wanted.length }
    },
    delete: async (scope, session) => {
      const key = keyOf(scope, session)
      return inTurn(key, () => kv.delete(key))
    },
  }
}
