import { createContext, createEstimator, defineLayer, fair, type Session } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { memorySource, openSession } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../core/test/support/word-ranker.ts'

const later = { spec: 2 } as object as { readonly spec: 1 }
const scope = { tenant: 'acme' }

describe('an object of a later contract version', () => {
  it.each<readonly [string, () => unknown]>([
    ['tokenizer', () => createContext().tokenizer({ ...createEstimator(), ...later })],
    ['framing', () => createContext().framing({ ...defaultFraming, ...later })],
    ['truncation policy', () => defineLayer('a', { truncation: { ...fair, ...later }, load: () => 'a' })],
    ['ranker', () => createMemoryStore({ ranker: { ...wordRanker, ...later } })],
    ['memory store', () => memorySource({ ...createMemoryStore(), ...later })],
    ['session store', async (): Promise<Session> => openSession({ ...createSessionStore(), ...later }, scope, 'a')],
  ])('is rejected: %s', async (_, use) => {
    const rejected = async (): Promise<unknown> => use()
    await expect(rejected()).rejects.toThrow(/contract version 2.*supports 1/s)
  })

  it('is accepted if its version is 1 or missing', () => {
    const { spec, ...unversioned } = createEstimator()
    expect(spec).toBe(1)
    expect(() => createContext().tokenizer(unversioned)).not.toThrow()
    expect(() => createMemoryStore({ ranker: { ...wordRanker, spec: 1 } })).not.toThrow()
  })
})

describe('objects created by the core', () => {
  it('state their contract version', () => {
    const created = [createEstimator(), defaultFraming, fair, createMemoryStore(), createSessionStore()]
    expect(created.map(({ spec }) => spec)).toEqual([1, 1, 1, 1, 1])
  })
})
