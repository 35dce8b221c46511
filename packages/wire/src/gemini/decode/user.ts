import type { JsonValue, UserPart } from '@lamella/core'
import { readRecord } from '../../shared/decode/read.ts'
import { readFile } from './media.ts'
import { optionsOf, restOf } from './options-of.ts'

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
