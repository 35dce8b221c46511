import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { describe, expect, it } from 'vitest'
import { oracle } from './oracle.ts'

const data = process.env['LAMELLA_DATA'] ?? ''
const files = [
  'traces/tau-bench-airline.openai.jsonl',
  'retrieval/cmrc-zh/docs.jsonl',
  'workspaces/assistant/AGENTS.md',
]
const present = data !== '' && files.every((file) => existsSync(join(data, file)))
if (!present) console.log('skipped: LAMELLA_DATA is not set, so real texts are not counted')

describe.skipIf(!present)('real texts', () => {
  it.each(files)(
    '%s has the tokens that tiktoken gives',
    async (file) => {
      const tokenizer = await tiktoken('gpt-4o')
      const expected = oracle('o200k_base')
      for (const line of readFileSync(join(data, file), 'utf8').split(/(?<=\n)/)) {
        expect(tokenizer.count(line)).toBe(expected(line).length)
      }
    },
    60_000,
  )
})
