import type { Fragment, Kept, Layer, Message } from '@lamella/core'
import type { Collected, Fitted, LoadedLayers } from '@lamella/core/plugin'
import { isOverflow, nativeSummaryOf } from '@lamella/core/plugin'
import type { RunDigest } from '../contract/run.ts'
import { askForDigest, digestMessage, loadPolicy, mostGone, roomForText } from './digest.ts'
import { type Gone, goneMessages, newestOf, readGone } from './gone.ts'
import type { RunStages } from './run-stages.ts'

/** A cut, and the digest of what gave way. */
export interface DigestedCut {
  readonly loaded: LoadedLayers
  readonly fitted: Fitted
  /** Without a fragment it is remembered but not shown: everything in it is in the request, or there is no room. */
  readonly digest?: { readonly state: RunDigest; readonly fragment?: Fragment }
}

/** Fits layers at a cut, with some tokens of its share left free. */
type CutTo = (loaded: LoadedLayers, less: number) => Fitted

/** The layer whose messages are digested. */
interface Digested {
  readonly source: Collected
  readonly index: number
  readonly digest: NonNullable<Layer['digest']>
  /** The digest before, if it was of this layer. */
  readonly before: RunDigest | undefined
}

/** How often a digest is made at most: what it takes less than it may is less each time. */
const mostRounds = 5

const neverAborted = new AbortController().signal

/**
 * Fits a cut, and digests what gives way: first with the room that a digest may take left free, then with the room that it took.
 * Messages get the rest.
 *
 * @param before The digest before; `undefined` if messages have changed since.
 */
export async function fitWithDigest(
  stages: RunStages,
  loaded: LoadedLayers,
  before: RunDigest | undefined,
  cutTo: CutTo,
): Promise<DigestedCut> {
  const whole = cutTo(loaded, 0)
  const layer = digestedLayer(loaded, before)
  if (layer === undefined) return { loaded, fitted: whole }
  const { source, index, digest } = layer
  const { counter, request, signal = neverAborted } = stages
  const { session } = request
  const goneIn = ({ layers }: Fitted): Gone => goneMessages(session, layers[index]?.kept ?? [], layer.before)
  // Without room for a digest, what gives way now is digested at the next cut.
  const without = { loaded, fitted: whole, ...(layer.before && { digest: { state: layer.before } }) }
  if (layer.before === undefined && goneIn(whole).ranges.length === 0) return without

  const policy = await loadPolicy(source.layer, digest)
  const { window, reserve } = loaded.sizes
  const most = Math.floor(policy.share * (window - reserve))
  const digestIn = async (less: number, room: number): Promise<MadeDigest | undefined> => {
    const maxTokens = roomForText(source.layer, room, counter)
    const reduced = maxTokens > 0 ? unlessOverflow(() => cutTo(loaded, less)) : undefined
    if (reduced === undefined) return undefined
    const { ranges, open, until } = goneIn(reduced)
    const made = askForDigest(source.layer, policy, {
      gone: await readGone(session, newestOf(ranges, mostGone), signal),
      before: layer.before?.memory,
      shown: [...reduced.system.map(({ content }) => content), ...reduced.messages],
      tools: loaded.tools,
      session,
      maxTokens,
      count: counter.text,
    })
    if (made === undefined) return undefined
    const state: RunDigest = { layer: source.layer.name, memory: made.memory, until, open }
    const kept = reduced.layers[index]?.kept ?? []
    if (made.text === '') return { state, ranges, kept, tokens: 0 }
    const content = [digestMessage(source.layer, made)]
    const fragment: Fragment = { id: freeId(source.result.fragments), content, pinned: true }
    return { state, ranges, kept, fragment, tokens: counter.content(content) }
  }
  let made = await digestIn(most, most)
  if (made === undefined) return without
  let shown = shownWith(made)
  // Messages for which there is room now, if only in a shorter form, are not in the digest: it is made again, of fewer.
  for (let round = 1; round < mostRounds && made.fragment && !isOf(made, shown); round++) {
    const next: MadeDigest | undefined = await digestIn(made.tokens, made.tokens)
    // Of what the request shows now, there is nothing to say.
    if (next === undefined) return without
    made = next
    shown = shownWith(made)
  }
  return shown

  function isOf({ ranges, kept }: MadeDigest, { fitted }: DigestedCut): boolean {
    const isSame = JSON.stringify(goneIn(fitted).ranges) === JSON.stringify(ranges)
    const [before, now] = [formsOf(kept), formsOf(fitted.layers[index]?.kept ?? [])]
    return isSame && before.length === now.length && before.every((form, at) => form === now[at])
  }

  function shownWith({ state, fragment }: MadeDigest): DigestedCut {
    if (fragment === undefined) return { loaded, fitted: whole, digest: { state } }
    const digested = withFragment(stages, loaded, layer as Digested, fragment)
    const fitted = unlessOverflow(() => cutTo(digested, 0))
    return fitted ? { loaded: digested, fitted, digest: { state, fragment } } : without
  }
}

/** A digest of what a cut drops, and what its message takes. Without a fragment there is nothing to say. */
interface MadeDigest {
  readonly state: RunDigest
  /** Positions of the messages that it is made of. */
  readonly ranges: Gone['ranges']
  /** What of the layer the request shows that it is made for. */
  readonly kept: readonly Kept[]
  readonly fragment?: Fragment
  readonly tokens: number
}

/** The forms in which messages of the session are shown. */
function formsOf(kept: readonly Kept[]): readonly Kept['content'][] {
  return kept.flatMap(({ fragment, content }) => (fragment.position === undefined ? [] : [content]))
}

/** Finds the layer that shows the session and digests it: the first one. */
function digestedLayer({ measured }: LoadedLayers, before: RunDigest | undefined): Digested | undefined {
  for (const [index, { source }] of measured.entries()) {
    const { name, digest } = source.layer
    if (!digest || source.status !== 'loaded') continue
    return { source, index, digest, before: before?.layer === name ? before : undefined }
  }
  return undefined
}

/**
 * Puts the fragment before those of its layer, but after a summary as its provider wrote it, which has to be the first message, and
 * after the system messages with which the session begins.
 */
function withFragment(
  { measure }: RunStages,
  loaded: LoadedLayers,
  { source, index }: Digested,
  fragment: Fragment,
): LoadedLayers {
  const isFollowed = loaded.measured.slice(index + 1).some(({ source: { layer }, fragments }) => {
    return layer.placement === 'messages' && fragments.length > 0
  })
  const { fragments } = source.result
  const isNative = (one: Fragment): boolean => (one.content as readonly Message[]).some(nativeSummaryOf)
  const others = fragments.findIndex(({ content, pinned }) => !pinned || (content[0] as Message).role !== 'system')
  const at = Math.max(fragments.findLastIndex(isNative) + 1, others)
  const result = { ...source.result, fragments: fragments.toSpliced(at, 0, fragment) }
  const { measured, whole } = measure({ ...source, result }, isFollowed)
  return { ...loaded, measured: loaded.measured.with(index, measured), wholes: loaded.wholes.with(index, whole) }
}

/** What is pinned may leave no room for a digest. */
function unlessOverflow(fitted: () => Fitted): Fitted | undefined {
  try {
    return fitted()
  } catch (error) {
    if (isOverflow(error)) return undefined
    throw error
  }
}

/** The id of the digest among the fragments of its layer. */
function freeId(fragments: readonly Fragment[]): string {
  const ids = new Set(fragments.map(({ id }) => id))
  let id = 'digest'
  while (ids.has(id)) id += "'"
  return id
}
