import { registerSuite, tokenizerSuite } from '@lamella/testkit'
import { calibrate, heuristic, simple } from '@lamella/tokenizer-heuristic'
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
registerSuite(
  { describe, it },
  "heuristic({ encoding: 'cl100k_base' })",
  tokenizerSuite(() => heuristic({ encoding: 'cl100k_base' })),
)
registerSuite(
  { describe, it },
  'a calibrated tokenizer',
  tokenizerSuite(() => {
    const calibration = calibrate(heuristic())
    for (let i = 0; i < 30; i++) calibration.observe({ model: 'm', estimated: 10_000, actual: 13_000 })
    return calibration.tokenizer('m')
  }),
)
