import type { JsonValue, UserPart } from '@lamella/core'
import { readRecord } from '../../shared/decode/read.ts'
import { readFile } from './media.ts'
import { optionsOf, restOf } from './options-of.ts'

/** One part of what a user says. A kind that no canonical part is becomes a text without anything in it. */
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

/** What a file is that has no media type: a type with a wildcard says nothing, and is not written. */
export const anyType = '*/*'
