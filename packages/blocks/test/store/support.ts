import type { BlockSharing, BlockStore } from '@lamella/store'
import { createBlockStore, createMemoryStore } from '@lamella/store/memory'
import { onTestFinished } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { createMemoryCache, type MemoryCache, type MemoryCacheOptions } from '../../src/index.ts'

/** A store with every optional method. */
export type Blocks = Required<BlockStore & BlockSharing>

export const scope = { tenant: 'acme', user: 'ada' } as const

let made = 0

/** Ids that are unique within one test run. */
export const newId = (): string => `id-${++made}`

/** Creates a memory over a store. An error after a durable change fails the test, unless the test sets `onError`. */
export function memoryOver(blocks: Blocks, options: Partial<MemoryCacheOptions> = {}): MemoryCache {
  const told: unknown[] = []
  const onError = (error: unknown): void => void told.push(error)
  onTestFinished(() => {
    if (told.length > 0) throw told[0]
  })
  return createMemoryCache({
    blocks,
    scope,
    newId,
    archive: createMemoryStore({ ranker: wordRanker }),
    onError,
    ...options,
  })
}

/** Creates a new memory over a new store. */
export function newMemory(options: Partial<MemoryCacheOptions> = {}): { memory: MemoryCache; blocks: Blocks } {
  const blocks = createBlockStore({ ranker: wordRanker })
  return { blocks, memory: memoryOver(blocks, options) }
}

/** A store that records its calls and can fail before a call, or after it, as if the answer were lost. */
export function watched(blocks: Blocks): {
  readonly blocks: Blocks
  readonly calls: { readonly name: string; readonly args: readonly unknown[] }[]
  fail: (name: string) => 'before' | 'after' | undefined
} {
  const calls: { readonly name: string; readonly args: readonly unknown[] }[] = []
  const watch = { blocks, calls, fail: (_: string): 'before' | 'after' | undefined => undefined }
  const wrap = (name: string, method: (...args: never[]) => Promise<unknown>) => {
    return async (...args: never[]): Promise<unknown> => {
      calls.push({ name, args })
      const when = watch.fail(name)
      if (when === 'before') throw new Error(`${name} failed before`)
      const result = await method(...args)
      if (when === 'after') throw new Error(`${name} failed after`)
      return result
    }
  }
  const wrapped = Object.entries(blocks).map(([name, value]) => [
    name,
    typeof value === 'function' ? wrap(name, value as never) : value,
  ])
  watch.blocks = Object.fromEntries(wrapped) as Blocks
  return watch
}

/** A promise and the function that resolves it. */
export function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((end) => {
    resolve = end
  })
  return { promise, resolve }
}
