import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'
import { distinct, expectSame, oracle, thorough } from './oracle.ts'

const folder = process.env['LAMELLA_DATA'] ?? ''
/** Every nth line. */
const every = thorough ? 1 : 10
const present = folder !== '' && existsSync(folder)
if (!present) console.log('skipped: exact counts of real texts, since LAMELLA_DATA names no folder')

const files = present
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(md|json|jsonl|txt)$/.test(file))
  : []

describe.skipIf(!present)('real texts', () => {
  it.each(distinct)('have the same tokens as in tiktoken, in %s', async (encoding) => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    for (const file of files) {
      for (const [index, line] of readFileSync(join(folder, file), 'utf8')
        .split(/(?<=\n)/)
        .entries()) {
        if (index % every !== 0) continue
        expectSame(line, tokenizer.encode(line), expected(line))
      }
    }
  })
})
