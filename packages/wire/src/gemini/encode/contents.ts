import { missingAssistantText, missingReplyText, missingUserText } from '../../messages/ensure-alternating.ts'
import { at, type Ledger, mend } from '../../shared/ledger.ts'
import { type GeminiFields, withExtra } from '../provider-fields.ts'
import type { GeminiContent, GeminiPart } from '../types.ts'

/**
 * Where parts come from. The responses of functions are a turn of their own, which nothing is joined to; the media that
 * belong to them stand directly behind it.
 */
export type ContentOrigin = 'user' | 'assistant' | 'system' | 'responses' | 'media'

/** The contents of a request as they grow. */
export interface ContentList {
  readonly list: GeminiContent[]
  /** Joins contents of one role. */
  readonly merges: boolean
  /** `undefined`: only that the user speaks first. */
  readonly alternates: boolean | undefined
  /** Who spoke last in the contents of a cache that stand before these. */
  readonly before: GeminiContent['role'] | undefined
  /** Where the parts of the last content came from; `undefined` where nothing may be joined to it. */
  last: ContentOrigin | undefined
}

/** Contents without anything in them. */
export function createContents(
  merges: boolean,
  alternates: boolean | undefined,
  before?: GeminiContent['role'],
): ContentList {
  return { list: [], merges: merges || alternates === true, alternates, before, last: undefined }
}

/**
 * Adds parts: to the last content if that is of the same role, or as a content of their own. No part is ever joined to
 * another one: signatures belong to parts. The place of the ledger is that of the message.
 */
export function addContent(
  ledger: Ledger,
  contents: ContentList,
  parts: GeminiPart[],
  origin: ContentOrigin,
  fields: Pick<GeminiFields, 'extra'> = {},
): void {
  if (parts.length === 0) return
  const { list } = contents
  const role = origin === 'assistant' ? 'model' : 'user'
  const isFirst = list.length === 0 && contents.before !== 'user'
  if (isFirst && role === 'model' && contents.alternates !== false) addMissing(ledger, contents, 'user')
  const last = list.at(-1)
  if (last?.role === role && contents.merges && isJoinable(contents.last) && isJoinable(origin)) {
    for (const part of parts) last.parts.push(part)
    if (fields.extra !== undefined) list[list.length - 1] = withExtra(ledger, last, fields)
    if (contents.last === origin) mend(ledger, 'merged', `Joined to the ${origin} message before it.`)
  } else {
    const speaksAgain = role === 'user' && contents.last === 'responses'
    if (contents.alternates === true && speaksAgain) addMissing(ledger, contents, 'assistant')
    const content: GeminiContent = { role, parts }
    list.push(fields.extra === undefined ? content : withExtra(ledger, content, fields))
  }
  contents.last = origin
}

/**
 * Sees to what every request needs: at least one content, and something before a function call ("ensure that function call
 * turn comes immediately after a user turn or after a function response turn", google-gemini/gemini-cli#11814).
 */
export function completeContents(ledger: Ledger, contents: ContentList, firstIndex: number): void {
  const { list } = contents
  const begin = list.findIndex(({ role }) => role === 'user')
  const leading = begin < 0 ? list : list.slice(0, begin)
  const isOpen = contents.before !== 'user' && leading.some(({ parts }) => parts.some(isCall))
  if (list.length > 0 && !isOpen) return
  list.unshift({ role: 'user', parts: [{ text: userTextFor(contents) }] })
  const place = at(ledger, 'messages', firstIndex)
  mend(place, 'alternation', 'A marked message of the user stands before it, so that there is a turn to answer.')
}

function isCall(part: GeminiPart): boolean {
  return part.functionCall !== undefined
}

function isJoinable(origin: ContentOrigin | undefined): boolean {
  return origin !== undefined && origin !== 'responses'
}

function userTextFor({ before }: ContentList): string {
  return before === undefined ? missingUserText : missingReplyText
}

function addMissing(ledger: Ledger, contents: ContentList, role: 'user' | 'assistant'): void {
  const { list } = contents
  const text = role === 'user' ? userTextFor(contents) : missingAssistantText
  list.push({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] })
  mend(ledger, 'alternation', `A marked message of the ${role} stands before it, so that roles alternate.`)
}
