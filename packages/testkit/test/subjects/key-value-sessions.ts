import type { Message } from '@lamella/core'
import {
  type Appended,
  checkedSessions,
  mustBeAt,
  type Owner,
  type SessionInfo,
  type SessionStore,
  type StoredMessage,
  valueInvalid,
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

// As JSON, so that no two owners get the same prefix.
const prefixOf = ({ tenant, user, agent }: Owner): string => JSON.stringify([tenant, user, agent])

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
  const load = async (owner: Owner, session: string): Promise<Kept> => {
    const text = await kv.get(prefixOf(owner) + session)
    return text === undefined ? { revision: 0, messages: [], operations: [] } : (JSON.parse(text) as Kept)
  }
  // One change of a session at a time. With several processes, use the compare and swap of your database instead.
  const last = new Map<string, Promise<unknown>>()
  const inTurn = <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, turn)
    return turn
  }

  return checkedSessions({
    append: (owner, session, texts, { expectedRevision, operation, times }) => {
      const key = prefixOf(owner) + session
      return inTurn(key, async () => {
        const kept = await load(owner, session)
        const [, done] = kept.operations.find(([name]) => name === operation) ?? []
        if (done) {
          const before = kept.messages.slice(done.start, done.length).map(({ text }) => text)
          if (JSON.stringify(before) === JSON.stringify(texts)) return { ...done, repeated: true }
          throw valueInvalid('options.operation', 'is the name of another change', 'Give each change its own name.')
        }
        mustBeAt('session', session, expectedRevision, kept.revision)
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
    info: async (owner, session) => {
      const kept = await load(owner, session)
      return kept.revision === 0 ? undefined : infoOf(session, kept)
    },
    page: async (owner, session, limits) => {
      const kept = await load(owner, session)
      const { length } = kept.messages
      const before = Math.min(limits.before, length)
      let start = before
      for (let size = 0; start > 0 && before - start < limits.messages; start--) {
        size += kept.messages[start - 1]?.text.length ?? 0
        if (size > limits.size && start < before) break
      }
      return { messages: range(kept, start, before), start, revision: kept.revision, length, notices: [] }
    },
    read: async (owner, session, start, end) => range(await load(owner, session), start, end),
    list: async (owner, { after = '', limit }) => {
      const prefix = prefixOf(owner)
      // `sort` compares code units, as the contract requires.
      const ids = (await kv.keys(prefix)).map((key) => key.slice(prefix.length)).filter((id) => id > after)
      const wanted = ids.sort().slice(0, limit)
      const sessions = await Promise.all(wanted.map(async (id) => infoOf(id, await load(owner, id))))
      return { sessions, more: ids.length > wanted.length }
    },
    delete: (owner, session) => {
      const key = prefixOf(owner) + session
      return inTurn(key, () => kv.delete(key))
    },
  })
}
