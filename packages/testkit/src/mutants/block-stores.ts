import { isLamellaError } from '@lamella/core'
import { blockExists, type StoredBlock } from '@lamella/core/store'
import type { TestedBlockStore } from '../block-store/options.ts'
import { blockAppendMutants } from './block-appends.ts'
import { blockKind, blockMutant, copyOf, creates, filters, known, options } from './block-faults.ts'
import { blockShareMutants } from './block-shares.ts'
import { blockStateMutants } from './block-states.ts'
import type { Mutant } from './mutant.ts'
import { type Fields, gives, moment, without } from './store-faults.ts'
import { storeMutants } from './stores.ts'

type Hits = readonly { readonly item: StoredBlock }[]

const fields = ['id', 'label', 'kind', 'meta', 'text', 'snapshot']

/** Each a correct block store with one fault. */
export const blockStoreMutants: readonly Mutant<TestedBlockStore>[] = [
  blockMutant('CREATE', 'trims texts', (base) => ({
    create: async (...given) => await base.ask('create', ...blockKind.withText(given, (text) => text.trim())),
  })),
  blockMutant(
    'CREATE',
    'does not count the bytes of the first snapshot',
    gives('create', (made) => ({ ...made, snapshotSize: 0 })),
  ),
  blockMutant(
    'REFUSED',
    'leaves out fields that it does not know',
    creates((block) => Object.fromEntries(Object.entries(block).filter(([name]) => fields.includes(name)))),
  ),
  blockMutant(
    'MISSING',
    'reads a block that is not there as one with nothing in it',
    gives('read', (content) => content ?? { revision: 0, updates: [] }),
  ),
  blockMutant('MISSING', 'takes a label for an id', (base) => ({
    append: async (scope, id, update, ...more) => {
      const copy = copyOf(update)
      const isThere = (await known(base, scope, id)) !== undefined
      const found = isThere
        ? undefined
        : await base.ask<StoredBlock | undefined>('find', scope, id).catch(() => undefined)
      return await base.ask('append', scope, found?.id ?? id, copy, ...more)
    },
  })),
  blockMutant('EXISTS', 'names the block that was to be made, not the one that is there', (base) => ({
    create: async (scope, block, ...more) => {
      const { id = '', label = '' } = (block ?? {}) as { readonly id?: string; readonly label?: string }
      return await base.ask('create', scope, block, ...more).catch((error: unknown) => {
        if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
        throw blockExists({ id, label })
      })
    },
  })),
  blockMutant('LABELS', 'finds labels without regard to small and large letters', (base) => ({
    find: async (scope, label) =>
      await base.ask('find', scope, typeof label === 'string' ? label.toLowerCase() : label),
  })),
  blockMutant('LABELS', 'finds a block by a label that it once had', (base) => {
    const once = new Map<string, unknown>()
    return {
      create: async (scope, block, ...more) => {
        const made = await base.ask<StoredBlock>('create', scope, block, ...more)
        once.set(JSON.stringify([scope, made.label]), made.id)
        return made
      },
      find: async (scope, label) => {
        const found = await base.ask('find', scope, label)
        const id = once.get(JSON.stringify([scope, label]))
        return found === undefined && id !== undefined ? await base.ask('get', scope, id) : found
      },
    }
  }),
  blockMutant('PARALLEL_LABEL', 'gives a block another label if its own was taken meanwhile', (base) => ({
    create: async (scope, block, ...more) => {
      const copy = structuredClone(block) as Fields | null
      const isFree = (await base.ask('find', scope, copy?.['label']).catch(() => true)) === undefined
      if (isFree && (await known(base, scope, copy?.['id'])) === undefined) {
        // Only where others are on their way, too: looking alone changes nothing.
        const made = base.ask('create', scope, copy, ...more)
        return await made.catch(async (error: unknown) => {
          if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
          await moment()
          return await base.ask('create', scope, { ...copy, label: `${String(copy?.['label'])} again ${copy?.['id']}` })
        })
      }
      return await base.ask('create', scope, copy, ...more)
    },
  })),
  blockMutant('CHANGE', 'adds a description to the one that is there', (base) => ({
    change: async (scope, id, change, ...more) => {
      const { meta } = (change ?? {}) as { readonly meta?: object }
      const before = await known(base, scope, id)
      const isMerged = before !== undefined && meta?.constructor === Object && Object.values(meta).every(isPlain)
      return await base.ask(
        'change',
        scope,
        id,
        isMerged ? { ...(change as object), meta: { ...before.meta, ...meta } } : change,
        ...more,
      )
    },
  })),
  blockMutant('CHANGE', 'takes a change of nothing for one more', (base) => ({
    change: async (scope, id, ...more) => {
      const before = await known(base, scope, id)
      const after = await base.ask<StoredBlock>('change', scope, id, ...more)
      return after.revision === before?.revision ? { ...after, revision: after.revision + 1 } : after
    },
  })),
  blockMutant(
    'CHANGE_REFUSED',
    'leaves out what it does not know of a change',
    options('change', 2, (change) => without(change, 'text')),
  ),
  blockMutant(
    'TIMES',
    'takes the last change for the first',
    gives('get', (block) => (block?.['updatedAt'] === undefined ? block : { ...block, createdAt: block['updatedAt'] })),
  ),
  blockMutant(
    'FILTER',
    'takes no kinds for all of them',
    filters('list', (filter) =>
      Array.isArray(filter['kinds']) && filter['kinds'].length === 0 ? without(filter, 'kinds') : filter,
    ),
  ),
  blockMutant(
    'FILTER',
    'takes what is not out of date for all',
    filters('list', (filter) => (filter['stale'] === false ? without(filter, 'stale') : filter)),
  ),
  blockMutant(
    'FILTER',
    'takes a label that begins with a pattern',
    filters('list', (filter) =>
      typeof filter['labelPrefix'] === 'string'
        ? { ...filter, labelPrefix: filter['labelPrefix'].split(/[%_*]/)[0] }
        : filter,
    ),
  ),
  blockMutant(
    'FILTER_REFUSED',
    'leaves out what it does not know of a filter',
    filters('list', (filter) => without(filter, 'kind')),
  ),
  blockMutant('SEARCH_LABEL', 'does not find by labels', (base) => ({
    search: async (scope, request) => {
      const hits = await base.ask<Hits>('search', scope, request)
      const words = String((request as Fields)['query'])
        .split(/\W+/)
        .filter(Boolean)
      const isIn = (text: string): boolean => words.some((word) => text.includes(word))
      return hits.filter(({ item }) => isIn(item.text) || !isIn(item.label))
    },
  })),
  blockMutant(
    'SEARCH_FILTER',
    'does not look at kinds when it searches',
    filters('search', (filter) => without(filter, 'kinds')),
  ),
  blockMutant(
    'SEARCH_FILTER',
    'leaves out of a filter what blocks do not have',
    filters('search', (filter) => without(filter, 'tags')),
  ),
  ...blockAppendMutants,
  ...blockStateMutants,
  ...blockShareMutants,
  ...storeMutants(blockKind),
]

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
