import { type TextRecords, type TextRun, withRuns } from '@lamella/ranker-bm25/stores'

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

/** Returns chunks with these runs, whose numbers ascend, in place of what they have from the first of those numbers on. */
export function joinTexts(before: readonly ChunkTexts[], runs: readonly RunTexts[]): readonly ChunkTexts[] {
  const [first] = runs
  if (first === undefined) return before
  const added = new Map<number, TextRun[]>()
  for (const { number, chunk, texts } of runs) {
    const own = added.get(chunk) ?? []
    added.set(chunk, own)
    own.push({ place: number - chunk, texts })
  }
  const known = before.find(({ chunk }) => chunk === first.chunk)
  return [
    ...before.filter(({ chunk }) => chunk < first.chunk),
    ...Array.from(added, ([chunk, own]) => {
      return { chunk, texts: withRuns(chunk === first.chunk ? known?.texts : undefined, own) }
    }),
  ]
}
