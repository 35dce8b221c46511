import type { BuildTracer } from '@lamella/core'
import type { CompactionAnswer, CompactionStrategy } from '@lamella/core/plugin'
import {
  observeCompaction,
  observeMemory,
  observeSessions,
  openTelemetry,
  type TelemetryOptions,
} from '@lamella/opentelemetry'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { describe, expectTypeOf, it } from 'vitest'

const answer = async (): Promise<CompactionAnswer> => ({ text: '' })

describe('types', () => {
  it('a tracer of builds is what a builder takes', () => {
    expectTypeOf(openTelemetry).returns.toEqualTypeOf<BuildTracer>()
    expectTypeOf(openTelemetry).parameter(0).toEqualTypeOf<TelemetryOptions | undefined>()
  })

  it('an observed object keeps its type', () => {
    const sessions = createSessionStore()
    const memories = createMemoryStore()
    const strategy: CompactionStrategy & { readonly own: number } = { name: 'own', compact: answer, own: 1 }
    expectTypeOf(observeSessions(sessions)).toEqualTypeOf(sessions)
    expectTypeOf(observeMemory(memories)).toEqualTypeOf(memories)
    expectTypeOf(observeCompaction(strategy)).toEqualTypeOf(strategy)
  })

  it('misspelled options and other objects do not compile', () => {
    // @ts-expect-error: an unknown option
    expectTypeOf(() => openTelemetry({ contents: true })).toBeFunction()
    // @ts-expect-error: a strategy has no store
    expectTypeOf(() => observeCompaction({ name: 'own', compact: answer }, { store: 'x' })).toBeFunction()
    // @ts-expect-error: not a store of sessions
    expectTypeOf(() => observeSessions(createMemoryStore())).toBeFunction()
  })
})
