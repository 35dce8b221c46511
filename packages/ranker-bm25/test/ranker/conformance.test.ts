import { bm25 } from '@lamella/ranker-bm25'
import { rankerSuite, registerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'

registerSuite(
  { describe, it },
  'bm25()',
  rankerSuite(() => bm25()),
)
registerSuite(
  { describe, it },
  "bm25({ language: 'none' })",
  rankerSuite(() => bm25({ language: 'none' })),
)
registerSuite(
  { describe, it },
  'bm25({ plus: 1 })',
  rankerSuite(() => bm25({ plus: 1, k1: 1.2, b: 0.75 })),
)
