import { type BlockContent, isLamellaError } from '@lamella/core'
import type { StructuredDocument } from '../document/structured-document.ts'
import { unsaved } from './errors.ts'
import { createLease, type Lease } from './lease.ts'
import { type BlockMetadata, mustBeReadable } from './metadata.ts'
import { openDocument, optionsOf } from './open-document.ts'
import type { Place } from './place.ts'
import type { Settings } from './settings.ts'
import { type Found, sourceOf } from './source.ts'
import { createTidy, type Tidy } from './tidy.ts'

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

/** An update on its way: asked for again as it is, until it is known to be there. */
interface Pending {
  readonly operation: string
  readonly update: Uint8Array
  /** How far the document was. */
  readonly version: Uint8Array
}

interface Loaded {
  found: Found
  document: StructuredDocument
  readonly lease: Lease
  readonly tidy: Tidy
  /** The store's revision up to which everything is in the document. */
  seen: number
  /** How far the document was when all of it was in the store. */
  persisted: Uint8Array
  pending: Pending | undefined
}

/** What fails so in the document itself; anything else was thrown by somebody who listens. */
const failures = ['BLOCK_BYTES_INVALID', 'BLOCK_FAILED', 'BLOCK_CLOSED']

/** Listeners may change the document again, and throw again. */
const mostTries = 10

export function createHeldBlock(place: Place, settings: Settings): HeldBlock {
  const { blocks, newId, now, onError } = settings
  const { agent, label } = place
  const source = sourceOf(blocks, place)
  let loaded: Loaded | undefined
  const tell = (error: unknown): void => onError(error, { agent, label })

  /** Runs what tells listeners. That one of them throws is no failure of a change that is made. */
  function afterTelling<Result>(run: () => Result): Result {
    for (let tries = 1; ; tries++) {
      try {
        return run()
      } catch (error) {
        const isOurs = isLamellaError(error) && failures.includes(error.code)
        if (isOurs || tries === mostTries) throw error
        tell(error)
      }
    }
  }

  async function load(found: Found): Promise<Loaded | undefined> {
    const content = await source.read(found.info.id)
    if (content === undefined) return undefined
    const { snapshot, updates, revision } = content
    const document = openDocument(place, settings, found, snapshot === undefined ? { updates } : { snapshot, updates })
    const tidy = createTidy(place, settings, found.info)
    const lease = createLease(label, () => one.document)
    const persisted = document.version()
    const one: Loaded = { found, document, lease, tidy, seen: revision, persisted, pending: undefined }
    return one
  }

  const hasNews = (one: Loaded): boolean => afterTelling(() => one.document.exportUpdates(one.persisted)) !== undefined
  const isUnsaved = (one: Loaded): boolean => one.pending !== undefined || hasNews(one)

  function take(one: Loaded, { snapshot, updates, revision }: BlockContent): void {
    const bytes = snapshot === undefined ? updates : [snapshot, ...updates]
    // What is new here is still to be saved: then what comes in now is saved once more with it, which does no harm.
    const isSaved = !isUnsaved(one)
    afterTelling(() => one.document.import(bytes, { system: true }))
    one.seen = revision
    if (isSaved) one.persisted = afterTelling(() => one.document.version())
  }

  /** Makes the document anew where what is known of the block has changed, such as its permission. */
  async function renew(one: Loaded, found: Found): Promise<void> {
    const wasAllowed = found.shared === one.found.shared
    // What was done under another share is saved under that, or not at all.
    if (!wasAllowed && isUnsaved(one)) await persist()
    const old = one.document
    one.document = openDocument(place, settings, found, { snapshot: afterTelling(() => old.exportSnapshot()) })
    one.lease.renew()
    old.close()
  }

  async function refresh(): Promise<BlockMetadata | undefined> {
    const found = await source.find()
    if (loaded !== undefined && (loaded.found.info.id !== found?.info.id || isBroken(loaded))) {
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
    if (optionsOf(found) !== optionsOf(loaded.found)) await renew(loaded, found)
    loaded.found = found
    loaded.tidy.see(found.info)
    return found.metadata
  }

  /** Ends with a document whose block is gone, or has another label now, or that has failed itself. */
  async function leave(one: Loaded): Promise<void> {
    try {
      if (isUnsaved(one)) await persist()
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
    one?.document.close()
  }

  /** Whether the CRDT library has failed in it: then the document is loaded anew. */
  function isBroken({ document }: Loaded): boolean {
    try {
      afterTelling(() => document.version())
      return false
    } catch (error) {
      return isLamellaError(error, 'BLOCK_FAILED')
    }
  }

  async function persist(): Promise<void> {
    const one = loaded
    if (one === undefined) return
    let isChanged = false
    for (;;) {
      one.pending ??= nextUpdate(one)
      if (one.pending === undefined) break
      await append(one, one.pending)
      one.persisted = one.pending.version
      one.pending = undefined
      isChanged = true
    }
    if (isChanged) await tidy(one)
  }

  function nextUpdate({ document, persisted }: Loaded): Pending | undefined {
    afterTelling(() => document.commit(now === undefined ? {} : { at: now() }))
    // First: what a listener adds in between is then in the next update, too, and never in none.
    const version = afterTelling(() => document.version())
    const update = afterTelling(() => document.exportUpdates(persisted))
    return update && { operation: newId(), update, version }
  }

  async function append(one: Loaded, { operation, update }: Pending): Promise<void> {
    const options = now === undefined ? { operation } : { operation, at: now() }
    try {
      const { revision, repeated } = await source.append(one.found, update, options)
      // Others may have appended in between: what they did comes with the next read.
      if (!repeated && revision === one.seen + 1) one.seen = revision
      one.tidy.add(update.length, revision)
    } catch (error) {
      if (!isLamellaError(error, 'BLOCK_MISSING') && !isLamellaError(error, 'BLOCK_NOT_SHARED'))
        throw unsaved([label], error)
      drop()
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
    isUnsaved: () => loaded !== undefined && isUnsaved(loaded),
    isGiven: () => loaded?.lease.isGiven() ?? false,
    size: () => loaded?.tidy.size() ?? 0,
    close: drop,
  }
}
