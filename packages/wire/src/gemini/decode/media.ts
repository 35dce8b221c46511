import { normalBase64 } from '../../shared/base64.ts'
import { readRecord, readText } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { field, textOf } from './fields.ts'
import { type RestFields, restOf, withDataRest } from './options-of.ts'

/** A file as stored in a part. */
export interface ReadFile {
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
