import { isObject } from '@lamella/core/plugin'
import { parsedJson } from '../../json.ts'
import type { Fields } from '../shared/fields.ts'
import { endOfObject } from './parse-line.ts'

/** A file that is one JSON value, and whether parts of it could not be read. */
export interface ParsedDocument {
  readonly value: unknown
  readonly isDamaged: boolean
}

/** How many times the length of a damaged file is looked at to find what is whole in it. */
const mostPasses = 32

/**
 * Reads a file that is one JSON value. Of a damaged one, the objects that are messages are kept, as a list.
 *
 * @param isMessage Tells whether an object is one of the format's messages.
 */
export function parseDocument(text: string, isMessage: (value: Fields) => boolean): ParsedDocument {
  const value = parsedJson(text)
  return value === undefined ? { value: salvage(text, isMessage), isDamaged: true } : { value, isDamaged: false }
}

function salvage(text: string, isMessage: (value: Fields) => boolean): readonly object[] {
  const found: object[] = []
  let left = text.length * mostPasses
  let at = text.indexOf('{')
  while (at !== -1 && left > 0) {
    const end = endOfObject(text, at)
    left -= (end ?? text.length) - at
    const value = end === undefined ? undefined : parsedJson(text.slice(at, end))
    if (end !== undefined && isObject(value) && isMessage(value)) {
      found.push(value)
      at = text.indexOf('{', end)
    } else at = text.indexOf('{', at + 1)
  }
  return found
}
