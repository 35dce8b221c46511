import type { Notice } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import type { Fields } from './session-line-values.ts'

/** Whether a line is nobody's: its only way to a program is by accident. */
export function isForeign(fields: Fields): boolean {
  return Object.keys(fields).length === 0 || Object.hasOwn(fields, '__proto__')
}

/**
 * Whether a line is what `export` writes: exactly the known part, or that part with fields of a later release between. A line
 * of an unknown kind has no known part.
 *
 * @param unknown Receives the names of what is not known, such as `message.mood`.
 */
export function isAsWritten(line: string, fields: Fields, written: string | undefined, unknown: Set<string>): boolean {
  if (line === written) return true
  // Nothing may be read in another way than it was written: a number that JSON changes, a key that is there twice.
  if (isForeign(fields) || JSON.stringify(fields) !== line) return false
  if (written === undefined) {
    unknown.add(`${Object.keys(fields)[0]}`)
    return true
  }
  const found: string[] = []
  const known = knownPart(fields, JSON.parse(written) as Fields, '', found)
  if (JSON.stringify(known) !== written) return false
  for (const name of found) unknown.add(name)
  return true
}

/** Returns the fields that the other object has, too. */
function knownPart(fields: Fields, written: Fields, path: string, unknown: string[]): Fields {
  const known = Object.entries(fields).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (!Object.hasOwn(written, key)) {
      unknown.push(`${path}${key}`)
      return []
    }
    const own = written[key]
    // A message is the caller's: every field of it is kept.
    return [
      [key, key !== 'message' && isObject(value) && isObject(own) ? knownPart(value, own, `${key}.`, unknown) : value],
    ]
  })
  return Object.fromEntries(known)
}

/** Returns the notice about what was left out of an imported session. */
export function noticesOf(unknown: ReadonlySet<string>): readonly Notice[] {
  if (unknown.size === 0) return []
  const fields = [...unknown]
  return [
    {
      code: 'IMPORT_FIELDS_UNKNOWN',
      what: `The export has what this release does not know, and it was left out: ${fields.join(', ')}.`,
      fix: 'Import it with the release that wrote it to keep all of it.',
      details: { fields },
    },
  ]
}
