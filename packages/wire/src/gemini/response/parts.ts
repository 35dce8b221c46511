import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { argumentsText, objectArguments } from '../../shared/response/call-arguments.ts'
import { appendText, type Fields, setField, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'
import { camelOf } from '../part-kinds.ts'

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

/** Returns the parts of a content; some servers send one part, or its text alone. */
export function partsIn(content: unknown, mends: Mends): UnknownRecord[] {
  const parts = isRecord(content) ? content['parts'] : content
  if (parts === undefined || parts === null) return []
  if (!Array.isArray(parts))
    mends.add('form', 'candidates[].content.parts', 'The parts are not a list, and are read as one.')
  const all: readonly unknown[] = Array.isArray(parts) ? parts : [parts]
  return all
    .map((part) => (typeof part === 'string' ? { text: part } : part))
    .filter(isRecord)
    .map(camelPart)
}

function camelPart(part: UnknownRecord): UnknownRecord {
  const fields = camelFields(part)
  const call = fields['functionCall']
  return isRecord(call) ? { ...fields, functionCall: camelFields(call) } : fields
}

/** Returns a record with its fields in camel case: proxies write them in snake case, as Google's Python SDK does. */
export function camelFields(record: UnknownRecord): UnknownRecord {
  const names = Object.keys(record)
  if (!names.some((name) => name !== '__proto__' && camelOf(name) !== name)) return record
  const fields: Fields = {}
  for (const name of names) setField(fields, name === '__proto__' ? name : camelOf(name), record[name])
  return fields
}

/** Returns a part as requests contain it; none for a part without data, and for a call without a name, which is torn. */
export function usablePart(part: UnknownRecord, path: string, torn: TornPart[], mends: Mends): UnknownRecord[] {
  const call = part['functionCall']
  if (!isRecord(call))
    return Object.entries(part).some(([name, value]) => name !== 'thought' && (value ?? undefined) !== undefined)
      ? [part]
      : []
  const name = textIn(call, 'name')
  if (name === '') {
    torn.push(tornCall(textIn(call, 'id'), '', argumentsText(call['args'])))
    return []
  }
  const { args } = call
  return [
    isRecord(args) || args === undefined || args === null
      ? part
      : { ...part, functionCall: { ...call, args: objectArguments(args, path, mends) } },
  ]
}
