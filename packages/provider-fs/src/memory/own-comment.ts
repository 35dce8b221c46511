import { parsedJson } from '../json.ts'

/** A store's comment on an entry that it created: `<!-- id: tea, kind: fact, revision: 2 -->`. */
export interface Own {
  readonly id: string
  readonly kind?: string
  /** Set if it differs from the day of the file; `none` for an undated entry in a dated note. */
  readonly date?: string
  readonly source?: string
  readonly speaker?: string
  readonly session?: string
  /** All tags, as JSON, if a `trigger` cannot express them. */
  readonly tags?: string
  /** As JSON. */
  readonly metadata?: string
  /** 1 if absent. */
  readonly revision?: string
  readonly created?: string
  /** Set if it differs from `created`. */
  readonly updated?: string
  /** `json`: the text is written as a JSON string because Markdown would not preserve it. */
  readonly form?: string
  /** Checksum of the entry's content, to detect manual edits. */
  readonly sum?: string
  /** Fields that a later release or a person has added: they stay when the entry is changed. */
  readonly others?: Readonly<Record<string, string>>
}

/** Marks an entry as undated although its file has a date. */
export const noDate = 'none'

const keys: readonly Exclude<keyof Own, 'others'>[] = [
  'id',
  'kind',
  'date',
  'source',
  'speaker',
  'session',
  'tags',
  'metadata',
  'revision',
  'created',
  'updated',
  'form',
  'sum',
]
// The value includes the surrounding spaces: matched separately, they could be split in many ways.
const field = /\s*(\w+)\s*:(\s*"(?:[^"\\]|\\.)*"\s*|[^",]*)(,|$)/y
const plain = /^[\p{L}\p{N}_./@+:-]+(?: [\p{L}\p{N}_./@+:-]+)*$/u

/** Parses the comment from the id on; returns `undefined` for any other comment. */
export function readOwn(text: string): Own | undefined {
  const found: Partial<Record<(typeof keys)[number], string>> = {}
  const others = new Map<string, string>()
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
    else if (!others.has(key)) others.set(key, read)
    end = match[3] ?? ''
  }
  if (found.id === undefined || found.id === '') return undefined
  return { ...found, id: found.id, ...(others.size > 0 && { others: Object.fromEntries(others) }) }
}

/** Writes a store's comment. */
export function writeOwn(own: Own): string {
  const all = [...keys.map((key) => [key, own[key]] as const), ...Object.entries(own.others ?? {})]
  const fields = all.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${plain.test(value) && !value.includes('--') ? value : quoted(value)}`],
  )
  return `<!-- ${fields.join(', ')} -->`
}

/** Quotes a text on one line, without characters that are special in Markdown or HTML. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[<>\u0085\u2028\u2029]|(?<=-)-/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Reverses `quoted`, also for similar handwritten text; returns `undefined` for anything else. */
export function unquoted(text: string): string | undefined {
  const value = parsedJson(text)
  return typeof value === 'string' ? value : undefined
}
