import { registerSuite, tokenizerSuite } from '@lamella/testkit'
import { createTokenizer, encodings } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'

for (const encoding of encodings) {
  registerSuite(
    { describe, it },
    encoding,
    tokenizerSuite(() => createTokenizer(encoding)),
  )
}
