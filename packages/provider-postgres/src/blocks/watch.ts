import { setTimeout as wait } from 'node:timers/promises'
import type { Scope } from '@lamella/core'
import { type Checks, checkOptions, isObject, longestTimer, mustBeObject, mustBeWhole } from '@lamella/core/plugin'
import { type Owner, ownerOf } from '@lamella/store'
import type { Database } from '../database/database.ts'
import { identifier } from '../database/identifier.ts'
import { ownerKey } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { channelOf, payloadOf } from './notifier.ts'

/** A block whose revision is not the known one. */
export interface ChangedBlock {
  readonly id: string
  /** Its revision now; 0 if it was deleted. */
  readonly revision: number
}

/** A connection that receives notifications, such as a connected `pg.Client`. */
export interface ListeningClient {
  query(text: string): Promise<unknown>
  on(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown
  off(event: 'notification', listener: (message: { readonly payload?: string | undefined }) => void): unknown
}

/** Options of `watch`. */
export interface WatchBlocksOptions {
  /** The pause between two looks, in milliseconds. Default 1,000. */
  readonly every?: number
  /** The revisions that the caller knows, by id. Default: none, so that the first result has all blocks. */
  readonly known?: ReadonlyMap<string, number>
  /** Ends the watch. */
  readonly signal?: AbortSignal
  /**
   * A direct connection for this watch alone, not one of a pool and not through a pooler in transaction mode. It listens
   * for the notifications of programs that have the option `notify`, and a change is seen at once; looks go on, since
   * notifications can be lost.
   */
  readonly listener?: ListeningClient
}

/**
 * Yields the blocks of exactly this scope that were created, changed or deleted, by id in code unit order, until the
 * signal ends it. A look is one statement. It costs as much as the scope has blocks, whatever their size.
 */
export type WatchBlocks = (
  scope: Scope,
  options?: WatchBlocksOptions,
) => AsyncGenerator<readonly ChangedBlock[], undefined, undefined>

const checks: Checks<WatchBlocksOptions> = {
  every: mustBeWhole(1),
  known: (value) => (value instanceof Map ? undefined : 'must be a Map of revisions by id'),
  signal: mustBeObject,
  listener: (value) => {
    const { query, on, off } = isObject(value) ? (value as Record<string, unknown>) : {}
    return [query, on, off].every((one) => typeof one === 'function') ? undefined : 'must be a connected pg.Client'
  },
}

export function createWatch(database: Database): WatchBlocks {
  return (scope, options = {}) => {
    const owner = ownerOf(scope)
    return watch(database, owner, checkOptions('watch', options, checks))
  }
}

async function* watch(
  database: Database,
  owner: Owner,
  { every = 1_000, known = new Map(), signal, listener }: WatchBlocksOptions,
): AsyncGenerator<readonly ChangedBlock[], undefined, undefined> {
  const seen = new Map(known)
  // Ends the pause.
  let bell = new AbortController()
  const ring = (): void => bell.abort()
  const heard = ({ payload }: { readonly payload?: string | undefined }): void => {
    if (payload === payloadOf(owner)) ring()
  }
  const channel = identifier(channelOf(database.schema))
  signal?.addEventListener('abort', ring)
  try {
    if (listener !== undefined) {
      listener.on('notification', heard)
      await listener.query(`LISTEN ${channel}`)
    }
    while (signal?.aborted !== true) {
      // Before the look, so that what rings during the look is looked at again.
      bell = new AbortController()
      const changed = await look(database, owner, seen)
      for (const { id, revision } of changed) {
        if (revision === 0) seen.delete(id)
        else seen.set(id, revision)
      }
      if (changed.length > 0) yield changed
      await wait(Math.min(every, longestTimer), undefined, { signal: bell.signal }).catch(() => {})
    }
  } finally {
    signal?.removeEventListener('abort', ring)
    if (listener !== undefined) {
      listener.off('notification', heard)
      // A broken connection listens no more.
      await listener.query(`UNLISTEN ${channel}`).catch(() => {})
    }
  }
  return undefined
}

async function look(
  database: Database,
  owner: Owner,
  seen: ReadonlyMap<string, number>,
): Promise<readonly ChangedBlock[]> {
  const names = [...seen.keys()].map(toStored)
  const rows = await database.call<{ readonly name: string; readonly new_revision: number }>(
    owner.tenant,
    'changed_blocks',
    [ownerKey(owner), names, [...seen.values()]],
  )
  return rows
    .map(({ name, new_revision: revision }) => ({ id: fromStored(name), revision }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
