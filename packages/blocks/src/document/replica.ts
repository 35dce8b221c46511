import { LoroDoc } from 'loro-crdt'
import { askIfNeeded, mustBeAllowed } from '../permissions/consent.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import { forbidden } from '../permissions/refusal.ts'
import { renderContent } from '../render/render-content.ts'
import { exportSince, type Imported, importBytes, isWaiting, versionBytes, type Waiting } from './bytes.ts'
import { badValue } from './check-value.ts'
import type { BlockContent, DocumentNotice } from './content.ts'
import type { DocumentEvent } from './document-event.ts'
import { type Call, type Called, copyArgs, findCall } from './find-call.ts'
import { createLibraryGuard } from './library-guard.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { type Parts, partsOf, type RootPlace, rootPlaces } from './parts.ts'
import { type Peer, peerOf, takeOver } from './peer.ts'
import { contentOf, noticesOf } from './read-part.ts'
import type { CommitOptions, DocumentOptions } from './structured-document.ts'

/** Options of a replica. */
export interface ReplicaOptions extends DocumentOptions {
  readonly permission: MemoryPermission
  /** Receives errors of listeners. Default: the call that reported the change throws them. */
  readonly onListenerError?: (error: unknown) => void
}

/** The options that can change while the replica is in use. */
export type Renewal = Pick<ReplicaOptions, 'schema' | 'permission' | 'description'>

/** Changes that a replica's store does not have. */
export interface Unsaved {
  readonly update: Uint8Array
  /** The version of the replica including the changes. */
  readonly version: Uint8Array
}

/** One replica of a block: the only code that uses the objects of the CRDT library. */
export interface Replica {
  readonly options: ReplicaOptions
  readonly parts: Parts
  readonly listeners: Listeners
  /** @param limit The number of entries of a log. Default: the schema's `displayLimit`. */
  content(limit?: number): BlockContent
  render(): string
  notices(): readonly DocumentNotice[]
  /** Runs an operation at once. */
  call(called: Called): unknown
  /** Runs an operation after requesting the consent it needs. */
  request(called: Called): Promise<unknown>
  commit(options?: CommitOptions): void
  /** Imports bytes that the store already has. */
  load(bytes: readonly unknown[]): void
  import(bytes: readonly unknown[], system: boolean): Imported
  exportSnapshot(): Uint8Array
  exportUpdates(since: unknown): Uint8Array | undefined
  version(): Uint8Array
  /** Changes the schema, permission and description of the block. */
  renew(renewal: Renewal): void
  /** Whether the store may lack changes. */
  hasUnsaved(): boolean
  /** Returns the changes that the store lacks. */
  unsaved(): Unsaved | undefined
  /** Records that the store has everything up to a version. */
  setSaved(version: Uint8Array): void
  /** Its identity; `undefined` if it has made no operation, or has uncommitted changes. */
  peer(): Peer | undefined
  /** Adopts the identity of a closed replica, if this replica has everything that one wrote. */
  continueAs(peer: Peer): void
  /** Whether the CRDT library has failed in this replica, so that only a new one can be used. */
  isFailed(): boolean
  close(): void
}

/** @throws LamellaError `BLOCK_BYTES_INVALID` */
export function openReplica(options: ReplicaOptions, bytes: readonly unknown[]): Replica {
  const doc = new LoroDoc()
  if (options.peer !== undefined) doc.setPeerId(BigInt(options.peer))
  const replica = createReplica(doc, options)
  try {
    replica.load(bytes)
  } catch (error) {
    replica.close()
    throw error
  }
  return replica
}

function createReplica(doc: LoroDoc, given: ReplicaOptions): Replica {
  const { label, agent, onListenerError } = given
  let options = given
  let parts = partsOf(options.schema, doc)
  let knownPlaces: ReadonlyMap<string, RootPlace> | undefined
  /** Counts renewals, because consent applies to the block before a renewal. */
  let renewals = 0
  const places = (): ReadonlyMap<string, RootPlace> => {
    knownPlaces ??= rootPlaces(parts)
    return knownPlaces
  }
  const listeners = createListeners(doc, places, { label, agent })
  const waiting: Waiting = new Map()
  /** The version before the first change that the store may lack. */
  let savedVersion: Uint8Array | undefined
  /** Whether the replica may have made operations of its own. */
  let hasMade = false
  /** The author of the uncommitted changes. */
  let pending: DocumentEvent['by'] | undefined
  const { run: guard, isFailed, close } = createLibraryGuard(label)

  function report(by: DocumentEvent['by']): void {
    const thrown = listeners.report(by)
    if (onListenerError !== undefined) thrown.forEach(onListenerError)
    else if (thrown.length > 0) throw thrown[0]
  }

  function find(called: Called): Call {
    return guard(called.name, () => findCall(parts, label, options.permission, called))
  }

  function markUnsaved(): void {
    savedVersion ??= versionBytes(doc)
  }

  function run({ name, operation, part, field, args, system }: Call): unknown {
    const by = system ? 'system' : 'agent'
    // An event names one author.
    if (operation.access !== 'read' && pending !== undefined && pending !== by) commit()
    return guard(name, () => {
      if (operation.access !== 'read') {
        markUnsaved()
        hasMade = true
        pending = by
      }
      return operation.run(part, args, { label, agent, system, field })
    })
  }

  function commit({ at }: CommitOptions = {}): void {
    const by = pending ?? 'agent'
    if (at !== undefined && Number.isNaN(at.getTime())) throw badValue('at', 'is not a valid date')
    guard('commit', () => {
      if (pending !== undefined)
        doc.commit(at === undefined ? undefined : { timestamp: Math.floor(at.getTime() / 1000) })
      pending = undefined
    })
    report(by)
  }

  /** Commits, and runs an operation on the whole document. */
  function committed<Result>(operation: string, run: () => Result): Result {
    commit()
    return guard(operation, run)
  }

  function importAll(bytes: readonly unknown[]): Imported {
    const changed = committed('import', () => importBytes(doc, bytes, waiting))
    const isStillWaiting = guard('import', () => isWaiting(doc, waiting))
    report('import')
    return { changed, waiting: isStillWaiting }
  }

  function freeParts(): void {
    for (const { roots } of parts.values()) roots.free()
  }

  return {
    get options() {
      return options
    },
    get parts() {
      return parts
    },
    listeners,
    content: (limit) => guard('content', () => contentOf(parts, limit)),
    render: () => {
      const content = guard('render', () => contentOf(parts))
      return renderContent(options.schema, content)
    },
    notices: () =>
      guard('notices', () => {
        const unknown = Object.keys(doc.getShallowValue()).filter((name) => !places().has(name))
        return noticesOf(parts, isWaiting(doc, waiting), unknown)
      }),
    call: (called) => {
      const found = find(called)
      mustBeAllowed(found.attempt, found.circumstances)
      return run(found)
    },
    request: async (called) => {
      const args = copyArgs(called)
      for (;;) {
        const before = renewals
        const found = find({ ...called, args })
        await askIfNeeded({ ...found.attempt, agent, args }, found.circumstances, options.consent)
        if (before === renewals) return run(found)
      }
    },
    commit,
    load: (bytes) => void importAll(bytes),
    import: (bytes, system) => {
      const { permission } = options
      if (!system) {
        const why = `it changes block '${label}' whatever the permission`
        throw forbidden({ label, operation: 'import', access: 'overwrite', permission }, true, why)
      }
      committed('import', markUnsaved)
      return importAll(bytes)
    },
    exportSnapshot: () => committed('exportSnapshot', () => doc.export({ mode: 'snapshot' })),
    exportUpdates: (since) => committed('exportUpdates', () => exportSince(doc, since)),
    version: () => committed('version', () => versionBytes(doc)),
    renew: (renewal) => {
      commit()
      freeParts()
      options = { ...options, ...renewal }
      parts = partsOf(options.schema, doc)
      knownPlaces = undefined
      renewals++
    },
    hasUnsaved: () => savedVersion !== undefined,
    unsaved: () =>
      committed('exportUpdates', () => {
        const update = savedVersion && exportSince(doc, savedVersion)
        if (update !== undefined) return { update, version: versionBytes(doc) }
        savedVersion = undefined
        return undefined
      }),
    setSaved: (version) => {
      savedVersion = version
    },
    peer: () => (hasMade && pending === undefined ? guard('peer', () => peerOf(doc)) : undefined),
    continueAs: (peer) => {
      if (guard('peer', () => takeOver(doc, peer))) hasMade = true
    },
    isFailed,
    close: () => {
      if (!close()) return
      listeners.stop()
      freeParts()
      doc.free()
    },
  }
}
