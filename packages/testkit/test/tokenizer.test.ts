import type { Tokenizer } from '@lamella/core'
import { charTokenizer, tokenizerSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'

const bytes: Tokenizer = { name: 'bytes', exact: true, count: (text) => new TextEncoder().encode(text).length }
const quarters: Tokenizer = { name: 'quarters', exact: false, count: (text) => Math.ceil(text.length / 4) }
const words: Tokenizer = {
  name: 'words',
  exact: false,
  count: (text) => text.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0,
}

describe('tokenizerSuite', () => {
  prove(
    tokenizerSuite,
    { charTokenizer: () => charTokenizer, bytes: () => bytes, quarters: () => quarters, words: async () => words },
    mutants.tokenizers,
  )
})
