import { type Own, readOwn } from './own-comment.ts'

/** The annotations in an entry's comments. */
export interface Annotations {
  /** 1 (trivial) to 10 (vital). */
  readonly importance?: number
  /** Words that recall the memory (`trigger`), and its project (`project:…`). */
  readonly tags: readonly string[]
}

export interface Annotated extends Annotations {
  /** The text without the comments. */
  readonly text: string
  /** The store's comment on an entry that it created. */
  readonly own?: Own
}

// Linear in the line's length: the text between the colon and the end may not contain < or >, and one leading space is
// optional.
const pattern = /[ \t]?<!--\s*(importance|triggers?|project|id)\s*:([^<>]*?)-->/gi

/**
 * Removes `<!-- importance: 8 -->`, `<!-- trigger: a, b -->` and `<!-- project: host/org/repo -->` from a line. An
 * importance above 10 counts as 10, below 1 as 1; one that is not a number stays visible in the text. `<!-- id: … -->`
 * is the store's comment on its entry. Other comments are text.
 */
export function readAnnotations(line: string): Annotated {
  if (!line.includes('<!--')) return { text: line, tags: [] }
  let importance: number | undefined
  let own: Own | undefined
  const tags: string[] = []
  const text = line.replace(pattern, (whole: string, key: string, value: string) => {
    const name = key.toLowerCase()
    if (name === 'importance') {
      const number = value.trim() === '' ? Number.NaN : Number(value)
      if (!Number.isFinite(number)) return whole
      importance = Math.min(10, Math.max(1, number))
    } else if (name === 'id') {
      const read = own ? undefined : readOwn(`id:${value}`)
      if (!read) return whole
      own = read
    } else if (name === 'project') {
      tags.push(`project:${value.trim()}`)
    } else {
      const words = value.split(',').map((word) => word.trim())
      tags.push(...words.filter((word) => word !== ''))
    }
    return ''
  })
  return { text: text.trimEnd(), tags, ...(importance === undefined ? {} : { importance }), ...(own && { own }) }
}

/** Merges annotations in order: the later importance wins, tags are joined. */
export function mergeAnnotations(first: Annotations, second: Annotations): Annotations {
  const importance = second.importance ?? first.importance
  const tags = [...new Set([...first.tags, ...second.tags])]
  return importance === undefined ? { tags } : { importance, tags }
}
