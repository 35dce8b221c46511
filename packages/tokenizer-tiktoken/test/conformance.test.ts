import { registerSuite, tokenizerSuite } from '@lamella/testkit'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'
import { encodings } from '../src/encodings.ts'

for (const encoding of encodings) {
  registerSuite(
    { describe, it },
    encoding,
    tokenizerSuite(() => createTokenizer(encoding)),
  )
}
