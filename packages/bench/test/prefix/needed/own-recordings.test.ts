import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCounter } from '@lamella/core/plugin'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { afterAll, describe, expect, it } from 'vitest'
import { ownRecordings } from '../../../src/prefix/needed/own-recordings.ts'

const folder = mkdtempSync(join(tmpdir(), 'lamella-recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** One character is one token. */
const counter = createCounter(
  { name: 'characters', exact: true, count: (text: string) => text.length },
  openaiChatFraming,
)

function write(file: string, ...sizes: readonly number[]): void {
  const lines = sizes.map((size) => {
    const messages = [
      { role: 'system', content: `You are Kim of ${file}.` },
      { role: 'user', content: 'x'.repeat(size) },
    ]
    return `${JSON.stringify({ messages })}\n`
  })
  writeFileSync(join(folder, file), lines.join(''))
}

describe('own recordings', () => {
  it('are the files of a folder that end in .openai.jsonl, with windows by the average size', () => {
    write('b.openai.jsonl', 40_000, 10_000)
    write('a.openai.jsonl', 40_000, 30_000)
    write('c.jsonl', 100)
    const read = ownRecordings(folder, counter)
    expect(read.map(({ name, windows, conversations }) => [name, windows, conversations.length])).toEqual([
      ['a', [16_000, 64_000], 2],
      ['b', [5_000, 6_000], 2],
    ])
    expect(read[0]?.system).toBe('You are Kim of a.openai.jsonl.')
    expect(read[0]?.conversations[0]).toMatchObject([{ role: 'user' }])
  })
})
