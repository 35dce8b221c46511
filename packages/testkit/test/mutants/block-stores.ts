import { isLamellaError } from '@lamella/core'
import { blockExists, type SearchResult, type StoredBlock } from '@lamella/store'
import type { TestedBlockStore } from '../../src/block-store/options.ts'
import { blockAppendMutants } from './block-appends.ts'
import { blockKind, blockMutant, copyOf, creates, filters, known, options } from './block-faults.ts'
import { blockShareMutants } from './block-shares.ts'
import { blockStateMutants } from './block-states.ts'
import type { Mutant } from './mutant.ts'
import { type Fields, gives, moment, without } from './store-faults.ts'
import { storeMutants } from './stores.ts'

const fields = ['id', 'label', 'kind', 'meta', 'text', 'snapshot']

/** Block stores with one fault each. */
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
    'ignores unknown fields',
    creates((block) => Object.fromEntries(Object.entries(block).filter(([name]) => fields.includes(name)))),
  ),
  blockMutant(
    'MISSING',
    'reads a missing block as an empty one',
    gives('read', (content) => content ?? { revision: 0, updates: [] }),
  ),
  blockMutant('MISSING', 'accepts a label as an id', (base) => ({
    append: async (scope, id, update, ...more) => {
      const copy = copyOf(update)
      const isThere = (await known(base, scope, id)) !== undefined
      const found = isThere
        ? undefined
        : await base.ask<StoredBlock | undefined>('find', scope, id).catch(() => undefined)
      return await base.ask('append', scope, found?.id ?? id, copy, ...more)
    },
  })),
  blockMutant('EXISTS', 'names the block to be created, not the existing one', (base) => ({
    create: async (scope, block, ...more) => {
      const { id = '', label = '' } = (block ?? {}) as { readonly id?: string; readonly label?: string }
      return await base.ask('create', scope, block, ...more).catch((error: unknown) => {
        if (!isLamellaError(error, 'BLOCK_EXISTS')) throw error
        throw blockExists({ id, label })
      })
    },
  })),
  blockMutant('LABELS', 'finds labels case-insensitively', (base) => ({
    find: async (scope, label) =>
      await base.ask('find', scope, typeof label === 'string' ? label.toLowerCase() : label),
  })),
  blockMutant('LABELS', 'finds a block by a former label', (base) => {
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
  blockMutant('PARALLEL_LABEL', 'picks another label if the label was taken meanwhile', (base) => ({
    create: async (scope, block, ...more) => {
      const copy = structuredClone(block) as Fields | null
      const isFree = (await base.ask('find', scope, copy?.['label']).catch(() => true)) === undefined
      if (isFree && (await known(base, scope, copy?.['id'])) === undefined) {
        // Only when others are also writing: checking alone changes nothing.
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
  blockMutant('CHANGE', 'merges a description into the existing one', (base) => ({
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
  blockMutant('CHANGE', 'counts an empty change', (base) => ({
    change: async (scope, id, ...more) => {
      const before = await known(base, scope, id)
      const after = await base.ask<StoredBlock>('change', scope, id, ...more)
      return after.revision === before?.revision ? { ...after, revision: after.revision + 1 } : after
    },
  })),
  blockMutant(
    'CHANGE_REFUSED',
    'ignores unknown fields of a change',
    options('change', 2, (change) => without(change, 'text')),
  ),
  blockMutant(
    'TIMES',
    'reports the last change as the first',
    gives('get', (block) => (block?.['updatedAt'] === undefined ? block : { ...block, createdAt: block['updatedAt'] })),
  ),
  blockMutant(
    'FILTER',
    'treats an empty list of kinds as all kinds',
    filters('list', (filter) =>
      Array.isArray(filter['kinds']) && filter['kinds'].length === 0 ? without(filter, 'kinds') : filter,
    ),
  ),
  blockMutant(
    'FILTER',
    'treats the filter for up-to-date texts as none',
    filters('list', (filter) => (filter['stale'] === false ? without(filter, 'stale') : filter)),
  ),
  blockMutant(
    'FILTER',
    'treats a label prefix as a pattern',
    filters('list', (filter) =>
      typeof filter['labelPrefix'] === 'string'
        ? { ...filter, labelPrefix: filter['labelPrefix'].split(/[%_*]/)[0] }
        : filter,
    ),
  ),
  blockMutant(
    'FILTER_REFUSED',
    'ignores unknown fields of a filter',
    filters('list', (filter) => without(filter, 'kind')),
  ),
  blockMutant('SEARCH_LABEL', 'does not search labels', (base) => ({
    search: async (scope, request) => {
      const found = await base.ask<SearchResult<StoredBlock>>('search', scope, request)
      const words = String((request as Fields)['query'])
        .split(/\W+/)
        .filter(Boolean)
      const isIn = (text: string): boolean => words.some((word) => text.includes(word))
      return { ...found, hits: found.hits.filter(({ item }) => isIn(item.text) || !isIn(item.label)) }
    },
  })),
  blockMutant(
    'SEARCH_FILTER',
    'ignores kinds in a search',
    filters('search', (filter) => without(filter, 'kinds')),
  ),
  blockMutant(
    'SEARCH_FILTER',
    'ignores filter fields that blocks do not have',
    filters('search', (filter) => without(filter, 'tags')),
  ),
  ...blockAppendMutants,
  ...blockStateMutants,
  ...blockShareMutants,
  ...storeMutants(blockKind),
]

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
