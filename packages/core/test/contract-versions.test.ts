import { createContext, createEstimator, defaultFraming, defineLayer, fair, type Session } from '@lamella/core'
import { createMemoryStore, createSessionStore } from '@lamella/core/memory'
import { memorySource, openSession } from '@lamella/core/store'
import { describe, expect, it } from 'vitest'
import { wordRanker } from './support/word-ranker.ts'

const later = { spec: 2 } as object as { readonly spec: 1 }
const scope = { tenant: 'acme' }

describe('an object of a later version of its contract', () => {
  it.each<readonly [string, () => unknown]>([
    ['tokenizer', () => createContext().tokenizer({ ...createEstimator(), ...later })],
    ['framing', () => createContext().framing({ ...defaultFraming, ...later })],
    ['truncation policy', () => defineLayer('a', { truncation: { ...fair, ...later }, load: () => 'a' })],
    ['ranker', () => createMemoryStore({ ranker: { ...wordRanker, ...later } })],
    ['memory store', () => memorySource({ ...createMemoryStore(), ...later })],
    ['session store', async (): Promise<Session> => openSession({ ...createSessionStore(), ...later }, scope, 'a')],
  ])('is refused: %s', async (_, use) => {
    const told = async (): Promise<unknown> => use()
    await expect(told()).rejects.toThrow(/version (?:2 of its|1 of the) contract.*knows 1/s)
  })

  it('is taken where it is of version 1, or tells none', () => {
    const { spec, ...untold } = createEstimator()
    expect(spec).toBe(1)
    expect(() => createContext().tokenizer(untold)).not.toThrow()
    expect(() => createMemoryStore({ ranker: { ...wordRanker, spec: 1 } })).not.toThrow()
  })
})

describe('what the core makes', () => {
  it('tells its version', () => {
    const made = [createEstimator(), defaultFraming, fair, createMemoryStore(), createSessionStore()]
    expect(made.map(({ spec }) => spec)).toEqual([1, 1, 1, 1, 1])
  })
})
