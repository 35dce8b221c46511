import { missingAssistantText, missingReplyText, missingUserText } from '../../messages/ensure-alternating.ts'
import { at, type Ledger, mend } from '../../shared/ledger.ts'
import { type GeminiFields, withExtra } from '../provider-fields.ts'
import type { GeminiContent, GeminiPart } from '../types.ts'

/**
 * Where parts come from. Function responses form a turn of their own that nothing is joined to; their media follow
 * directly.
 */
export type ContentOrigin = 'user' | 'assistant' | 'system' | 'responses' | 'media'

/** The contents of a request under construction. */
export interface ContentList {
  readonly list: GeminiContent[]
  /** Whether to join contents of the same role. */
  readonly merges: boolean
  /** `undefined`: only ensure that the user speaks first. */
  readonly alternates: boolean | undefined
  /** The last role in the cached contents that precede these. */
  readonly before: GeminiContent['role'] | undefined
  /** Where the parts of the last content came from; `undefined` if nothing may be joined to it. */
  last: ContentOrigin | undefined
}

/** Contents without parts. */
export function createContents(
  merges: boolean,
  alternates: boolean | undefined,
  before?: GeminiContent['role'],
): ContentList {
  return { list: [], merges: merges || alternates === true, alternates, before, last: undefined }
}

/**
 * Adds parts to the last content if it has the same role, or as a new content. Parts are never joined to each other,
 * because signatures belong to parts. The ledger's position is that of the message.
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
    if (contents.last === origin) mend(ledger, 'merged', `Joined to the previous ${origin} message.`)
  } else {
    const speaksAgain = role === 'user' && contents.last === 'responses'
    if (contents.alternates === true && speaksAgain) addMissing(ledger, contents, 'assistant')
    const content: GeminiContent = { role, parts }
    list.push(fields.extra === undefined ? content : withExtra(ledger, content, fields))
  }
  contents.last = origin
}

/**
 * Ensures what every request needs: at least one content, and a turn before a function call ("ensure that function call
 * turn comes immediately after a user turn or after a function response turn", google-gemini/gemini-cli#11814).
 */
export function completeContents(ledger: Ledger, contents: ContentList, firstIndex: number): void {
  const { list } = contents
  const begin = list.findIndex(({ role }) => role === 'user')
  const leading = begin < 0 ? list : list.slice(0, begin)
  const isOpen =
    contents.before !== 'user' &&
    leading.some(({ parts }) => parts.some(({ functionCall }) => functionCall !== undefined))
  if (list.length > 0 && !isOpen) return
  list.unshift({ role: 'user', parts: [{ text: userTextFor(contents) }] })
  const place = at(ledger, 'messages', firstIndex)
  mend(place, 'alternation', 'A marked user message is inserted before it, so that there is a turn to answer.')
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
  mend(ledger, 'alternation', `A marked ${role} message is inserted before it, so that roles alternate.`)
}
