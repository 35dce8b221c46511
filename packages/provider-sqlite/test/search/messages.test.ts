import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import { afterAll, describe } from 'vitest'
import { openInMemory } from '../helpers/open.ts'
import { boundedIndexTests, keptUpTests } from '../shared/bounded-index.ts'
import { indexMessagesTests } from '../shared/index-messages.ts'
import { messageTests } from '../shared/messages.ts'

messageTests(openInMemory, 300)

describe('indexMessages', () => {
  indexMessagesTests(openInMemory)
})

describe('an index that is behind', () => {
  boundedIndexTests(openInMemory)
  const path = join(mkdtempSync(join(tmpdir(), 'lamella-')), 'a.db')
  keptUpTests(() => sqlite(path, { indexingTime: 0 }))
  afterAll(() => rmSync(dirname(path), { recursive: true }))
})
