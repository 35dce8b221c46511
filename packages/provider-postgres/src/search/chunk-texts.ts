import {
  addRecord,
  emptyRecords,
  type GrowingTexts,
  partNames,
  readTexts,
  removedText,
  type TextRecords,
  voiceItems,
} from '@lamella/ranker-bm25/stores'

/** The texts of a chunk by their place in it: their number, counted from that of the chunk. */
export interface ChunkTexts {
  /** The number of its first text, or of one that was there. */
  readonly chunk: number
  readonly texts: TextRecords
}

/** A run of texts of a chunk, as stored. */
export interface RunTexts {
  readonly number: number
  readonly chunk: number
  readonly texts: Uint8Array
}

const parts = partNames.length

interface Growing extends ChunkTexts {
  readonly texts: GrowingTexts
}

/** Returns chunks with these runs, whose numbers ascend, in place of what they have from the first of those numbers on. */
export function joinTexts(before: readonly ChunkTexts[], runs: readonly RunTexts[]): readonly ChunkTexts[] {
  const [first] = runs
  if (first === undefined) return before
  const chunks = before.filter(({ chunk }) => chunk < first.chunk)
  let last: Growing = startOf(
    before.find(({ chunk }) => chunk === first.chunk),
    first.chunk,
    first.number - first.chunk,
  )
  chunks.push(last)
  for (const { number, chunk, texts } of runs) {
    if (last.chunk !== chunk) {
      last = startOf(undefined, chunk, 0)
      chunks.push(last)
    }
    put(last, number - chunk, readTexts(texts))
  }
  return chunks
}

/** Returns the first places of a chunk, as a copy. */
function startOf(known: ChunkTexts | undefined, chunk: number, places: number): Growing {
  const { ids, groups, lengths, voices } = known?.texts ?? emptyRecords()
  return {
    chunk,
    texts: {
      ids: ids.slice(0, places),
      groups: groups.slice(0, places),
      lengths: lengths.slice(0, places * parts),
      voices: voices.slice(0, places * voiceItems),
    },
  }
}

/** Adds texts at a place. Places of removed texts stay empty. */
function put({ texts }: Growing, place: number, { ids, groups, lengths, voices }: TextRecords): void {
  for (let empty = texts.ids.length; empty < place; empty++) addRecord(texts, removedText)
  texts.ids.push(...ids)
  texts.groups.push(...groups)
  texts.lengths.push(...lengths)
  texts.voices.push(...voices)
}
