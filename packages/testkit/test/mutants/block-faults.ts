import type { BlockInfo, BlockShare, SharedBlock } from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import { makeBlockStore } from './made-stores.ts'
import {
  at,
  type Base,
  type Fault,
  type Fields,
  type MakeMutant,
  type StoreKind,
  storeMutant,
  takes,
} from './store-faults.ts'

/** Creates a mutant of the block store in memory. `code` omits the prefix `BLOCK_`. */
export const blockMutant: MakeMutant<TestedBlockStore> = (code, name, fault) =>
  storeMutant(makeBlockStore, `BLOCK_${code}`, name, fault)

const blockOf = (given: readonly unknown[], change: (block: Fields) => unknown): readonly unknown[] =>
  at(given, 1, (block) => (typeof block === 'object' && block !== null ? change(block as Fields) : block))

/** Applies the faults of all stores to block stores. */
export const blockKind: StoreKind<TestedBlockStore> = {
  prefix: 'BLOCK',
  make: makeBlockStore,
  items: 'blocks',
  ids: {
    ...{ append: [1], change: [1], compact: [1], setText: [1], read: [1], get: [1], delete: [1] },
    ...{ share: [1], unshare: [1], shares: [1], readShared: [2], appendShared: [2] },
  },
  put: 'create',
  foundId: 'id',
  withText: (given, change) =>
    blockOf(given, (block) => (typeof block['text'] === 'string' ? { ...block, text: change(block['text']) } : block)),
  withId: (given, change) => blockOf(given, (block) => ({ ...block, id: change(block['id']) })),
  erasedToo: async (base, scope) => {
    for (const { owner, block } of await base.ask<readonly SharedBlock[]>('listShared', scope)) {
      await base.ask('unshare', owner, block.id, scope)
    }
  },
}

/** Changes the block that `create` receives. */
export const creates = (change: (block: Fields) => unknown): Fault => takes('create', (given) => blockOf(given, change))

/** Changes one of the options that a method receives. */
export const options = (method: string, place: number, change: (options: Fields) => unknown): Fault =>
  takes(method, (given) => at(given, place, (one) => (isFields(one) ? change(one) : one)))

/** Changes the filter of the request that a method receives. */
export const filters = (method: string, change: (filter: Fields) => unknown): Fault =>
  options(method, 1, (request) =>
    isFields(request['filter']) ? { ...request, filter: change(request['filter']) } : request,
  )

/** Returns the stored block, or nothing, also for ids that are refused. */
export async function known(base: Base, scope: unknown, id: unknown): Promise<BlockInfo | undefined> {
  return await base.ask<BlockInfo | undefined>('get', scope, id).catch(() => undefined)
}

/** Returns the shares of a block, or none, also for ids that are refused. */
export async function sharesOf(base: Base, scope: unknown, id: unknown): Promise<readonly BlockShare[]> {
  return await base.ask<readonly BlockShare[]>('shares', scope, id).catch(() => [])
}

export const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Copies bytes before callers can change them; returns anything else unchanged. */
export const copyOf = (given: unknown): unknown => (given instanceof Uint8Array ? given.slice() : given)
