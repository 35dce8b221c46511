import { registerSuite, tokenizerSuite } from '@lamella/testkit'
import { encodings, tiktoken } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'

for (const encoding of encodings) {
  registerSuite(
    { describe, it },
    encoding,
    tokenizerSuite(() => tiktoken(encoding)),
  )
}
