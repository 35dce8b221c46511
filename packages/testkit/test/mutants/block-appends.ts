import type { BlockAppended, BlockContent, BlockInfo } from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import { blockMutant, copyOf, isFields, keyOf, known, options } from './block-faults.ts'
import type { Mutant } from './mutant.ts'
import { at, type Fields, gives, moment, takes, without } from './store-faults.ts'

const operationOf = (options: unknown): unknown => (isFields(options) ? options['operation'] : undefined)
const expectedOf = (options: unknown): unknown => (isFields(options) ? options['expectedRevision'] : undefined)

/** Faults in how a block grows: updates, operations, snapshots, texts. */
export const blockAppendMutants: readonly Mutant<TestedBlockStore>[] = [
  blockMutant(
    'APPEND',
    'returns the newest update first',
    gives('read', (content) =>
      content ? { ...content, updates: (content['updates'] as readonly unknown[]).toReversed() } : content,
    ),
  ),
  blockMutant(
    'APPEND',
    'counts updates, but not their bytes',
    gives('find', (info) => (info ? { ...info, updatesSize: info['updates'] } : info)),
  ),
  blockMutant('NEWS', 'accepts a `since` above the current revision', (base) => ({
    read: async (scope, id, since, ...more) => {
      const content = await base.ask<BlockContent | undefined>('read', scope, id, since, ...more)
      return content && Number(since) > content.revision ? { revision: content.revision, updates: [] } : content
    },
  })),
  blockMutant(
    'NEWS',
    'returns everything, whatever the reader has seen',
    takes('read', ([scope, id]) => [scope, id]),
  ),
  blockMutant(
    'BYTES_REFUSED',
    'accepts a list of numbers as bytes',
    takes('append', (given) => at(given, 2, (update) => (Array.isArray(update) ? Uint8Array.from(update) : update))),
  ),
  blockMutant(
    'BYTES_REFUSED',
    'creates a block without its snapshot if that is empty',
    takes('create', (given) =>
      at(given, 1, (block) => {
        const snapshot = isFields(block) ? block['snapshot'] : undefined
        return snapshot instanceof Uint8Array && snapshot.length === 0 ? without(block, 'snapshot') : block
      }),
    ),
  ),
  blockMutant(
    'CONFLICT',
    'treats expected revision 0 as no expectation',
    options('append', 3, (one) => (one['expectedRevision'] === 0 ? without(one, 'expectedRevision') : one)),
  ),
  blockMutant(
    'CONFLICT',
    'deletes at any revision',
    takes('delete', ([scope, id]) => [scope, id]),
  ),
  blockMutant('OPERATION', 'returns the current revision to a retry', (base) => ({
    append: async (scope, id, ...more) => {
      const answer = await base.ask<BlockAppended>('append', scope, id, ...more)
      const revision = (await known(base, scope, id))?.revision
      // Other cases cover the first answer to immediate retries and to retries after a restart.
      return answer.repeated && revision === 3 && !(await base.ask<BlockInfo>('get', scope, id)).snapshotSize
        ? { ...answer, revision }
        : answer
    },
  })),
  blockMutant('OPERATION', 'forgets operations in a compaction', (base) => {
    const forgotten = new Set<string>()
    return {
      compact: async (scope, id, ...more) => {
        const info = await base.ask<BlockInfo>('compact', scope, id, ...more)
        if (info.updates === 0) forgotten.add(keyOf(scope, id))
        return info
      },
      append: async (scope, id, update, one) =>
        await base.ask('append', scope, id, update, forgotten.has(keyOf(scope, id)) ? {} : one),
    }
  }),
  blockMutant('OPERATION', 'confuses operations of different blocks', (base) => {
    const done = new Map<string, unknown>()
    return {
      append: async (scope, id, update, one) => {
        const key = keyOf(scope, operationOf(one))
        const isElsewhere = operationOf(one) !== undefined && done.has(key) && done.get(key) !== id
        if (isElsewhere) return { revision: (await known(base, scope, id))?.revision, repeated: true }
        const answer = await base.ask('append', scope, id, update, one)
        done.set(key, id)
        return answer
      },
    }
  }),
  blockMutant('OPERATION_OTHER', 'compares the updates of an operation by length only', (base) => {
    const done = new Map<string, Uint8Array>()
    return {
      append: async (scope, id, update, one) => {
        const [key, copy] = [keyOf(scope, id, operationOf(one)), copyOf(update)]
        // A new block with that id has its own operations.
        const isNew = ((await known(base, scope, id))?.revision ?? 1) === 1
        const first = isNew || operationOf(one) === undefined ? undefined : done.get(key)
        const isAlike = first !== undefined && first.length === (copy as Uint8Array).length
        const answer = await base.ask('append', scope, id, isAlike ? first : copy, one)
        done.set(key, (isAlike ? first : copy) as Uint8Array)
        return answer
      },
    }
  }),
  blockMutant(
    'OPERATION_OTHER',
    'truncates operation names that are too long',
    options('append', 3, (one) =>
      typeof one['operation'] === 'string' ? { ...one, operation: one['operation'].slice(0, 200) } : one,
    ),
  ),
  blockMutant('PARALLEL', 'numbers an update from a revision that it read earlier', (base) => ({
    append: async (scope, id, update, one) => {
      const copy = copyOf(update)
      const before = (await known(base, scope, id))?.revision ?? 0
      const answer = await base.ask<BlockAppended>('append', scope, id, copy, one)
      const isFree = operationOf(one) === undefined && expectedOf(one) === undefined
      return isFree ? { ...answer, revision: before + 1 } : answer
    },
  })),
  blockMutant('PARALLEL_CONFLICT', 'checks the revision first and writes later', (base) => ({
    append: async (scope, id, update, one) => {
      const [expected, copy] = [expectedOf(one), copyOf(update)]
      const isMet = typeof expected === 'number' && (await known(base, scope, id))?.revision === expected
      if (!isMet || operationOf(one) !== undefined) return await base.ask('append', scope, id, copy, one)
      await moment()
      return await base.ask('append', scope, id, copy, without(one, 'expectedRevision'))
    },
  })),
  blockMutant('PARALLEL_OPERATION', 'reports every concurrent retry as the first', (base) => {
    const running = new Map<string, number>()
    return {
      append: async (scope, id, update, one) => {
        const key = keyOf(scope, id, operationOf(one))
        const others = running.get(key) ?? 0
        running.set(key, others + 1)
        try {
          const answer = await base.ask<BlockAppended>('append', scope, id, update, one)
          return others > 0 ? { ...answer, repeated: false } : answer
        } finally {
          running.delete(key)
        }
      },
    }
  }),
  blockMutant('COMPACT', 'compacts updates that came after the snapshot', (base) => ({
    compact: async (scope, id, snapshot, upTo) => {
      const block = await known(base, scope, id)
      const isBehind =
        block !== undefined && Number.isInteger(upTo) && Number(upTo) > 0 && Number(upTo) < block.revision
      return await base.ask('compact', scope, id, snapshot, isBehind ? block.revision : upTo)
    },
  })),
  blockMutant('COMPACT', 'replaces a later snapshot with an earlier one', (base) => {
    const last = new Map<string, { readonly upTo: unknown; readonly snapshot: unknown }>()
    return {
      compact: async (scope, id, snapshot, upTo) => {
        const info = await base.ask('compact', scope, id, snapshot, upTo)
        last.set(keyOf(scope, id), { upTo, snapshot: (snapshot as Uint8Array).slice() })
        return info
      },
      read: async (scope, id, ...more) => {
        const content = await base.ask<BlockContent | undefined>('read', scope, id, ...more)
        const { snapshot } = last.get(keyOf(scope, id)) ?? {}
        return content?.snapshot && snapshot ? { ...content, snapshot: (snapshot as Uint8Array).slice() } : content
      },
    }
  }),
  blockMutant('TEXT', 'keeps the text that came last, whatever its revision', (base) => {
    const last = new Map<string, unknown>()
    return {
      setText: async (scope, id, text, upTo) => {
        const info = await base.ask<BlockInfo>('setText', scope, id, text, upTo)
        if (info.textRevision > Number(upTo)) last.set(keyOf(scope, id), text)
        return info
      },
      get: async (scope, id) => {
        const block = await base.ask<Fields | undefined>('get', scope, id)
        const key = keyOf(scope, id)
        return block && last.has(key) ? { ...block, text: last.get(key) } : block
      },
    }
  }),
  blockMutant(
    'TEXT',
    'counts a new text as a change',
    gives('setText', (info) => ({ ...info, revision: Number(info['revision']) + 1 })),
  ),
  blockMutant('COMPACT_REFUSED', 'treats a future revision as the current one', (base) => ({
    compact: async (scope, id, snapshot, upTo) => {
      const { revision = upTo } = (await known(base, scope, id)) ?? {}
      return await base.ask('compact', scope, id, snapshot, Number(upTo) > Number(revision) ? revision : upTo)
    },
  })),
  blockMutant(
    'COMPACT_REFUSED',
    'strips lone surrogates from a text',
    takes('setText', (given) =>
      at(given, 2, (text) => (typeof text === 'string' ? text.replaceAll(/[\ud800-\udfff]/gu, '') : text)),
    ),
  ),
]
