import type { UnknownRecord } from '../../shared/guards.ts'
import { appendText, type Fields, setFields, textIn } from '../../shared/response/fields.ts'

/**
 * Adds a part to those before it, and returns the part that holds it. Texts of one kind that follow each other are one part,
 * which a signature ends: a whole response has the signature on its text, a stream on the last piece, often an empty one
 * (docs.apiyi.com, "Response handling"; pydantic/pydantic-ai#3481; read on 2026-11-23). An empty text without a signature says
 * nothing.
 */
export function addPart(parts: Fields[], part: UnknownRecord): Fields | undefined {
  const last = parts.at(-1)
  if (isPlainText(part)) {
    if (last !== undefined && isPlainText(last) && isThought(last) === isThought(part) && !isSigned(last)) {
      appendText(last, 'text', part['text'])
      setFields(last, part, ['text'])
      return last
    }
    if (part['text'] === '' && !isSigned(part)) return undefined
  }
  const own: Fields = {}
  setFields(own, part)
  parts.push(own)
  return own
}

export function isThought(part: UnknownRecord): boolean {
  return part['thought'] === true
}

function isSigned(part: UnknownRecord): boolean {
  return textIn(part, 'thoughtSignature') !== ''
}

function isPlainText(part: UnknownRecord): boolean {
  if (typeof part['text'] !== 'string') return false
  return Object.keys(part).every((key) => ofText.has(key) || part[key] === null || part[key] === undefined)
}

const ofText: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature'])
