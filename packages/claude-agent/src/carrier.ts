import type { Message } from '@lamella/core'
import { isObject, lostByJson, messageProblem, recordMark } from '@lamella/core/plugin'
import type { ClaudeEntry, ClaudeSessionKey, ClaudeSessionSummary } from './contract.ts'
import { entryText } from './entry-text.ts'

/** The program whose records these are. */
const program = 'claude-agent'

/** What a message holds beside its entry. */
export interface Beside {
  /** The transcript's key, if its id has only a digest of it. */
  readonly key?: ClaudeSessionKey
  /** The summary of the session up to this entry. */
  readonly summary?: ClaudeSessionSummary
}

/**
 * Returns a message that holds an entry, and a text made from it for search. The entry is kept as it is: nothing that is wrong
 * with the text can lose any of it. An entry that is no JSON value for a store, such as one nested 600 levels deep, is kept as JSON text.
 */
export function carrierOf(entry: ClaudeEntry, beside: Beside = {}): Message {
  const content = entryText(entry)
  const plain = carrier(content, { ...beside, entry })
  const fits = messageProblem(plain) === undefined && lostByJson(plain, 0) === undefined
  return fits ? plain : carrier(content, { ...beside, json: JSON.stringify(entry) })
}

function carrier(content: string, record: object): Message {
  return { role: 'system', content, providerOptions: { [recordMark]: { of: program, ...record } } } as Message
}

interface ReadRecord extends Beside {
  readonly entry: ClaudeEntry
}

/** Returns what a message holds; `undefined` for a message that holds no entry. */
export function readCarrier({ providerOptions }: Message): ReadRecord | undefined {
  const record: unknown = providerOptions?.[recordMark]
  if (!isObject(record) || record['of'] !== program) return undefined
  const { json } = record
  if (typeof json !== 'string') return record as unknown as ReadRecord
  return { ...record, entry: JSON.parse(json) as ClaudeEntry }
}
