import type { BlockAppended } from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import { blockMutant, creates, isFields, keyOf, known } from './block-faults.ts'
import type { Mutant } from './mutant.ts'
import { type Fields, mark, moment } from './store-faults.ts'

/** Faults in arguments, results, stored and deleted data. */
export const blockStateMutants: readonly Mutant<TestedBlockStore>[] = [
  blockMutant(
    'PURE',
    'leaves a mark in a description',
    creates((block) => {
      mark(block['meta'])
      return block
    }),
  ),
  blockMutant('PURE', 'leaves a mark in a request', (base) => ({
    list: async (scope, request) => {
      mark(request)
      return await base.ask('list', scope, request)
    },
  })),
  blockMutant('COPIES', 'returns the bytes that it stores, not a copy', (base) => {
    const given = new Map<string, unknown>()
    return {
      read: async (...all) => {
        const content = await base.ask<Fields | undefined>('read', ...all)
        const key = keyOf(all, JSON.stringify(content))
        if (!given.has(key)) given.set(key, content)
        return given.get(key)
      },
    }
  }),
  blockMutant('COPIES', 'reads a block only when it writes it', (base) => ({
    create: async (...given) => {
      await moment()
      return await base.ask('create', ...given)
    },
  })),
  blockMutant('DELETED', 'remembers the operations of a deleted block', (base) => {
    const done = new Map<string, BlockAppended>()
    const gone = new Set<string>()
    return {
      append: async (scope, id, update, options) => {
        const key = keyOf(scope, id, isFields(options) ? options['operation'] : undefined)
        const before = done.get(key)
        if (before && gone.has(keyOf(scope, id))) return { ...before, repeated: true }
        const answer = await base.ask<BlockAppended>('append', scope, id, update, options)
        if (isFields(options) && options['operation'] !== undefined) done.set(key, answer)
        return answer
      },
      delete: async (scope, id, ...more) => {
        const deleted = await base.ask('delete', scope, id, ...more)
        if (deleted) gone.add(keyOf(scope, id))
        return deleted
      },
    }
  }),
  blockMutant('REOPEN', 'loses descriptions on reopen', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      get: async (scope, id) => {
        const block = isClosed ? await known(base, scope, id) : await base.ask<Fields | undefined>('get', scope, id)
        return isClosed && block ? { ...block, meta: {} } : block
      },
    }
  }),
]
