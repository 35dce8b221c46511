import type { JsonValue, UserPart } from '@lamella/core'
import { normalBase64 } from '../../shared/base64.ts'
import { type RestFields, readRecord, readText } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { field, optionsOf, restOf, textOf, withDataRest } from './fields.ts'

/** A file as stored in a part. */
interface ReadFile {
  /** Base64 text or a URL. */
  readonly data: string
  readonly isAddress: boolean
  readonly mediaType: string | undefined
  readonly filename: string | undefined
  readonly rest: RestFields
}

/**
 * Reads `inlineData` or `fileData`; returns `undefined` for a part with neither. `known` lists fields of the part that
 * are read elsewhere.
 */
export function readFile(part: UnknownRecord, path: string, known: readonly string[]): ReadFile | undefined {
  const kind = field(part, 'inlineData') !== undefined ? 'inlineData' : 'fileData'
  const value = field(part, kind)
  if (value === undefined) return undefined
  const file = readRecord(value, `${path}.${kind}`)
  const isAddress = kind === 'fileData'
  const name = isAddress ? 'fileUri' : 'data'
  const text = readText(field(file, name), `${path}.${kind}.${name}`)
  return {
    data: isAddress ? text : (normalBase64(text) ?? text),
    isAddress,
    mediaType: textOf(file, 'mimeType'),
    filename: textOf(file, 'displayName'),
    rest: withDataRest(restOf(part, [...known, 'inlineData', 'fileData']), kind, file, ['mimeType', name]),
  }
}

/** Reads one user part. A kind without a canonical part becomes an empty text. */
export function decodeUserPart(value: unknown, path: string): UserPart {
  const part = readRecord(value, path)
  const { text } = part
  if (typeof text === 'string') {
    return { type: 'text', text, ...optionsOf(restOf(part, ['text'])) }
  }
  const file = readFile(part, path, [])
  if (file === undefined) {
    return { type: 'text', text: '', ...optionsOf({ part: part as { readonly [name: string]: JsonValue } }) }
  }
  const { data, mediaType, filename, rest } = file
  if (mediaType?.startsWith('image/') === true && filename === undefined) {
    return { type: 'image', image: data, mediaType, ...optionsOf(rest) }
  }
  const named = filename === undefined ? {} : { filename }
  return { type: 'file', data, mediaType: mediaType ?? anyType, ...named, ...optionsOf(rest) }
}

/** Media type for a file without one: the wildcard carries no information and is not written. */
export const anyType = '*/*'
