import { describe } from 'vitest'
import { openInMemory } from '../helpers/open.ts'
import { boundedIndexTests } from '../shared/bounded-index.ts'
import { indexMessagesTests } from '../shared/index-messages.ts'
import { messageTests } from '../shared/messages.ts'

messageTests(openInMemory, 300)

describe('indexMessages', () => {
  indexMessagesTests(openInMemory)
})

describe('an index that is behind', () => {
  boundedIndexTests(openInMemory)
})
