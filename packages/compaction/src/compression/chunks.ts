import type { Message } from '@lamella/core'
import { splitPassage } from './split-passage.ts'
import { passagesOf } from './transcript.ts'

/** The messages, or parts of one, that a summarizer gets in one call. */
export interface Chunk {
  readonly text: string
  readonly messages: readonly Message[]
}

export interface ChunkLimits {
  /** The maximum number of messages in a chunk. */
  readonly messages: number
  /** The maximum number of tokens in a chunk's text. */
  readonly tokens: number
  readonly count: (text: string) => number
  /** Text before the speaker of a message. Default: none. */
  readonly prefix?: (index: number) => string
}

interface Paragraph {
  readonly of: number
  readonly text: string
  readonly tokens: number
}

/**
 * Splits messages into chunks for a summarizer to read one after the other; together they contain everything. Returns
 * `undefined` if the token limit is too small for a single character. Of two adjacent chunks, either the first has the
 * maximum number of messages, or both together exceed the token limit, so there are no more chunks than the limits
 * require.
 */
export function chunksOf(messages: readonly Message[], limits: ChunkLimits): readonly Chunk[] | undefined {
  const paragraphs: Paragraph[] = []
  for (const [of, message] of messages.entries()) {
    const prefix = limits.prefix?.(of) ?? ''
    for (const one of passagesOf(message)) {
      const passage = { ...one, label: prefix + one.label }
      const pieces = splitPassage(passage, limits.tokens, limits.count)
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
  // A whole text can take a few more tokens than its parts. Each paragraph fits on its own.
  while (to - from > 1 && limits.count(joined(paragraphs.slice(from, to))) > limits.tokens) {
    to = from + Math.ceil((to - from) / 2)
  }
  return to
}

function joined(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ text }) => text).join('\n')
}
