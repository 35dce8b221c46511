import type { TextSource } from '@lamella/core'
import { textSourceSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'
import { others } from './subjects/others.ts'

const none: TextSource = { spec: 1, read: async () => undefined }
const refuses: TextSource = {
  read: async ({ tenant, user }, { signal }) => {
    signal.throwIfAborted()
    const notices = [{ code: 'FILE_TRUNCATED', what: 'The file is long.', details: { chars: 5 } }]
    return tenant === 'acme' && user === 'ada' ? { text: 'Be kind.', from: 'SOUL.md', notices } : undefined
  },
}

describe('textSourceSuite', () => {
  prove(
    (make, options) => textSourceSuite(make, { ...options, patience: 100, others }),
    { refuses: () => refuses, none: () => none },
    mutants.textSources,
  )
})
