import type { ReadTranscriptOptions } from '../contract/input.ts'
import type { NoteCode, TranscriptNote } from '../contract/notes.ts'

/** Gathers what a reader finds besides messages. */
export interface Collector {
  readonly partLimit: number
  note(code: NoteCode, text: string, line?: number): void
  /** Counts a line of a known type that has no place in the conversation. */
  skip(type: string): void
  /** Counts a line or part of an unknown type. */
  strange(type: string): void
  found(): {
    readonly notes: readonly TranscriptNote[]
    readonly skipped: Readonly<Record<string, number>>
    readonly unknown: Readonly<Record<string, number>>
  }
}

/** Tells nothing, of what is read for the second time. */
export const unheard: Pick<Collector, 'note' | 'skip' | 'strange'> = {
  note: () => {},
  skip: () => {},
  strange: () => {},
}

/** Names of types come from the file: a longer one is cut. */
const longestName = 80

/** What is kept of each part of a large file, and from how many bytes on a file is large. */
const [limitOfLarge, large] = [2_000, 32e6]

export function createCollector({ partLimit = Number.POSITIVE_INFINITY, size = 0 }: ReadTranscriptOptions): Collector {
  const notes = new Map<string, TranscriptNote>()
  const skipped = new Map<string, number>()
  const unknown = new Map<string, number>()
  const add = (counts: Map<string, number>, type: string): void => {
    const name = type.slice(0, longestName)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    partLimit: size > large ? Math.min(partLimit, limitOfLarge) : partLimit,
    note: (code, text, line) => {
      notes.set(`${code} ${line} ${text}`, { code, text, ...(line !== undefined && { line }) })
    },
    skip: (type) => add(skipped, type),
    strange: (type) => add(unknown, type),
    found: () => ({
      notes: [...notes.values()].sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      skipped: Object.fromEntries(skipped),
      unknown: Object.fromEntries(unknown),
    }),
  }
}
