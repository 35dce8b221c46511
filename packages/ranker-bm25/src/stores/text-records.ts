import { NumberReader, putCounts, putNumber, readCounts } from './bytes.ts'
import { partNames, type VoiceRecord } from './counted-text.ts'

/** What a chunk of an index has on its texts, by their place in it. */
export interface TextRecords {
  /** The number of each text in its store; -1 for a removed one. */
  readonly ids: readonly number[]
  /** The number of the conversation of each; 0 for none. */
  readonly groups: readonly number[]
  /** The lengths of the parts of each, one after the other. */
  readonly lengths: readonly number[]
  /** For each, its voice, 0 for none, and what it heard and repeated of the text before (voices.ts): three numbers. */
  readonly voices: readonly number[]
}

/** Records that can get more. */
export interface GrowingTexts extends TextRecords {
  readonly ids: number[]
  readonly groups: number[]
  readonly lengths: number[]
  readonly voices: number[]
}

/** The number of items of `voices` for each text. */
export const voiceItems = 3

/** A text's record. */
export interface TextRecord {
  /** A whole number, 0 or more. */
  readonly id: number
  readonly group: number
  readonly lengths: readonly number[]
  /** Default: no voice. */
  readonly voice?: VoiceRecord | undefined
}

const parts = partNames.length

/** Returns the bytes of texts. Those of several lists can be joined. */
export function textBytes(records: readonly TextRecord[]): Uint8Array {
  const bytes: number[] = []
  for (const { id, group, lengths, voice } of records) {
    putNumber(bytes, id + 1)
    putNumber(bytes, group)
    putCounts(bytes, voice ? [...partNames.map((_, part) => lengths[part] ?? 0), voice.voice] : lengths)
    if (!voice || voice.voice === 0) continue
    putNumber(bytes, voice.heard)
    putNumber(bytes, voice.repeated)
  }
  return Uint8Array.from(bytes)
}

/** Reads texts. */
export function readTexts(bytes: Uint8Array): GrowingTexts {
  const texts = emptyRecords()
  addTexts(texts, bytes)
  return texts
}

/** Reads texts, and adds them to others. */
export function addTexts({ ids, groups, lengths, voices }: GrowingTexts, bytes: Uint8Array): void {
  const reader = new NumberReader(bytes)
  while (reader.more) {
    ids.push(reader.next() - 1)
    groups.push(reader.next())
    const counts = readCounts(reader)
    const voice = counts[parts] as number
    lengths.push(...counts.slice(0, parts))
    voices.push(voice, voice === 0 ? 0 : reader.next(), voice === 0 ? 0 : reader.next())
  }
}

/** Adds the record of a text to others. */
export function addRecord(texts: GrowingTexts, { id, group, lengths, voice }: TextRecord): void {
  texts.ids.push(id)
  texts.groups.push(group)
  texts.lengths.push(...partNames.map((_, part) => lengths[part] ?? 0))
  texts.voices.push(voice?.voice ?? 0, voice?.heard ?? 0, voice?.repeated ?? 0)
}

/** Returns records without texts. */
export function emptyRecords(): GrowingTexts {
  return { ids: [], groups: [], lengths: [], voices: [] }
}

/** The record of a removed text. */
export const removedText: TextRecord = { id: -1, group: 0, lengths: [] }

/** Returns records without these texts, whose places stay empty. */
export function withoutTexts(
  { ids, groups, lengths, voices }: TextRecords,
  gone: (id: number) => boolean,
): TextRecord[] {
  return ids.map((id, place) => {
    if (id < 0 || gone(id)) return removedText
    const [voice = 0, heard = 0, repeated = 0] = voices.slice(place * voiceItems, (place + 1) * voiceItems)
    return {
      id,
      group: groups[place] as number,
      lengths: lengths.slice(place * parts, (place + 1) * parts),
      voice: { voice, heard, repeated },
    }
  })
}
