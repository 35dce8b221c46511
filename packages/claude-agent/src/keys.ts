import { createHash } from 'node:crypto'
import type { Scope } from '@lamella/core'
import type { ClaudeSessionKey } from './contract.ts'

/** A store's ids have at most 512 UTF-16 units: two parts with a `/` between them. */
const longestPart = 255
const longestAgent = 512
const agentPrefix = 'claude:'

/** Where a transcript is kept. */
export interface Place {
  readonly scope: Scope
  readonly session: string
  /** Equal for all transcripts of a session, and for no other. */
  readonly group: string
}

/** Whose sessions these are. */
export type ClaudeOwner = Pick<Scope, 'tenant' | 'user'>

/** Returns the scope of a project: its owner's, with the project as the agent. */
export function scopeOf({ tenant, user }: ClaudeOwner, projectKey: string): Scope {
  const agent = agentPrefix + idPart(projectKey, longestAgent - agentPrefix.length)
  return user === undefined ? { tenant, agent } : { tenant, user, agent }
}

/** Returns where a transcript is kept. Two keys never have the same place. */
export function placeOf(owner: ClaudeOwner, key: ClaudeSessionKey): Place {
  const scope = scopeOf(owner, key.projectKey)
  const main = idPart(key.sessionId, longestPart)
  const session = key.subpath === undefined ? main : `${main}/${idPart(key.subpath, longestPart, '/')}`
  return { scope, session, group: `${scope.agent}/${main}` }
}

/**
 * Writes a text so that a store can keep it as a part of an id: the text itself, with `%` and four hex digits for what an id may
 * not have. One that is too long is replaced by its digest.
 *
 * @param separator The character that may stay although it separates the parts.
 */
function idPart(text: string, longest: number, separator?: '/'): string {
  if (text === '') return empty
  const escaped = text.replace(reserved, (unit) => (unit === separator ? unit : escapeUnit(unit)))
  return escaped.length <= longest ? escaped : digestMark + createHash('sha256').update(escaped, 'utf8').digest('hex')
}

/** `%` is always escaped, so these are no other text's. */
const [empty, digestMark] = ['%', '%#']
const reserved = /[%/]|\p{Cs}/gu

function escapeUnit(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Returns the text of an id's part; `undefined` if the id has only its digest. */
export function textOf(part: string): string | undefined {
  if (part === empty) return ''
  if (part.startsWith(digestMark)) return undefined
  return part.replace(/%(....)/g, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
}

/** Returns the parts of an id: that of the session, and that of the subpath if it has one. */
export function partsOf(id: string): readonly [session: string, subpath: string | undefined] {
  const end = id.indexOf('/')
  return end < 0 ? [id, undefined] : [id.slice(0, end), id.slice(end + 1)]
}

/** Whether an id has only the digest of a part. */
export function hasDigest(id: string): boolean {
  return partsOf(id).some((part) => part?.startsWith(digestMark))
}
