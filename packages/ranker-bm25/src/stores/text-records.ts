import { NumberReader, putCounts, putNumber, readCounts } from './bytes.ts'
import { partNames, type TextCounts } from './counted-text.ts'

/** What a chunk of an index has on its texts, by their place in it. */
export interface TextRecords {
  /** The number of each text in its store; -1 for a removed one. */
  readonly ids: readonly number[]
  /** The number of the conversation of each; 0 for none. */
  readonly groups: readonly number[]
  /** The lengths of the parts of each, one after the other. */
  readonly lengths: readonly number[]
  /** About the number of words of each. */
  readonly words: readonly number[]
  /** For each, its voice, 0 for none, and what it heard and repeated of the text before (voices.ts): three numbers. */
  readonly voices: readonly number[]
}

/** Records that can get more. */
export interface GrowingTexts extends TextRecords {
  readonly ids: number[]
  readonly groups: number[]
  readonly lengths: number[]
  readonly words: number[]
  readonly voices: number[]
}

/** The number of items of `voices` for each text. */
export const voiceItems = 3

/** A text's record. */
export interface TextRecord {
  /** A whole number, 0 or more. */
  readonly id: number
  readonly group: number
  readonly counted: TextCounts
}

const parts = partNames.length

/** Above the number of a voice: what is multiplied by it is how many terms more than words a text has, at most 2^23. */
const voiceRange = 2 ** 29

/** Returns the bytes of texts. Those of several lists can be joined. */
export function textBytes(records: readonly TextRecord[]): Uint8Array {
  const bytes: number[] = []
  for (const { id, group, counted } of records) {
    const { lengths, words, voice, heard, repeated } = counted
    const more = Math.min((lengths[0] ?? 0) - words, 2 ** 23)
    putNumber(bytes, id + 1)
    putNumber(bytes, group)
    putCounts(bytes, [...partNames.map((_, part) => lengths[part] ?? 0), voice + voiceRange * more])
    if (voice === 0) continue
    putNumber(bytes, heard)
    putNumber(bytes, repeated)
  }
  return Uint8Array.from(bytes)
}

/**
 * Reads texts.
 *
 * @param into Records that get them at their end. Default: new ones.
 */
export function readTexts(bytes: Uint8Array, into: GrowingTexts = emptyRecords()): GrowingTexts {
  const { ids, groups, lengths, words, voices } = into
  const reader = new NumberReader(bytes)
  while (reader.more) {
    ids.push(reader.next() - 1)
    groups.push(reader.next())
    const counts = readCounts(reader)
    const [voice, more] = [(counts[parts] as number) % voiceRange, Math.floor((counts[parts] as number) / voiceRange)]
    lengths.push(...counts.slice(0, parts))
    words.push((counts[0] as number) - more)
    voices.push(voice, voice === 0 ? 0 : reader.next(), voice === 0 ? 0 : reader.next())
  }
  return into
}

function emptyRecords(): GrowingTexts {
  return { ids: [], groups: [], lengths: [], words: [], voices: [] }
}

const removedText: TextRecord = {
  id: -1,
  group: 0,
  counted: { lengths: [], words: 0, voice: 0, heard: 0, repeated: 0 },
}

/** Returns records without these texts, whose places stay empty. */
export function withoutTexts(
  { ids, groups, lengths, words, voices }: TextRecords,
  gone: (id: number) => boolean,
): TextRecord[] {
  return ids.map((id, place) => {
    if (id < 0 || gone(id)) return removedText
    const [voice = 0, heard = 0, repeated = 0] = voices.slice(place * voiceItems, (place + 1) * voiceItems)
    const own = lengths.slice(place * parts, (place + 1) * parts)
    const counted = { lengths: own, words: words[place] as number, voice, heard, repeated }
    return { id, group: groups[place] as number, counted }
  })
}

/** Texts of a chunk that follow each other, as bytes. */
export interface TextRun {
  /** The place of the first. */
  readonly place: number
  readonly texts: Uint8Array
}

/**
 * Returns the texts of a chunk with these runs, whose places ascend, instead of those from the place of the first run on. Places
 * between runs stay empty.
 *
 * @param before The texts of the chunk so far, which stay as they are; `undefined` for a new chunk.
 */
export function withRuns(before: TextRecords | undefined, runs: readonly TextRun[]): TextRecords {
  const { ids, groups, lengths, words, voices } = before ?? emptyRecords()
  const kept = runs[0]?.place ?? ids.length
  const texts: GrowingTexts = {
    ids: ids.slice(0, kept),
    groups: groups.slice(0, kept),
    lengths: lengths.slice(0, kept * parts),
    words: words.slice(0, kept),
    voices: voices.slice(0, kept * voiceItems),
  }
  const empty = textBytes([removedText])
  for (const run of runs) {
    while (texts.ids.length < run.place) readTexts(empty, texts)
    readTexts(run.texts, texts)
  }
  return texts
}
