import type { JsonValue, ToolOutput } from '@lamella/core'
import fc from 'fast-check'

/** What a content is made of, so that a failing case prints little. */
export interface ContentPlan {
  readonly kind: 'lines' | 'one line' | 'chinese' | 'halves' | 'json' | 'json text' | 'spaces' | 'pieces' | 'crlf'
  readonly size: number
  readonly seed: number
  readonly isError: boolean
}

/** Plans whose sizes are spread over the orders of magnitude, from nothing to `most` characters. */
export function contentPlans(most: number): fc.Arbitrary<ContentPlan> {
  return fc.record({
    kind: fc.constantFrom<ContentPlan['kind'][]>(
      'lines',
      'one line',
      'chinese',
      'halves',
      'json',
      'json text',
      'spaces',
      'pieces',
      'crlf',
    ),
    size: fc
      .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(49))
      // One in fifty is from the whole range: what is large takes seconds.
      .map(([share, one]) => Math.floor((one === 0 ? most : Math.min(most, 200_000)) ** share) - 1),
    seed: fc.nat(1_000_000),
    isError: fc.boolean(),
  })
}

/** Returns the output of a tool, and the text that a model may read of it. */
export function contentOf({ kind, size, seed, isError }: ContentPlan): {
  readonly output: ToolOutput
  readonly text: string
} {
  if (kind === 'json') {
    const value = rows(size, seed)
    return { output: { type: isError ? 'error-json' : 'json', value }, text: JSON.stringify(value, null, 2) }
  }
  if (kind === 'pieces') {
    const texts = [repeated(`piece ${seed} one\n`, size / 2), repeated(`piece ${seed} two\n`, size / 2)]
    const value = texts.map((text) => ({ type: 'text' as const, text }))
    return { output: { type: 'content', value }, text: texts.join('\n') }
  }
  const text = textOf(kind, size, seed)
  return { output: { type: isError ? 'error-text' : 'text', value: text }, text }
}

function textOf(kind: Exclude<ContentPlan['kind'], 'json' | 'pieces'>, size: number, seed: number): string {
  switch (kind) {
    case 'lines':
      return repeated(`2026-11-23 worker ${seed} wrote 17 rows, status ok\n`, size)
    case 'one line':
      return repeated(`${seed}abc,`, size)
    case 'chinese':
      return repeated(`第${seed}行：日志内容与结果😀\n`, size)
    case 'halves':
      return repeated(`\ud83d half ${seed}\n\udc00 x\u{1f600}`, size)
    case 'json text':
      return JSON.stringify(rows(size, seed))
    case 'spaces':
      return `${seed}${' '.repeat(size)}`
    case 'crlf':
      return repeated(`row ${seed}\r\n\r\n\ttext`, size)
    default:
      return kind satisfies never
  }
}

function repeated(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, Math.max(0, Math.floor(size)))
}

function rows(size: number, seed: number): JsonValue {
  return Array.from({ length: Math.floor(size / 60) }, (_, id) => ({
    id,
    name: `row ${id} of ${seed}`,
    tags: ['a', null],
  }))
}
