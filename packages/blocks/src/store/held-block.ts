import { isLamellaError } from '@lamella/core'
import type { BlockContent } from '@lamella/core/store'
import { makeDocument } from '../document/document.ts'
import { openReplica, type Renewal, type Replica } from '../document/replica.ts'
import { openSession, type Session } from '../document/session.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import { createAfterTelling } from './after-telling.ts'
import { unsaved } from './errors.ts'
import { type BlockMetadata, mustBeReadable } from './metadata.ts'
import type { Peers } from './peers.ts'
import type { Place } from './place.ts'
import { createSaving, type Loaded, type Saving } from './saving.ts'
import type { Settings } from './settings.ts'
import { type Found, sourceOf } from './source.ts'
import { createTidy } from './tidy.ts'

/** One block in memory. A queue calls its asynchronous methods one after the other. */
export interface HeldBlock {
  /** Brings it up to date with the store; `undefined` if there is no such block. @throws LamellaError `BLOCK_META_INVALID` */
  refresh(): Promise<BlockMetadata | undefined>
  /** The replica of a block that is loaded. */
  replica(): Replica
  /** The document for callers: the same one as long as somebody has it. */
  give(): StructuredDocument
  /** Saves what is not saved yet. @throws LamellaError `BLOCK_UNSAVED` */
  persist(): Promise<void>
  /** Writes the text for search. */
  writeText(): Promise<void>
  isLoaded(): boolean
  isUnsaved(): boolean
  /** Whether a caller has the document, or listens to it. */
  isGiven(): boolean
  /** Bytes, as the store counts them. */
  size(): number
  close(): void
}

interface Kept extends Loaded {
  readonly saving: Saving
  /** What callers have: weak, so that a forgotten document does not keep the block in memory. */
  session?: WeakRef<Session>
  document?: WeakRef<StructuredDocument>
}

export function createHeldBlock(place: Place, settings: Settings, peers: Peers): HeldBlock {
  const { agent, label, sharedFrom } = place
  const { consent, blocks, onError } = settings
  const source = sourceOf(blocks, place)
  let loaded: Kept | undefined
  const tell = (error: unknown): void => onError(error, { agent, label })
  const afterTelling = createAfterTelling(tell)

  async function load(found: Found): Promise<Kept | undefined> {
    const content = await source.read(found.info.id)
    if (content === undefined) return undefined
    const options = {
      ...{ label, agent, ...renewalOf(found) },
      ...(sharedFrom === undefined ? {} : { sharedFrom }),
      ...(consent === undefined ? {} : { consent }),
    }
    const { snapshot, updates, revision } = content
    const replica = openReplica(options, snapshot === undefined ? updates : [snapshot, ...updates])
    const peer = peers.take(place, found.info.id)
    if (peer !== undefined) replica.goOnAs(peer)
    const one: Loaded = { found, replica, tidy: createTidy(place, settings, found.info), seen: revision }
    return Object.assign(one, { saving: createSaving(one, label, source, settings, afterTelling) })
  }

  /** Merges what others have done, which is in the store already. */
  function take(one: Loaded, { snapshot, updates, revision }: BlockContent): void {
    afterTelling(() => one.replica.load(snapshot === undefined ? updates : [snapshot, ...updates]))
    one.seen = revision
  }

  async function refresh(): Promise<BlockMetadata | undefined> {
    const found = await source.find()
    if (loaded !== undefined && (loaded.found.info.id !== found?.info.id || loaded.replica.isFailed())) {
      await leave(loaded)
    }
    if (found === undefined) return undefined
    mustBeReadable(found.metadata)
    if (loaded === undefined) {
      loaded = await load(found)
      return loaded && found.metadata
    }
    if (found.info.revision !== loaded.seen) {
      const content = await source.read(found.info.id, loaded.seen)
      if (content === undefined) {
        await leave(loaded)
        return undefined
      }
      take(loaded, content)
    }
    await renew(loaded, found)
    loaded.found = found
    loaded.tidy.see(found.info)
    return found.metadata
  }

  /** Goes on with the schema, permission and description that the block has now. */
  async function renew(one: Kept, found: Found): Promise<void> {
    const isShared = found.shared === one.found.shared
    // Every change of them is a revision of the block.
    if (isShared && found.info.revision === one.found.info.revision) return
    const renewal = renewalOf(found)
    if (isShared && JSON.stringify(renewal) === JSON.stringify(renewalOf(one.found))) return
    // What was done under another share is saved under that one, or not at all.
    if (!isShared && one.saving.isUnsaved()) await persist()
    afterTelling(() => one.replica.renew(renewal))
  }

  /** Gives up a document whose block is gone or has another label, or which has failed. */
  async function leave(one: Kept): Promise<void> {
    try {
      if (one.saving.isUnsaved()) await persist()
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_UNSAVED')) throw error
      // There is nothing left to save it in.
      tell(unsaved([label], error))
    }
    drop()
  }

  function drop(): void {
    const one = loaded
    loaded = undefined
    if (one === undefined) return
    try {
      const peer = one.replica.peer()
      if (peer !== undefined) peers.keep(place, one.found.info.id, peer)
    } catch {
      // It has failed, so no replica may take over its identity.
    }
    one.replica.close()
  }

  async function persist(): Promise<void> {
    const one = loaded
    if (one === undefined) return
    try {
      if (await one.saving.persist()) await tidy(one)
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_MISSING') || isLamellaError(error, 'BLOCK_NOT_SHARED')) drop()
      throw error
    }
  }

  /** What follows a change that is durable already, so its failure is told and nothing else. */
  async function tidy(one: Loaded, hasText = false): Promise<void> {
    try {
      const content = one.tidy.revision() === one.seen ? undefined : await source.read(one.found.info.id, one.seen)
      if (content !== undefined) take(one, content)
      await one.tidy.run(one.replica, one.seen, hasText)
    } catch (error) {
      tell(error)
    }
  }

  function mustBeLoaded(): Kept {
    if (loaded === undefined) throw new Error(`The block '${label}' is not loaded.`)
    return loaded
  }

  function give(): StructuredDocument {
    const one = mustBeLoaded()
    let session = one.session?.deref()
    const known = one.document?.deref()
    if (session?.isOpen() && known !== undefined) return known
    if (!session?.isOpen()) session = openSession(one.replica)
    const document = makeDocument(session) as StructuredDocument
    Object.assign(one, { session: new WeakRef(session), document: new WeakRef(document) })
    return document
  }

  return {
    refresh,
    persist,
    replica: () => mustBeLoaded().replica,
    give,
    writeText: async () => {
      if (loaded !== undefined) await tidy(loaded, true)
    },
    isLoaded: () => loaded !== undefined,
    isUnsaved: () => loaded?.saving.isUnsaved() ?? false,
    isGiven: () =>
      loaded !== undefined && (loaded.replica.listeners.isHeard() || loaded.session?.deref()?.isOpen() === true),
    size: () => loaded?.tidy.size() ?? 0,
    close: drop,
  }
}

function renewalOf({ metadata: { schema, permission, description } }: Found): Renewal {
  return { schema, permission, ...(description === undefined ? {} : { description }) }
}
