import { registerSuite, tokenizerSuite } from '@lamella/testkit'
import { heuristic, simple } from '@lamella/tokenizer-heuristic'
import { describe, it } from 'vitest'

registerSuite(
  { describe, it },
  'heuristic()',
  tokenizerSuite(() => heuristic()),
)
registerSuite(
  { describe, it },
  "heuristic({ mode: 'upper' })",
  tokenizerSuite(() => heuristic({ mode: 'upper' })),
)
registerSuite(
  { describe, it },
  'simple()',
  tokenizerSuite(() => simple()),
)
