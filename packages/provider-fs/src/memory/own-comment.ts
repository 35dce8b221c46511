/** What a store says of an entry that it made: `<!-- id: tea, kind: fact, revision: 2 -->`. */
export interface Own {
  readonly id: string
  readonly kind?: string
  /** Where it differs from the day of the file; `none` for an entry without a date in a dated note. */
  readonly date?: string
  readonly source?: string
  /** All tags, as JSON, where a `trigger` cannot say them. */
  readonly tags?: string
  /** As JSON. */
  readonly metadata?: string
  /** 1 where it is not said. */
  readonly revision?: string
  readonly created?: string
  /** Where it differs from `created`. */
  readonly updated?: string
  /** `json`: the text is written as a JSON string, since Markdown would not keep it. */
  readonly form?: string
  /** Checksum of what the entry says, so that an edit by hand is seen. */
  readonly sum?: string
}

/** Says that an entry has no date, though its file has. */
export const noDate = 'none'

const keys: readonly (keyof Own)[] = [
  'id',
  'kind',
  'date',
  'source',
  'tags',
  'metadata',
  'revision',
  'created',
  'updated',
  'form',
  'sum',
]
// The value is read with the spaces around it: apart from it, they could be split in many ways.
const field = /\s*(\w+)\s*:(\s*"(?:[^"\\]|\\.)*"\s*|[^",]*)(,|$)/y
const plain = /^[\p{L}\p{N}_./@+:-]+(?: [\p{L}\p{N}_./@+:-]+)*$/u

/** Reads what stands in such a comment, from the id on; `undefined` for what is none. */
export function readOwn(text: string): Own | undefined {
  const found: Partial<Record<keyof Own, string>> = {}
  const body = text.trimEnd()
  field.lastIndex = 0
  for (let end = ','; end === ','; ) {
    const match = field.exec(body)
    const [, key = '', written = ''] = match ?? []
    const value = written.trim()
    const read = value.startsWith('"') ? unquoted(value) : value
    if (!match || read === undefined) return undefined
    const known = keys.find((one) => one === key)
    if (known) found[known] ??= read
    end = match[3] ?? ''
  }
  return found.id === undefined || found.id === '' ? undefined : { ...found, id: found.id }
}

/** Writes such a comment. */
export function writeOwn(own: Own): string {
  const fields = keys.flatMap((key) => {
    const value = own[key]
    return value === undefined ? [] : [`${key}: ${plain.test(value) && !value.includes('--') ? value : quoted(value)}`]
  })
  return `<!-- ${fields.join(', ')} -->`
}

/** A text on one line, in which nothing means anything to Markdown or HTML. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/[<>\u0085\u2028\u2029]|(?<=-)-/g, escaped)
}

/** The text that `quoted` gave, or that somebody has written like it; `undefined` for anything else. */
export function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
