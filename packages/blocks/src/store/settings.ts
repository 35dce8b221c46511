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
  type ContentHit,
  type MemoryStore,
  ownerOf,
  type SearchAllRequest,
} from '@lamella/core/store'
import type { Consent } from '../permissions/consent.ts'

/** When updates of a block are put into a snapshot. */
interface CompactAfter {
  /** So many of them, and no fewer than the snapshot has kilobytes. Default 100. */
  readonly updates?: number
  /** So many bytes of them, and no less than the snapshot has. Default 65,536. */
  readonly bytes?: number
}

/** What a memory of blocks is made of. */
export interface MemoryCacheOptions {
  /** Keeps the blocks. With the methods of `BlockSharing` blocks can be shared. */
  readonly blocks: BlockStore & Partial<BlockSharing>
  /** Whose agents these are: the tenant, and the user if they are one's. */
  readonly scope: Pick<Scope, 'tenant' | 'user'>
  /** Names blocks, entries and updates: never the same twice, such as `() => crypto.randomUUID()`. */
  readonly newId: () => string
  /** Keeps archival entries. */
  readonly archive?: MemoryStore
  /** Searches everything of a scope, such as `search` of `sqlite()`. Default: blocks and archive, each by its own search. */
  readonly search?: (scope: Scope, request: SearchAllRequest) => Promise<readonly ContentHit[]>
  /** Asks the partner or a human, for blocks of the permissions `Partner` and `Human`. */
  readonly consent?: Consent
  /**
   * Bytes of documents that are kept in memory, as their stores count them; in memory they are several times as large. Those
   * that somebody uses, and those that are not saved yet, are kept beyond that. Default 67,108,864.
   */
  readonly maxBytes?: number
  readonly compactAfter?: CompactAfter
  /** The time. Without it blocks have none. */
  readonly now?: () => Date
  /**
   * Is told of what goes wrong behind a change that is durable: a compaction, a text for search, a listener that throws. Nothing
   * of it loses anything, and the first two are tried again with the next change. What it throws itself is not heard.
   */
  readonly onError?: (error: unknown, block: { readonly agent: string; readonly label: string }) => void
}

/** The same, checked, with all that has a default. */
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
      // A change that is durable must not seem to have failed: it would be made once more.
      try {
        onError?.(error, block)
      } catch {}
    },
  }
}
