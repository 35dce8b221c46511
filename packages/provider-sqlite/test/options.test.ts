import { type SqliteDatabase, type SqliteOptions, sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'

const embedder = { name: 'm', dimensions: 2, embed: async () => [] }
const wrong: readonly (readonly [string, unknown])[] = [
  ['synchronous', 'off'],
  ['synchronous', null],
  ['busyTimeout', -1],
  ['busyTimeout', 0.5],
  ['busyTimeout', Number.POSITIVE_INFINITY],
  ['erasure', 'vacuum'],
  ['embedder', null],
  ['embedder', { ...embedder, name: '' }],
  ['embedder', { ...embedder, dimensions: 0 }],
  ['embedder', { ...embedder, dimensions: 1.5 }],
  ['embedder', { ...embedder, batch: 0 }],
  ['embedder', { ...embedder, embed: 'text' }],
  ['embed', 'sessions'],
  ['vectorWeight', -0.1],
  ['vectorWeight', 1.1],
  ['vectorWeight', Number.NaN],
  ['speaker', 'Ada'],
  ['onNotice', true],
  ['syncronous', 'full'],
  ['__proto__x', 1],
]

describe('options of sqlite()', () => {
  it.each(wrong)('are rejected by name if wrong: %s is %j', async (option, value) => {
    await expect(sqlite(':memory:', { [option]: value } as SqliteOptions)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { what: 'sqlite', option },
    })
  })

  it('count as omitted if undefined', async () => {
    const stores = await sqlite(':memory:', { erasure: undefined, embedder: undefined } as unknown as SqliteOptions)
    await stores.close()
  })

  it('must be an object', async () => {
    await expect(sqlite(':memory:', null as unknown as SqliteOptions)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})

describe('the database given to sqlite()', () => {
  it.each(['', ' ', ' a.db', 'a.db\n', 'a\0b.db', undefined, null, 7, {}, { exec: () => {} }])(
    'is rejected if invalid, or if it would open another file than expected: %j',
    async (database) => {
      await expect(sqlite(database as unknown as SqliteDatabase)).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: 'database' },
      })
    },
  )
})
