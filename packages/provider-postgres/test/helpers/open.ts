import type { Notice } from '@lamella/core'
import { type PostgresOptions, type PostgresStores, postgres } from '@lamella/provider-postgres'
import type { OpenStores } from '../../../provider-sqlite/test/shared/stores.ts'
import { database } from './database.ts'
import { newSchema } from './engines.ts'
import { indexProblems } from './index-problems.ts'

interface Opened {
  readonly stores: PostgresStores
  readonly schema: string
  onNotice: (notice: Notice) => void
}

const opened = new Map<unknown, Opened>()

/**
 * Returns stores that are empty: one schema for each embedder, speaker or weights, since
 * making one takes longer than most tests. Unless they say otherwise, a search indexes everything first.
 */
export const openEmpty: OpenStores = async ({ onNotice = () => {}, ...options } = {}) => {
  const { embedder, speaker, conversation, embed = 'memory', vectorWeight = 0.15 } = options
  const isSimple =
    options.indexingTime === undefined && speaker === undefined && embedder === undefined && conversation === undefined
  const isPlain = isSimple && embed === 'memory' && vectorWeight === 0.15
  const found = isPlain ? opened.get('plain') : undefined
  const { stores, schema } = found ?? (await open(options, onNotice))
  if (found)
    for (const { erase } of [stores.sessions.admin, stores.memory, stores.blocks]) await erase({ tenant: 'acme' })
  if (isPlain) opened.set('plain', { stores, schema, onNotice })
  return { ...stores, check: async () => indexProblems(await database(), schema) }
}

async function open(options: PostgresOptions, onNotice: (notice: Notice) => void): Promise<Opened> {
  const schema = newSchema()
  const told = (notice: Notice): void => void (notice.code === 'POLICIES_BYPASSED' || onNotice(notice))
  return {
    stores: await postgres(await database(), {
      schema,
      onNotice: told,
      indexingTime: Number.MAX_SAFE_INTEGER,
      ...options,
    }),
    schema,
    onNotice,
  }
}
