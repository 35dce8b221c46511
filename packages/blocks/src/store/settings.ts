import type { Scope } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import {
  type BlockSharing,
  type BlockStore,
  type MemoryStore,
  ownerOf,
  type SearchAllRequest,
  type SearchAllResult,
} from '@lamella/store'
import type { Consent } from '../permissions/consent.ts'

/** When a snapshot replaces the updates of a block. */
interface CompactAfter {
  /** After this many updates, but no fewer than the snapshot has kilobytes. Default 100. */
  readonly updates?: number
  /** After this many bytes of updates, but no fewer than the snapshot has. Default 65,536. */
  readonly bytes?: number
}

/** Options of `createMemoryCache`. */
export interface MemoryCacheOptions {
  /** Stores the blocks. A store with the methods of `BlockSharing` can share them. */
  readonly blocks: BlockStore & Partial<BlockSharing>
  /** The tenant of the agents, and their user if they belong to one. */
  readonly scope: Pick<Scope, 'tenant' | 'user'>
  /** Returns a unique id for a block, an entry or an update, such as `() => crypto.randomUUID()`. */
  readonly newId: () => string
  /** Stores archival entries. */
  readonly archive?: MemoryStore
  /** Searches everything in a scope, such as `search` of `sqlite()`. Default: the searches of `blocks` and `archive`. */
  readonly search?: (scope: Scope, request: SearchAllRequest) => Promise<SearchAllResult>
  /** Requests consent from the partner or a human, for blocks with the permission `Partner` or `Human`. */
  readonly consent?: Consent
  /**
   * The largest size of the documents in memory, in bytes of the store; in memory they are several times as large.
   * Documents that are in use or unsaved stay even beyond this limit. Default 67,108,864.
   */
  readonly maxBytes?: number
  readonly compactAfter?: CompactAfter
  /** The clock. Without it, blocks have no dates. */
  readonly now?: () => Date
  /**
   * Receives errors that follow a durable change: of a compaction, of the search text, of a listener. No data is lost;
   * the memory repeats the first two with the next change. Errors that this function throws are ignored.
   */
  readonly onError?: (error: unknown, block: { readonly agent: string; readonly label: string }) => void
}

/** The checked options, with defaults. */
export interface Settings extends Omit<MemoryCacheOptions, 'maxBytes' | 'compactAfter' | 'onError'> {
  readonly onError: NonNullable<MemoryCacheOptions['onError']>
  readonly maxBytes: number
  readonly compactAfter: Required<CompactAfter>
}

const checks: Checks<MemoryCacheOptions> = {
  blocks: mustHaveMethod('append'),
  scope: mustBeObject,
  newId: mustBeFunction,
  archive: mustHaveMethod('put'),
  search: mustBeFunction,
  consent: mustBeFunction,
  maxBytes: mustBeWhole(0),
  compactAfter: (value) => {
    if (!isObject(value)) return 'must be { updates?, bytes? }'
    const other = Object.keys(value).find((key) => key !== 'updates' && key !== 'bytes')
    if (other !== undefined) return `has '${other}', which is not an option`
    const problem = Object.values(value).map((one) => (one === undefined ? undefined : mustBeWhole(1)(one)))
    return problem.find((one) => one !== undefined)
  },
  now: mustBeFunction,
  onError: mustBeFunction,
}

/** @throws LamellaError `OPTION_INVALID`, `SCOPE_INVALID` */
export function settingsOf(options: MemoryCacheOptions): Settings {
  const checked = checkOptions('createMemoryCache', options, checks, ['blocks', 'scope', 'newId'])
  const { tenant, user } = ownerOf(checked.scope)
  const { onError, compactAfter: { updates = 100, bytes = 65_536 } = {} } = checked
  return {
    ...checked,
    scope: user === '' ? { tenant } : { tenant, user },
    maxBytes: checked.maxBytes ?? 67_108_864,
    compactAfter: { updates, bytes },
    onError: (error, block) => {
      // The change is durable, so its call must not fail, or the caller would repeat it.
      try {
        onError?.(error, block)
      } catch {}
    },
  }
}
