import { postgres } from '@lamella/provider-postgres'
import { describe } from 'vitest'
import { boundedIndexTests, keptUpTests } from '../../../provider-sqlite/test/shared/bounded-index.ts'
import { indexMessagesTests } from '../../../provider-sqlite/test/shared/index-messages.ts'
import { messageTests } from '../../../provider-sqlite/test/shared/messages.ts'
import { database } from '../helpers/database.ts'
import { newSchema } from '../helpers/engines.ts'
import { openEmpty } from '../helpers/open.ts'

messageTests(openEmpty, Math.min(300, Number(process.env['LAMELLA_RUNS'] ?? 10)))

describe('indexMessages', () => {
  indexMessagesTests(openEmpty)
})

describe('an index that is behind', () => {
  boundedIndexTests(openEmpty)
  const schema = newSchema()
  keptUpTests(async () => postgres(await database(), { schema, indexingTime: 0 }))
})
