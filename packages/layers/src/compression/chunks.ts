import type { Message } from '@lamella/core'
import { splitSaid } from './split-said.ts'
import { saidIn } from './transcript.ts'

/** Messages, or parts of one, that a summarizer is shown at once. */
export interface Chunk {
  readonly text: string
  readonly messages: readonly Message[]
}

export interface ChunkLimits {
  /** The most messages of a chunk. */
  readonly messages: number
  /** The most tokens of its text. */
  readonly tokens: number
  readonly count: (text: string) => number
}

interface Paragraph {
  readonly of: number
  readonly text: string
  readonly tokens: number
}

/**
 * Messages as chunks that a summarizer can be shown one after the other; together they say everything. `undefined` when the
 * limit of tokens is too small for a single character. Of two chunks in a row either the first has as many messages as it
 * may, or both together more tokens than one may: so there are no more than both limits ask for.
 */
export function chunksOf(messages: readonly Message[], limits: ChunkLimits): readonly Chunk[] | undefined {
  const paragraphs: Paragraph[] = []
  for (const [of, message] of messages.entries()) {
    for (const one of saidIn(message)) {
      const pieces = splitSaid(one, limits.tokens, limits.count)
      if (!pieces) return undefined
      for (const { text, tokens } of pieces) paragraphs.push({ of, text, tokens })
    }
  }
  const chunks: Chunk[] = []
  for (let from = 0; from < paragraphs.length; ) {
    const to = endOfChunk(paragraphs, from, limits)
    const own = paragraphs.slice(from, to)
    const first = own[0]?.of ?? 0
    const last = own.at(-1)?.of ?? first
    chunks.push({ text: joined(own), messages: messages.slice(first, last + 1) })
    from = to
  }
  return chunks
}

function endOfChunk(paragraphs: readonly Paragraph[], from: number, limits: ChunkLimits): number {
  const lineBreak = limits.count('\n')
  const first = paragraphs[from] as Paragraph
  let to = from + 1
  for (let sum = first.tokens; to < paragraphs.length; to++) {
    const next = paragraphs[to] as Paragraph
    sum += lineBreak + next.tokens
    if (sum > limits.tokens || next.of - first.of >= limits.messages) break
  }
  // Tokens of a whole can be a few more than those of its parts. Each paragraph alone fits.
  while (to - from > 1 && limits.count(joined(paragraphs.slice(from, to))) > limits.tokens) {
    to = from + Math.ceil((to - from) / 2)
  }
  return to
}

function joined(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ text }) => text).join('\n')
}
