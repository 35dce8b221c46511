import { isLamellaError, type JsonValue } from '@lamella/core'
import type { LoroDoc } from 'loro-crdt'
import { blockError } from '../errors.ts'
import { askIfNeeded, mustBeAllowed } from '../permissions/consent.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import { forbidden } from '../permissions/refusal.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import { exportSince, type Imported, importBytes, isWaiting, versionBytes, type Waiting } from './bytes.ts'
import { badValue } from './check-value.ts'
import type { DocumentEvent } from './document-event.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { type Peer, peerOf, takeOver } from './peer.ts'
import { type Call, copyArgs, findCall } from './perform.ts'
import { type Part, partsOf, type RootPlace, rootPlaces } from './roots.ts'
import type { CommitOptions, DocumentOptions } from './structured-document.ts'
import { createUnsaved, type Unsaved } from './unsaved.ts'

/** A document behind its operations: nobody else gets hold of what the CRDT library made. */
export interface Replica {
  readonly options: DocumentOptions & { readonly permission: MemoryPermission }
  readonly parts: ReadonlyMap<string | undefined, Part>
  readonly listeners: Listeners
  /** Runs something that reads. */
  read<Result>(operation: string, run: () => Result): Result
  /** Runs an operation at once. */
  call(name: string, section: unknown, args: readonly unknown[], system: boolean): unknown
  /** Runs an operation after asking whoever has to be asked. */
  request(name: string, section: unknown, args: readonly unknown[], system: boolean): Promise<unknown>
  commit(options?: CommitOptions): void
  load(bytes: readonly unknown[]): void
  import(bytes: readonly unknown[], system: boolean): Imported
  exportSnapshot(): Uint8Array
  exportUpdates(since: unknown): Uint8Array | undefined
  version(): Uint8Array
  /** What its store does not have yet. */
  readonly unsaved: Unsaved
  /** Who it is; `undefined` where it has made nothing, and while it has changes that are not committed. */
  peer(): Peer | undefined
  /** Goes on as a replica that is closed, where all that that one made is in this one; whether that is so. */
  goOnAs(peer: Peer): boolean
  isWaiting(): boolean
  /** Whether the CRDT library has failed in it: only a new one can be used then. */
  isFailed(): boolean
  /** Names of root containers that the schema makes no use of. */
  strangers(): readonly string[]
  close(): void
}

export function createReplica(doc: LoroDoc, options: Replica['options']): Replica {
  const { label, permission, agent, schema } = options
  const parts = partsOf(schema as BlockSchema, doc)
  let known: ReadonlyMap<string, RootPlace> | undefined
  const places = (): ReadonlyMap<string, RootPlace> => {
    known ??= rootPlaces(parts)
    return known
  }
  const listeners = createListeners(doc, places, { label, agent })
  const waiting: Waiting = new Map()
  const unsaved = createUnsaved(doc, guard, () => commit())
  /** Whether it may have made operations of its own. */
  let hasMade = false
  /** Whose changes have not been committed yet. */
  let pending: DocumentEvent['by'] | undefined
  let state: 'open' | 'closed' | 'failed' = 'open'

  function guard<Result>(operation: string, run: () => Result): Result {
    if (state === 'closed') {
      throw blockError('BLOCK_CLOSED', `The document of block '${label}' is closed.`, 'Load it anew.', { label })
    }
    if (state === 'failed') throw failed(operation)
    try {
      return run()
    } catch (cause) {
      if (isLamellaError(cause)) throw cause
      // The library throws texts for what it refuses. Anything else is a failure of its own, after which nothing is sure.
      if (typeof cause !== 'string') state = 'failed'
      throw failed(operation, cause)
    }
  }

  function failed(operation: string, cause?: unknown): Error {
    return blockError(
      'BLOCK_FAILED',
      `${operation} failed in the CRDT library (block '${label}').`,
      'Load the document anew from its store, in a new process if it fails again.',
      { label, operation },
      cause,
    )
  }

  function find(name: string, section: unknown, args: readonly unknown[], system: boolean): Call {
    return findCall(parts, { label, permission, name, section, args, system })
  }

  function run({ operation, part, args, attempt, circumstances }: Call): unknown {
    const system = circumstances.system === true
    const by = system ? 'system' : 'agent'
    // So that listeners can be told who it was.
    if (operation.access !== 'read' && pending !== undefined && pending !== by) commit()
    return guard(attempt.operation, () => {
      if (operation.access !== 'read') {
        unsaved.mark()
        hasMade = true
        pending = by
      }
      return operation.run(part, args, { label, agent, system })
    })
  }

  function call(name: string, section: unknown, args: readonly unknown[], system: boolean): unknown {
    const found = guard(name, () => find(name, section, args, system))
    mustBeAllowed(found.attempt, found.circumstances)
    return run(found)
  }

  async function request(name: string, section: unknown, args: readonly unknown[], system: boolean): Promise<unknown> {
    const copies: readonly (JsonValue | undefined)[] = copyArgs(args)
    const found = guard(name, () => find(name, section, copies, system))
    await askIfNeeded({ ...found.attempt, agent, args: copies }, found.circumstances, options.consent)
    return run(found)
  }

  function commit({ at }: CommitOptions = {}): void {
    const by = pending ?? 'agent'
    if (at !== undefined && Number.isNaN(at.getTime())) throw badValue('at', 'is no date')
    guard('commit', () => {
      if (pending !== undefined)
        doc.commit(at === undefined ? undefined : { timestamp: Math.floor(at.getTime() / 1000) })
      pending = undefined
    })
    listeners.tell(by)
  }

  function take(bytes: readonly unknown[]): Imported {
    commit()
    const changed = guard('import', () => importBytes(doc, bytes, waiting))
    const isStillWaiting = guard('import', () => isWaiting(doc, waiting))
    listeners.tell('import')
    return { changed, waiting: isStillWaiting }
  }

  return {
    options,
    parts,
    listeners,
    read: guard,
    call,
    request,
    commit,
    load: (bytes) => void take(bytes),
    import(bytes, system) {
      if (!system) throw forbidden({ label, operation: 'import', access: 'overwrite', permission }, true)
      commit()
      guard('import', () => unsaved.mark())
      return take(bytes)
    },
    exportSnapshot() {
      commit()
      return guard('exportSnapshot', () => doc.export({ mode: 'snapshot' }))
    },
    exportUpdates(since) {
      commit()
      return guard('exportUpdates', () => exportSince(doc, since))
    },
    version() {
      commit()
      return guard('version', () => versionBytes(doc))
    },
    unsaved,
    peer: () => (hasMade && pending === undefined ? guard('peer', () => peerOf(doc)) : undefined),
    goOnAs(peer) {
      const isTaken = guard('peer', () => takeOver(doc, peer))
      hasMade ||= isTaken
      return isTaken
    },
    isFailed: () => state === 'failed',
    isWaiting: () => guard('notices', () => isWaiting(doc, waiting)),
    strangers: () => guard('notices', () => Object.keys(doc.getShallowValue()).filter((name) => !places().has(name))),
    close() {
      if (state === 'closed') return
      state = 'closed'
      listeners.stop()
      for (const { roots } of parts.values()) roots.free()
      doc.free()
    },
  }
}
