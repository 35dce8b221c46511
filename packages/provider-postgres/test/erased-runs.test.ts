import { postgres } from '@lamella/provider-postgres'
import { describe } from 'vitest'
import { erasedRuns } from '../../provider-sqlite/test/shared/erased-runs.ts'
import { embedded, newSchema } from './helpers/engines.ts'
import { findRows } from './helpers/find-rows.ts'

describe('runs in PostgreSQL that told an erased memory', () => {
  erasedRuns(async () => {
    const [database, schema] = [await embedded(), newSchema()]
    const stores = await postgres(database, { schema, onNotice: () => {} })
    const query = async (text: string) => (await database.query<Record<string, unknown>>(text)).rows
    return { ...stores, find: (texts) => findRows(query, schema, texts) }
  })
})
