import { crc32 } from 'node:zlib'
import type { JsonValue } from '@lamella/core'
import { dateSpan, type NewMemory, type StoredMemory } from '@lamella/store'
import { known, parsedJson } from '../json.ts'
import { type FoundEntry, readEntries, revisionOf } from '../memory/entry.ts'
import { noDate, type Own, quoted, writeOwn } from '../memory/own-comment.ts'

/** A tag that can be written in a `trigger`. */
const plainTag = /^[^\s,<>\p{Cc}](?:[^,<>\p{Cc}]*[^\s,<>\p{Cc}])?$/u

/**
 * Returns an entry as Markdown lines: a natural list item, with its metadata in comments. Text that would not survive
 * the round trip, because it looks like headings, comments or several items, is written as a JSON string on one line.
 *
 * @param day Day of the note that contains it, if any.
 * @param others Fields of its comment that this release does not know.
 */
export function entryLines(
  entry: StoredMemory,
  day: string | undefined,
  others: Own['others'] = undefined,
): readonly string[] {
  const origin = { from: '', ...(day !== undefined && { date: day }) }
  const want = sumOf(entry)
  for (const lines of readableForms(entry, comments(entry, day, others, undefined))) {
    const [found, ...others] = readEntries(lines.join('\n'), origin)
    const isSame = found?.own?.id === entry.id && others.length === 0 && sumOf(storedFrom(found)) === want
    if (isSame) return lines
  }
  return [`- ${quoted(entry.text)} ${comments(entry, day, others, 'json')}`]
}

/** Yields ways to write the entry, the most natural first. */
function* readableForms(entry: StoredMemory, said: string): Generator<readonly string[]> {
  // Line endings are normalized when a file is read, and a file with a NUL is not text.
  if (/[\r\0]/.test(entry.text)) return
  const [first = '', ...rest] = entry.text.split('\n')
  if (rest.length === 0) {
    yield [`- ${first} ${said}`]
    return
  }
  // A line indented by four spaces is neither a heading nor a rule, whatever it looks like.
  for (const indent of [2, 4]) {
    const below = rest.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`))
    yield [`-${' '.repeat(indent - 1)}${first}`, ...below, `${' '.repeat(indent)}${said}`]
  }
}

function comments(
  entry: StoredMemory,
  day: string | undefined,
  others: Own['others'],
  form: 'json' | undefined,
): string {
  const { id, kind, date, source, speaker, session, importance, tags, metadata, revision, createdAt, updatedAt } = entry
  const isPlain =
    tags === undefined ||
    (tags.length > 0 && tags.every((tag) => plainTag.test(tag)) && new Set(tags).size === tags.length)
  const own = known({
    id,
    kind: kind === 'note' ? undefined : kind,
    date: date === day ? undefined : (date ?? noDate),
    source,
    speaker,
    session,
    tags: isPlain ? undefined : JSON.stringify(tags),
    metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
    revision: revision === 1 ? undefined : String(revision),
    created: createdAt,
    updated: updatedAt === createdAt ? undefined : updatedAt,
    form,
    sum: sumOf(entry),
    others,
  })
  const said = [writeOwn(own)]
  if (isPlain && tags !== undefined) said.unshift(`<!-- trigger: ${tags.join(', ')} -->`)
  if (importance !== undefined) said.unshift(`<!-- importance: ${importance} -->`)
  return said.join(' ')
}

/** Returns the stored form of an entry that was found. A manual edit increments the revision. */
export function storedFrom({ entry, own }: FoundEntry): StoredMemory {
  const { id, text, date, importance, tags } = entry
  const created = instant(own?.created)
  const updated = instant(own?.updated) ?? created
  const stored = known({
    id,
    kind: own?.kind ?? 'note',
    text,
    date,
    importance,
    tags: tags && [...tags],
    source: own?.source,
    speaker: own?.speaker,
    session: own?.session,
    // Left out if it was edited into something else than JSON.
    metadata: own?.metadata === undefined ? undefined : (parsedJson(own.metadata) as JsonValue | undefined),
    revision: own ? revisionOf(own) : 1,
    createdAt: created,
    updatedAt: updated,
  })
  const isEdited = own?.sum !== undefined && own.sum !== sumOf(stored)
  return isEdited ? { ...stored, revision: stored.revision + 1 } : stored
}

/** Parses a time, or a day written by hand instead; returns `undefined` for anything else. */
function instant(time: string | undefined): string | undefined {
  if (time === undefined) return undefined
  try {
    return new Date(dateSpan('time', time).first).toISOString()
  } catch {
    return undefined
  }
}

/** Returns a checksum of an entry's whole content. */
export function sumOf({ kind, text, date, importance, tags, source, metadata, speaker, session }: NewMemory): string {
  const said = [kind, text, date, importance, tags, source]
  // Later fields are left out where they are absent, so that sums that were written before they existed still hold.
  const more = speaker === undefined && session === undefined ? [] : [{ speaker, session }]
  const sum = crc32(JSON.stringify(metadata === undefined ? [...said, ...more] : [...said, metadata, ...more]))
  return sum.toString(16).padStart(8, '0')
}
