import { createHash } from 'node:crypto'
import type { Scope } from '@lamella/core'
import type { ClaudeSessionKey } from './contract.ts'

/** A store's ids have at most 512 UTF-16 units: `claude:` and a project, or two parts with a `/` between them. */
const longestProject = 505
const longestPart = 255

/** Where a transcript is kept. */
export interface Place {
  readonly key: ClaudeSessionKey
  readonly scope: Scope
  readonly session: string
  /** The names of the transcript and of its session's main one: no other transcript of the owner has them. */
  readonly name: string
  readonly group: string
}

/** Whose sessions these are. */
export type ClaudeOwner = Pick<Scope, 'tenant' | 'user'>

/** Returns the scope of a project: its owner's, with the project as the agent. */
export function scopeOf(owner: ClaudeOwner, projectKey: string): Scope {
  return { ...owner, agent: `claude:${idPart(projectKey, longestProject)}` }
}

/** Returns where a transcript is kept. Two keys never have the same place. */
export function placeOf(owner: ClaudeOwner, key: ClaudeSessionKey): Place {
  const scope = scopeOf(owner, key.projectKey)
  const main = idPart(key.sessionId, longestPart)
  const session = key.subpath === undefined ? main : `${main}/${idPart(key.subpath, longestPart, /%|\p{Cs}/gu)}`
  return { key, scope, session, name: `${scope.agent}/${session}`, group: `${scope.agent}/${main}` }
}

/** `%` is always escaped, so these are no other text's. */
const [empty, digestMark] = ['%', '%#']

/**
 * Writes a text so that a store can keep it as a part of an id: the text itself, with `%` and four hex digits for what the part may
 * not have. One that is too long is replaced by its digest.
 */
function idPart(text: string, longest: number, reserved = /[%/]|\p{Cs}/gu): string {
  if (text === '') return empty
  const escaped = text.replace(reserved, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return escaped.length <= longest ? escaped : digestMark + createHash('sha256').update(escaped, 'utf8').digest('hex')
}

/** Returns what an id was made from; `undefined` if it has only the digest of a part. */
export function keyIn(id: string): Omit<ClaudeSessionKey, 'projectKey'> | undefined {
  const parts = id.split('/')
  if (parts.some((part) => part.startsWith(digestMark))) return undefined
  const [sessionId = '', ...subpath] = parts.map(textOf)
  return subpath.length === 0 ? { sessionId } : { sessionId, subpath: subpath.join('/') }
}

function textOf(part: string): string {
  return part === empty ? '' : part.replace(/%(....)/g, (_, unit) => String.fromCharCode(Number.parseInt(unit, 16)))
}
