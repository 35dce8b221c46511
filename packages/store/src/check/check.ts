import type { Message, Scope } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import { didYouMean, messageFix, messageProblem } from '@lamella/core/plugin'
import { lostByJson } from './json.ts'
import { reservedMark } from './marks.ts'
import { valueInvalid } from './store-errors.ts'

/** The maximum number of characters (UTF-16 units) in an id. */
const longestId = 512

/** The owner of stored data. Two scopes are the same owner if all three are equal; '' means none. */
export interface Owner {
  readonly tenant: string
  readonly user: string
  readonly agent: string
}

const scopeKeys = ['tenant', 'user', 'agent', 'session', 'kind'] satisfies readonly (keyof Scope)[]

/**
 * Returns the owner for a scope in a store.
 *
 * @throws LamellaError `SCOPE_INVALID` for a missing tenant, or a field that no scope has: without its user, data would be that
 * of all; `STORE_VALUE_INVALID` for an id that no store can keep
 */
export function ownerOf(scope: Scope): Owner {
  const given = (scope ?? {}) as Partial<Scope>
  const { tenant, user, agent } = given
  if (tenant === undefined || tenant === '') throw scopeInvalid('tenant', 'is missing.')
  for (const key in given) {
    if ((scopeKeys as readonly string[]).includes(key) || given[key as keyof Scope] === undefined) continue
    throw scopeInvalid(key, `is not a field of a scope.${didYouMean(key, scopeKeys)}`)
  }
  return {
    tenant: checkId('scope.tenant', tenant),
    user: user === undefined ? '' : checkId('scope.user', user),
    agent: agent === undefined ? '' : checkId('scope.agent', agent),
  }
}

function scopeInvalid(key: string, problem: string): LamellaError<'SCOPE_INVALID'> {
  return new LamellaError({
    code: 'SCOPE_INVALID',
    what: `scope.${key} ${problem}`,
    fix: 'Pass the scope first: { tenant, user?, agent? }. A tenant is required.',
    details: { key },
  })
}

/**
 * Checks an id as every store keeps it: a well-formed text of 1 to 512 UTF-16 units, with any content.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkId(what: string, id: unknown): string {
  return checkText(what, id, longestId)
}

/**
 * Checks a well-formed text of 1 to `longest` UTF-16 units: UTF-8 cannot encode halves of surrogate pairs.
 *
 * @throws LamellaError `STORE_VALUE_INVALID`
 */
export function checkText(what: string, text: unknown, longest: number): string {
  if (typeof text !== 'string') throw invalid(what, `is ${text === null ? 'null' : typeof text}, not a string`)
  if (text === '') throw invalid(what, 'is empty')
  if (text.length > longest) throw invalid(what, `is longer than ${longest} characters`)
  if (/[\uD800-\uDFFF]/u.test(text)) throw invalid(what, 'has half of a surrogate pair')
  return text
}

/**
 * Returns messages as JSON text, one each: the form that a store keeps, and parses to return them.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for an invalid message, one that JSON would change (bytes, a URL object, a
 * BigInt, NaN), and one with a mark that only this library sets.
 */
export function messageTexts(messages: readonly Message[]): readonly string[] {
  if (!Array.isArray(messages)) throw invalid('messages', 'are not a list')
  return messages.map((message, index) => {
    const found = messageProblem(message)
    if (found) throw invalid(`messages[${index}]${found.path}`, found.problem, messageFix)
    const lost = lostByJson(message, 0)
    if (lost !== undefined) throw invalid(`messages[${index}]`, `has ${lost}, which JSON cannot store`)
    const mark = reservedMark(message)
    if (mark !== undefined) throw invalid(`messages[${index}]`, `has ${mark}, which is reserved for Lamella`, markFix)
    return JSON.stringify(message)
  })
}

const valueFix = 'Ids are strings of 1 to 512 characters without half of a surrogate pair; values are plain JSON.'
const markFix = "Append only the conversation's own messages, not those of a context; compact() records a summary."

/** Creates the error for an id or a value that cannot be stored. */
export function invalid(what: string, problem: string, fix: string = valueFix): LamellaError<'STORE_VALUE_INVALID'> {
  return valueInvalid(what, problem, fix)
}
