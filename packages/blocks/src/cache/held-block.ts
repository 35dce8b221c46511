import { isLamellaError } from '@lamella/core'
import type { BlockContent } from '@lamella/store'
import { makeDocument } from '../document/document.ts'
import { openReplica, type Renewal, type Replica } from '../document/replica.ts'
import { openSession, type Session } from '../document/session.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import { unsaved } from '../errors.ts'
import { type BlockMetadata, mustBeReadable } from '../store/metadata.ts'
import type { Place } from '../store/place.ts'
import type { Settings } from '../store/settings.ts'
import { type Found, sourceOf } from '../store/source.ts'
import type { Peers } from './peers.ts'
import { createSaving, type Loaded, type Saving } from './saving.ts'
import { createTidy } from './tidy.ts'

/** One block in memory. Calls of its asynchronous methods go through a queue. */
export interface HeldBlock {
  /**
   * Reads new updates from the store; returns `undefined` if the block does not exist. @throws LamellaError
   * `BLOCK_META_INVALID`
   */
  refresh(): Promise<BlockMetadata | undefined>
  /** The replica of the block, which must be loaded. */
  replica(): Replica
  /** The document for callers: the same one as long as a caller holds it. */
  give(): StructuredDocument
  /** Saves all changes. @throws LamellaError `BLOCK_UNSAVED` */
  persist(): Promise<void>
  /** Writes the search text. */
  writeText(): Promise<void>
  isLoaded(): boolean
  isUnsaved(): boolean
  /** Whether a caller holds the document or listens to it. */
  isGiven(): boolean
  /** Bytes in the store. */
  size(): number
  close(): void
}

interface Kept extends Loaded {
  readonly saving: Saving
  /** Weak, so that a document that callers have dropped does not keep the block in memory. */
  session?: WeakRef<Session>
}

export function createHeldBlock(place: Place, settings: Settings, peers: Peers): HeldBlock {
  const { agent, label, sharedFrom } = place
  const { consent, blocks, onError } = settings
  const source = sourceOf(blocks, place)
  const documents = new WeakMap<Session, StructuredDocument>()
  let loaded: Kept | undefined
  const report = (error: unknown): void => onError(error, { agent, label })

  async function load(found: Found): Promise<Kept | undefined> {
    const content = await source.read(found.info.id)
    if (content === undefined) return undefined
    const options = {
      ...{ label, agent, onListenerError: report },
      ...renewalOf(found),
      ...(sharedFrom !== undefined && { sharedFrom }),
      ...(consent !== undefined && { consent }),
    }
    const replica = openReplica(options, bytesOf(content))
    const peer = peers.take(place, found.info.id)
    if (peer !== undefined) replica.continueAs(peer)
    const one: Loaded = { found, replica, tidy: createTidy(place, settings, found.info), seen: content.revision }
    return Object.assign(one, { saving: createSaving(one, label, source, settings) })
  }

  /** Merges updates that others stored. */
  function merge(one: Loaded, content: BlockContent): void {
    one.replica.load(bytesOf(content))
    one.seen = content.revision
  }

  async function refresh(): Promise<BlockMetadata | undefined> {
    const found = await source.find()
    if (loaded !== undefined && (loaded.found.info.id !== found?.info.id || loaded.replica.isFailed())) {
      await abandon(loaded)
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
        await abandon(loaded)
        return undefined
      }
      merge(loaded, content)
    }
    await renew(loaded, found)
    loaded.found = found
    loaded.tidy.update(found.info)
    return found.metadata
  }

  /** Applies the block's current schema, permission and description. */
  async function renew(one: Kept, found: Found): Promise<void> {
    const isSameShare = found.shared === one.found.shared
    if (isSameShare && found.info.revision === one.found.info.revision) return
    const renewal = renewalOf(found)
    if (isSameShare && JSON.stringify(renewal) === JSON.stringify(renewalOf(one.found))) return
    // Changes made under an earlier share are saved under that share, or not at all.
    if (!isSameShare && one.saving.isUnsaved()) await persist()
    one.replica.renew(renewal)
  }

  /** Closes a replica that failed, or whose block was deleted or relabeled. */
  async function abandon(one: Kept): Promise<void> {
    try {
      if (one.saving.isUnsaved()) await persist()
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_UNSAVED')) throw error
      // The changes can no longer be saved.
      report(unsaved([label], error))
    }
    close()
  }

  function close(): void {
    const one = loaded
    loaded = undefined
    if (one === undefined) return
    try {
      const peer = one.replica.peer()
      if (peer !== undefined) peers.keep(place, one.found.info.id, peer)
    } catch {
      // The replica failed, so no other may take over its identity.
    }
    one.replica.close()
  }

  async function persist(): Promise<void> {
    const one = loaded
    if (one === undefined) return
    try {
      if (await one.saving.persist()) await tidy(one)
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_MISSING') || isLamellaError(error, 'BLOCK_NOT_SHARED')) close()
      throw error
    }
  }

  /** Runs after a change is durable, so its failure is reported, not thrown. */
  async function tidy(one: Loaded, needsText = false): Promise<void> {
    try {
      const content = one.tidy.revision() === one.seen ? undefined : await source.read(one.found.info.id, one.seen)
      if (content !== undefined) merge(one, content)
      await one.tidy.run(one.replica, one.seen, needsText)
    } catch (error) {
      report(error)
    }
  }

  function mustBeLoaded(): Kept {
    if (loaded === undefined) throw new Error(`The block '${label}' is not loaded.`)
    return loaded
  }

  return {
    refresh,
    persist,
    close,
    replica: () => mustBeLoaded().replica,
    give: () => {
      const one = mustBeLoaded()
      const given = one.session?.deref()
      const session = given?.isOpen() === true ? given : openSession(one.replica)
      const document = documents.get(session) ?? (makeDocument(session) as StructuredDocument)
      documents.set(session, document)
      one.session = new WeakRef(session)
      return document
    },
    writeText: async () => {
      if (loaded !== undefined) await tidy(loaded, true)
    },
    isLoaded: () => loaded !== undefined,
    isUnsaved: () => loaded?.saving.isUnsaved() ?? false,
    isGiven: () =>
      loaded !== undefined && (loaded.replica.listeners.isHeard() || loaded.session?.deref()?.isOpen() === true),
    size: () => loaded?.tidy.size() ?? 0,
  }
}

function bytesOf({ snapshot, updates }: BlockContent): readonly Uint8Array[] {
  return snapshot === undefined ? updates : [snapshot, ...updates]
}

function renewalOf({ metadata: { schema, permission, description } }: Found): Renewal {
  return { schema, permission, ...(description !== undefined && { description }) }
}
