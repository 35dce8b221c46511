import { isLamellaError } from '@lamella/core'
import { LoroDoc } from 'loro-crdt'
import { blockError } from '../errors.ts'
import { askIfNeeded, mustBeAllowed } from '../permissions/consent.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import { forbidden } from '../permissions/refusal.ts'
import { renderContent } from '../render/render-content.ts'
import { exportSince, type Imported, importBytes, isWaiting, versionBytes, type Waiting } from './bytes.ts'
import { badValue } from './check-value.ts'
import type { BlockContent, DocumentNotice } from './content.ts'
import type { DocumentEvent } from './document-event.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { type Peer, peerOf, takeOver } from './peer.ts'
import { type Call, type Called, copyArgs, findCall } from './perform.ts'
import { contentOf, noticesOf } from './read-document.ts'
import { type Parts, partsOf, type RootPlace, rootPlaces } from './roots.ts'
import type { CommitOptions, DocumentOptions } from './structured-document.ts'
import { createUnsaved, type Unsaved } from './unsaved.ts'

/** What a replica is made with. */
export type ReplicaOptions = DocumentOptions & { readonly permission: MemoryPermission }

/** What can change while a replica is in use. */
export type Renewal = Pick<ReplicaOptions, 'schema' | 'permission' | 'description'>

/** One replica of a block: the only code that holds what the CRDT library made. */
export interface Replica {
  readonly options: ReplicaOptions
  readonly parts: Parts
  readonly listeners: Listeners
  content(): BlockContent
  render(): string
  notices(): readonly DocumentNotice[]
  /** Runs an operation at once. */
  call(called: Called): unknown
  /** Runs an operation after asking for the consent it needs. */
  request(called: Called): Promise<unknown>
  commit(options?: CommitOptions): void
  load(bytes: readonly unknown[]): void
  import(bytes: readonly unknown[], system: boolean): Imported
  exportSnapshot(): Uint8Array
  exportUpdates(since: unknown): Uint8Array | undefined
  version(): Uint8Array
  /** Goes on with another schema, permission and description of the block. */
  renew(renewal: Renewal): void
  /** What its store does not have yet. */
  readonly unsaved: Unsaved
  /** Its identity; `undefined` if it has made no operation, or has uncommitted changes. */
  peer(): Peer | undefined
  /** Takes over the identity of a closed replica, if this one has everything that one made. */
  goOnAs(peer: Peer): void
  /** Whether the CRDT library has failed in it, so that only a new replica can be used. */
  isFailed(): boolean
  close(): void
}

/** @throws LamellaError `BLOCK_BYTES_INVALID` */
export function openReplica(given: ReplicaOptions, bytes: readonly unknown[]): Replica {
  const doc = new LoroDoc()
  if (given.peer !== undefined) doc.setPeerId(BigInt(given.peer))
  const replica = createReplica(doc, given)
  try {
    replica.load(bytes)
  } catch (error) {
    replica.close()
    throw error
  }
  return replica
}

function createReplica(doc: LoroDoc, given: ReplicaOptions): Replica {
  const { label, agent } = given
  let options = given
  let parts = partsOf(options.schema, doc)
  let known: ReadonlyMap<string, RootPlace> | undefined
  /** Counts renewals: consent is for the block as it was. */
  let renewals = 0
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

  function find(called: Called): Call {
    return guard(called.name, () => findCall(parts, label, options.permission, called))
  }

  function run({ operation, part, args, attempt, system }: Call): unknown {
    const by = system ? 'system' : 'agent'
    // Listeners are told whose change it was.
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

  function call(called: Called): unknown {
    const found = find(called)
    mustBeAllowed(found.attempt, found.circumstances)
    return run(found)
  }

  async function request(called: Called): Promise<unknown> {
    const args = copyArgs(called.args)
    for (;;) {
      const asked = renewals
      const found = find({ ...called, args })
      await askIfNeeded({ ...found.attempt, agent, args }, found.circumstances, options.consent)
      if (asked === renewals) return run(found)
    }
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
    content: () => guard('content', () => contentOf(parts)),
    render: () =>
      renderContent(
        options.schema,
        guard('render', () => contentOf(parts)),
      ),
    notices: () =>
      guard('notices', () => {
        const strangers = Object.keys(doc.getShallowValue()).filter((name) => !places().has(name))
        return noticesOf(parts, isWaiting(doc, waiting), strangers)
      }),
    call,
    request,
    commit,
    load: (bytes) => void take(bytes),
    import(bytes, system) {
      if (!system) {
        const { permission } = options
        throw forbidden({ label, operation: 'import', access: 'overwrite', permission }, true)
      }
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
    renew(renewal) {
      commit()
      freeParts()
      options = { ...options, ...renewal }
      parts = partsOf(options.schema, doc)
      known = undefined
      renewals++
    },
    unsaved,
    peer: () => (hasMade && pending === undefined ? guard('peer', () => peerOf(doc)) : undefined),
    goOnAs(peer) {
      if (guard('peer', () => takeOver(doc, peer))) hasMade = true
    },
    isFailed: () => state === 'failed',
    close() {
      if (state === 'closed') return
      state = 'closed'
      listeners.stop()
      freeParts()
      doc.free()
    },
  }
}
