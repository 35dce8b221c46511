import { postgres } from '@lamella/provider-postgres'
import { describe } from 'vitest'
import { erasedRuns } from '../../provider-sqlite/test/shared/erased-runs.ts'
import { database } from './helpers/database.ts'
import { newSchema } from './helpers/engines.ts'
import { findRows } from './helpers/find-rows.ts'

describe('runs in PostgreSQL that announced an erased memory', () => {
  erasedRuns(async () => {
    const [real, schema] = [await database(), newSchema()]
    const stores = await postgres(real, { schema, onNotice: () => {} })
    const query = async (text: string) => (await real.query<Record<string, unknown>>(text)).rows
    return { ...stores, find: (texts) => findRows(query, schema, texts) }
  })
})
