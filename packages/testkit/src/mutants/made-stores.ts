import { createMemoryStore, createSessionStore } from '@lamella/core/memory'
import type { MemoryStore, SessionStore } from '@lamella/core/store'
import { wordRanker } from '../rankers/word-ranker.ts'

/** The correct stores that the mutants spoil. */
export const makeMemoryStore = (): MemoryStore => createMemoryStore({ ranker: wordRanker })
export const makeSessionStore = (): SessionStore => createSessionStore({ ranker: wordRanker })
