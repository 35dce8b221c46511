import { describe, expect, it } from 'vitest'
import type { SqliteDatabase } from '../../src/contract/sqlite-database.ts'
import { failure } from '../../src/database/failure.ts'

const database = (state: Pick<SqliteDatabase, 'open' | 'isOpen'>): SqliteDatabase => ({
  exec: () => undefined,
  prepare: () => ({ run: () => undefined, get: () => undefined, all: () => [] }),
  close: () => undefined,
  ...state,
})

describe('failure', () => {
  it.each([
    ['better-sqlite3', { open: false }],
    ['node:sqlite', { open: () => {}, isOpen: false }],
  ])('reports the use of a closed database of %s', (_, state) => {
    expect(failure(new TypeError('x'), 0, database(state)).code).toBe('DATABASE_CLOSED')
  })

  it('reports the code that node:sqlite uses for a closed database', () => {
    const error = Object.assign(new Error('x'), { code: 'ERR_INVALID_STATE' })
    expect(failure(error, 0).code).toBe('DATABASE_CLOSED')
  })

  it('does not depend on the message of an error', () => {
    const error = new Error('The database connection is not open')
    expect(failure(error, 0, database({ open: true })).code).toBe('DATABASE_FAILED')
  })

  it('keeps an SQLite error of a database that was closed afterwards', () => {
    const error = Object.assign(new Error('x'), { code: 'SQLITE_FULL' })
    expect(failure(error, 0, database({ open: false })).code).toBe('STORE_FULL')
  })
})
