import type { MemoryStore } from '@lamella/store'
import { createBlockStore, createMemoryStore, createSessionStore } from '@lamella/store/memory'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import type { TestedSessionStore } from '../../src/session-store/options.ts'
import { wordRanker } from '../rankers/word-ranker.ts'

/** The correct stores that the mutants break. */
export const makeBlockStore = (): TestedBlockStore => createBlockStore({ ranker: wordRanker })
export const makeMemoryStore = (): MemoryStore => createMemoryStore({ ranker: wordRanker })
export const makeSessionStore = (): TestedSessionStore => ({
  ...createSessionStore({ ranker: wordRanker }),
  close: async () => {},
})
