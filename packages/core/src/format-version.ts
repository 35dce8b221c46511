import { coreError } from './errors.ts'

/** Stored data, and what reads it. */
export interface StoredFormat {
  /** The kind of data, such as `session file`: the field `format` of the error. */
  readonly format: string
  /** The data itself, as the subject of a sentence, such as `The file 'a.jsonl'`. */
  readonly what: string
  /** The newest version that is read. */
  readonly known: number
  /** The package to update, such as `@lamella/provider-fs`. */
  readonly from: string
}

/**
 * Rejects stored data of a newer version than its reader knows. The version of a format is a whole number and changes only if
 * an earlier reader would misread the data: new fields and new kinds of lines keep the version, and readers keep or skip them.
 * What is not a number is not a version: that is for the caller to judge.
 *
 * @param version The version that was found in the data.
 * @throws LamellaError `FORMAT_NEWER`
 * @example
 * mustReadFormat(header.v, { format: 'session file', what: `The file '${path}'`, known: 1, from: '@lamella/provider-fs' })
 */
export function mustReadFormat(version: unknown, { format, what, known, from }: StoredFormat): void {
  if (typeof version !== 'number' || !(version > known)) return
  throw coreError(
    'FORMAT_NEWER',
    `${what} has version ${version} of its format; this release reads up to ${known}.`,
    `Update ${from} to the release that wrote it, or a later one. Data is never converted back.`,
    { format, version, known },
  )
}
