import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { type Owner, ownerOf } from '../check/check.ts'
import {
  type CheckedBlock,
  type CheckedBlockChange,
  checkBlock,
  checkBlockChange,
  checkBlockList,
  checkBytes,
  checkRendered,
  type ListedBlock,
} from '../check/check-block.ts'
import { type Change, checkChange, whole } from '../check/check-request.ts'
import { type CheckedSearch, checkSearch } from '../check/check-search.ts'
import type {
  BlockAppended,
  BlockContent,
  BlockInfo,
  BlockList,
  BlockStore,
  StoredBlock,
} from '../contract/block-store.ts'
import type { SearchResult } from '../contract/search.ts'
import { type CheckedSharing, checkedSharing, type RawSharing } from './checked-sharing.ts'
import { type Awaitable, type Checked, type FilteredPage, placeOf } from './values.ts'

/** The methods of `BlockStore`, called with valid values only. Bytes are copies. */
export interface RawBlocks {
  /** @param at An ISO 8601 instant. */
  create(owner: Owner, block: CheckedBlock, at: string | undefined): Awaitable<StoredBlock>
  append(owner: Owner, id: string, update: Uint8Array, change: Change): Awaitable<BlockAppended>
  change(owner: Owner, id: string, fields: CheckedBlockChange, change: Change): Awaitable<StoredBlock>
  compact(owner: Owner, id: string, snapshot: Uint8Array, upTo: number): Awaitable<BlockInfo>
  setText(owner: Owner, id: string, text: string, upTo: number): Awaitable<BlockInfo>
  /** @param since 0: nothing was read. */
  read(owner: Owner, id: string, since: number): Awaitable<BlockContent | undefined>
  get(owner: Owner, id: string): Awaitable<StoredBlock | undefined>
  find(owner: Owner, label: string): Awaitable<BlockInfo | undefined>
  list(owner: Owner, page: FilteredPage<ListedBlock>): Awaitable<BlockList>
  delete(owner: Owner, id: string, change: Change): Awaitable<boolean>
  /** Whether `search` compares vectors too. Default `false`: a request for it is refused. */
  readonly hasVectors?: boolean
  search?(owner: Owner, request: CheckedSearch): Awaitable<SearchResult<StoredBlock>>
  erase?(owner: Owner): Awaitable<number>
  close?(): Promise<void>
}

/**
 * Creates a block store that checks what it is given: every store refuses the same values with the same errors.
 *
 * @param sharing The methods with which it shares blocks. Default: it shares none.
 * @example
 * const blocks = checkedBlocks({ create, append, change, compact, setText, read, get, find, list, delete: remove })
 */
export function checkedBlocks<Raw extends RawBlocks>(raw: Raw): Checked<BlockStore, Raw>
export function checkedBlocks<Raw extends RawBlocks, Sharing extends RawSharing>(
  raw: Raw,
  sharing: Sharing,
): Checked<BlockStore, Raw> & CheckedSharing<Sharing>
export function checkedBlocks<Raw extends RawBlocks>(raw: Raw, sharing?: RawSharing): Checked<BlockStore, Raw> {
  checkOptions('checkedBlocks', { raw }, { raw: mustBeObject }, ['raw'])
  const search = raw.search?.bind(raw)
  const erase = raw.erase?.bind(raw)
  const close = raw.close?.bind(raw)
  const store: BlockStore = {
    spec: 1,
    create: async (scope, block, options) =>
      raw.create(ownerOf(scope), checkBlock(block), checkChange(options, 'create').at),
    append: async (scope, id, update, options) =>
      raw.append(...placeOf(scope, 'id', id), checkBytes('update', update), checkChange(options)),
    change: async (scope, id, change, options) =>
      raw.change(...placeOf(scope, 'id', id), checkBlockChange(change), checkChange(options, 'put')),
    compact: async (scope, id, snapshot, upTo) =>
      raw.compact(...placeOf(scope, 'id', id), checkBytes('snapshot', snapshot), whole('upTo', upTo, 1)),
    setText: async (scope, id, text, upTo) =>
      raw.setText(...placeOf(scope, 'id', id), checkRendered('text', text), whole('upTo', upTo, 1)),
    read: async (scope, id, since = 0) => raw.read(...placeOf(scope, 'id', id), whole('since', since, 0)),
    get: async (scope, id) => raw.get(...placeOf(scope, 'id', id)),
    find: async (scope, label) => raw.find(...placeOf(scope, 'label', label)),
    list: async (scope, request) => raw.list(ownerOf(scope), checkBlockList(request)),
    delete: async (scope, id, options) => raw.delete(...placeOf(scope, 'id', id), checkChange(options, 'put')),
    ...(search && {
      search: async (scope, request) => search(ownerOf(scope), checkSearch(request, 'blocks', raw.hasVectors)),
    }),
    ...(erase && { erase: async (scope) => erase(ownerOf(scope)) }),
    ...(close && { close }),
    ...(sharing && checkedSharing(sharing)),
  }
  return store as Checked<BlockStore, Raw>
}
