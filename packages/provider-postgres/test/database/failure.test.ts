import { LamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { failure, isBroken, isRetryable } from '../../src/database/failure.ts'
import { fromStored, toStored } from '../../src/database/plain-text.ts'

const coded = (code: string): Error => Object.assign(new Error('as the server says'), { code })

describe('failure', () => {
  it.each(['08006', '57P01', '53300', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT', ''])(
    'reports that the server cannot be reached for the code %j, and whether something was sent',
    (code) => {
      const error = code === '' ? new Error('Connection terminated unexpectedly') : coded(code)
      expect(isBroken(error)).toBe(true)
      expect(failure(error, true)).toMatchObject({
        code: 'POSTGRES_UNAVAILABLE',
        details: { sent: true },
        cause: error,
      })
      expect(failure(error, false)).toMatchObject({ code: 'POSTGRES_UNAVAILABLE', details: { sent: false } })
    },
  )

  it.each([
    ['42501', 'POSTGRES_DENIED'],
    ['53100', 'STORE_FULL'],
    ['57014', 'POSTGRES_FAILED'],
  ])('gives %s the code %s, and keeps the connection', (sqlstate, code) => {
    expect(failure(coded(sqlstate), true)).toMatchObject({
      code,
      details: code === 'STORE_FULL' ? { reason: sqlstate } : { sqlstate },
    })
    expect(isBroken(coded(sqlstate))).toBe(false)
  })

  it('passes errors of Lamella unchanged, and takes a mistake in a program for no lost connection', () => {
    const error = new LamellaError({ code: 'SESSION_MISSING', what: 'No.', fix: 'Yes.', details: { session: 's' } })
    expect(failure(error, true)).toBe(error)
    expect(isBroken(new TypeError('x is not a function'))).toBe(false)
  })

  it.each(['40001', '40P01', '23503'])('lets a transaction run again after %s', (code) => {
    expect(isRetryable(failure(coded(code), true))).toBe(true)
  })
})

describe('a stored id', () => {
  it.each(['', 'a', '\0', '\ufeffa', '\\', '\\0', '\\b', '\\\\b', 'a\0\\\ufeff'])('comes back: %j', (id) => {
    expect(toStored(id)).not.toMatch(/[\0\ufeff]/)
    expect(fromStored(toStored(id))).toBe(id)
  })
})
