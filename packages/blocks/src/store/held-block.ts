import { isLamellaError } from '@lamella/core'
import type { BlockContent } from '@lamella/core/store'
import { replicaOf } from '../document/make-document.ts'
import type { StructuredDocument } from '../document/structured-document.ts'
import { createAfterTelling } from './after-telling.ts'
import { unsaved } from './errors.ts'
import { createLease } from './lease.ts'
import type { Loaded } from './loaded.ts'
import { type BlockMetadata, mustBeReadable } from './metadata.ts'
import { isOtherwise, openDocument } from './open-document.ts'
import type { Peers } from './peers.ts'
import type { Place } from './place.ts'
import { createSaving, type Saving } from './saving.ts'
import type { Settings } from './settings.ts'
import { type Found, sourceOf } from './source.ts'
import { createTidy } from './tidy.ts'

/** One block in memory. All that is asynchronous is called in a queue, one after the other. */
export interface HeldBlock {
  /** Brings it to what the store has; `undefined` where there is no such block. @throws LamellaError `BLOCK_META_INVALID` */
  refresh(): Promise<BlockMetadata | undefined>
  /** The real document, of a block that is loaded. */
  document(): StructuredDocument
  /** What a caller gets. */
  give(): StructuredDocument
  /** Saves what is not saved yet. @throws LamellaError `BLOCK_UNSAVED` */
  persist(): Promise<void>
  /** Lets the store know what the block says. */
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
}

export function createHeldBlock(place: Place, settings: Settings, peers: Peers): HeldBlock {
  const { agent, label } = place
  const source = sourceOf(settings.blocks, place)
  let loaded: Kept | undefined
  const tell = (error: unknown): void => settings.onError(error, { agent, label })
  const afterTelling = createAfterTelling(tell)

  async function load(found: Found): Promise<Kept | undefined> {
    const content = await source.read(found.info.id)
    if (content === undefined) return undefined
    const { snapshot, updates, revision } = content
    const document = openDocument(place, settings, found, snapshot === undefined ? { updates } : { snapshot, updates })
    const replica = replicaOf(document)
    const peer = peers.take(place, found.info.id)
    if (peer !== undefined) replica.goOnAs(peer)
    const tidy = createTidy(place, settings, found.info)
    const lease = createLease(label, () => one.document)
    const one: Loaded = { found, document, replica, lease, tidy, seen: revision }
    return Object.assign(one, { saving: createSaving(one, label, source, settings, afterTelling) })
  }

  /** Takes in what others have done: that is in the store already. */
  function take(one: Loaded, { snapshot, updates, revision }: BlockContent): void {
    afterTelling(() => one.replica.load(snapshot === undefined ? updates : [snapshot, ...updates]))
    one.seen = revision
  }

  /** Makes the document anew where what is known of the block has changed, such as its permission. */
  async function renew(one: Kept, found: Found): Promise<void> {
    const wasAllowed = found.shared === one.found.shared
    // What was done under another share is saved under that, or not at all.
    if (!wasAllowed && one.saving.isUnsaved()) await persist()
    const old = one.replica
    const snapshot = afterTelling(() => old.exportSnapshot())
    const peer = old.peer()
    one.document = openDocument(place, settings, found, { snapshot })
    one.replica = replicaOf(one.document)
    const saved = old.unsaved.saved()
    if (saved !== undefined) one.replica.unsaved.savedUpTo(saved)
    one.lease.renew()
    old.close()
    if (peer !== undefined) one.replica.goOnAs(peer)
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
    if (isOtherwise(found, loaded.found)) await renew(loaded, found)
    loaded.found = found
    loaded.tidy.see(found.info)
    return found.metadata
  }

  /** Ends with a document whose block is gone, or has another label now, or that has failed itself. */
  async function leave(one: Kept): Promise<void> {
    try {
      if (one.saving.isUnsaved()) await persist()
    } catch (error) {
      if (isLamellaError(error, 'BLOCK_UNSAVED')) throw error
      // There is nothing any more that it could be saved in.
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
      // It has failed: nobody goes on as what it was.
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

  /** What follows from a change: it is durable already. */
  async function tidy(one: Loaded, hasText = false): Promise<void> {
    try {
      const content = one.tidy.revision() === one.seen ? undefined : await source.read(one.found.info.id, one.seen)
      if (content !== undefined) take(one, content)
      await one.tidy.run(one.document, one.seen, hasText)
    } catch (error) {
      tell(error)
    }
  }

  const mustBeLoaded = (): Loaded => {
    if (loaded === undefined) throw new Error(`The block '${label}' is not loaded.`)
    return loaded
  }

  return {
    refresh,
    persist,
    document: () => mustBeLoaded().document,
    give: () => mustBeLoaded().lease.give(),
    writeText: async () => {
      if (loaded !== undefined) await tidy(loaded, true)
    },
    isLoaded: () => loaded !== undefined,
    isUnsaved: () => loaded?.saving.isUnsaved() ?? false,
    isGiven: () => loaded?.lease.isGiven() ?? false,
    size: () => loaded?.tidy.size() ?? 0,
    close: drop,
  }
}
