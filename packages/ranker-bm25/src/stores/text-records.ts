import { NumberReader, putCounts, putNumber } from './bytes.ts'
import { partNames } from './counted-text.ts'

/** What a chunk of an index has on its texts, by their place in it. */
export interface TextRecords {
  /** The number of each text in its store; -1 for a removed one. */
  readonly ids: readonly number[]
  /** The number of the conversation of each; 0 for none. */
  readonly groups: readonly number[]
  /** The lengths of the parts of each, one after the other. */
  readonly lengths: readonly number[]
}

/** Records that can get more. */
export interface GrowingTexts extends TextRecords {
  readonly ids: number[]
  readonly groups: number[]
  readonly lengths: number[]
}

/** A text's record. */
export interface TextRecord {
  /** A whole number, 0 or more. */
  readonly id: number
  readonly group: number
  readonly lengths: readonly number[]
}

const parts = partNames.length

/** Returns the bytes of texts. Those of several lists can be joined. */
export function textBytes(records: readonly TextRecord[]): Uint8Array {
  const bytes: number[] = []
  for (const { id, group, lengths } of records) {
    putNumber(bytes, id + 1)
    putNumber(bytes, group)
    putCounts(bytes, lengths)
  }
  return Uint8Array.from(bytes)
}

/** Reads texts. */
export function readTexts(bytes: Uint8Array): GrowingTexts {
  const texts: GrowingTexts = { ids: [], groups: [], lengths: [] }
  addTexts(texts, bytes)
  return texts
}

/** Reads texts, and adds them to others. */
export function addTexts({ ids, groups, lengths }: GrowingTexts, bytes: Uint8Array): void {
  const reader = new NumberReader(bytes)
  while (reader.more) {
    ids.push(reader.next() - 1)
    groups.push(reader.next())
    const first = reader.next()
    const present = first % 2 ** (parts - 1)
    lengths.push(Math.floor(first / 2 ** (parts - 1)))
    for (let bit = 0; bit < parts - 1; bit++) lengths.push((present >> bit) & 1 ? reader.next() : 0)
  }
}

/** Returns records without these texts, whose places stay empty. */
export function withoutTexts({ ids, groups, lengths }: TextRecords, gone: (id: number) => boolean): TextRecord[] {
  return ids.map((id, place) => {
    if (id < 0 || gone(id)) return { id: -1, group: 0, lengths: [0] }
    return { id, group: groups[place] as number, lengths: lengths.slice(place * parts, (place + 1) * parts) }
  })
}
