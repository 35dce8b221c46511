import type { Message, ProviderOptions } from '@lamella/core'
import { isObject, messageProblem, recordMark } from '@lamella/core/plugin'
import { lostByJson } from '@lamella/store'
import type { ClaudeEntry, ClaudeSessionKey, ClaudeSessionSummary } from './contract.ts'
import { entryText } from './entry-text.ts'

/** The program whose records these are. */
const program = 'claude-agent'

/** An entry, and what is kept beside it. */
export interface Carried {
  readonly entry: ClaudeEntry
  /** The transcript's key, if its id has only a digest of it. */
  readonly key?: ClaudeSessionKey
  /** The summary of the session up to this entry. */
  readonly summary?: ClaudeSessionSummary
}

/**
 * Returns a message that holds an entry, and a text made from it for search. The entry is kept as it is: nothing that is wrong
 * with the text can lose any of it. An entry that is no JSON value for a store, such as one nested 600 levels deep, is kept as JSON text.
 */
export function carrierOf({ entry, ...beside }: Carried): Message {
  const content = entryText(entry)
  const carry = (record: object): Message => {
    const providerOptions = { [recordMark]: { of: program, ...beside, ...record } as object } as ProviderOptions
    return { role: 'system', content, providerOptions }
  }
  const plain = carry({ entry })
  const fits = messageProblem(plain) === undefined && lostByJson(plain, 0) === undefined
  return fits ? plain : carry({ json: JSON.stringify(entry) })
}

/** Returns what messages hold, without those that hold no entry. */
export function readCarriers(stored: readonly { readonly message: Message }[]): readonly Carried[] {
  return stored.flatMap(({ message: { providerOptions } }) => {
    const record: unknown = providerOptions?.[recordMark]
    if (!isObject(record) || record['of'] !== program) return []
    const { json } = record
    return (typeof json === 'string' ? { ...record, entry: JSON.parse(json) } : record) as unknown as Carried
  })
}
