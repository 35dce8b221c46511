import type { Fragment } from '../contract/fragment.ts'
import type { Message } from '../contract/message.ts'
import type { RunDigest } from '../contract/run.ts'
import { isLamellaError } from '../errors.ts'
import type { Fitted } from '../pipeline/fit.ts'
import { askForDigest, digestMessage, mostGone, roomForText } from '../run/digest.ts'
import { goneMessages, newestOf, readGone } from '../run/gone.ts'
import { type LoadedLayers, type Loading, measureLoaded } from './load-layers.ts'
import type { Settings } from './settings.ts'

/** A cut with a digest of what gave way. */
export interface DigestedCut {
  readonly loaded: LoadedLayers
  readonly fitted: Fitted
  readonly digest?: { readonly state: RunDigest; readonly fragment?: Fragment }
}

/** Fits layers at a cut, with some tokens of its share left free. */
type CutTo = (loaded: LoadedLayers, less: number) => Fitted

const neverAborted = new AbortController().signal

/**
 * Fits a cut, and digests what gives way: first with the room that a digest may take, then with the digest in it. Without
 * messages that give way, or where there is no room for a digest, there is none.
 *
 * @param before The digest before; `undefined` if messages have changed since.
 */
export async function fitWithDigest(
  settings: Settings,
  loading: Loading,
  loaded: LoadedLayers,
  before: RunDigest | undefined,
  cutTo: CutTo,
): Promise<DigestedCut> {
  const { counter } = settings
  const { session, message } = loading.shared
  const plain = (): DigestedCut => ({ loaded, fitted: cutTo(loaded, 0) })
  const index = loaded.measured.findIndex(({ source: { layer, status } }) => layer.digest && status === 'loaded')
  const { source } = loaded.measured[index] ?? {}
  const { layer } = source ?? {}
  if (!source || !layer?.digest) return plain()
  const own = before?.layer === layer.name ? before : undefined
  const goneIn = ({ layers }: Fitted) => goneMessages(session, layers[index]?.kept ?? [], own)
  const whole = plain()
  if (own === undefined && goneIn(whole.fitted).ranges.length === 0) return whole

  const { window, reserve } = loaded.sizes
  const most = Math.floor(layer.digest.share * (window - reserve))
  const room = fittedWith(cutTo, loaded, most)
  if (room === undefined) return whole
  const { ranges, open, until } = goneIn(room)
  if (own === undefined && ranges.length === 0) return whole
  const gone = await readGone(session, newestOf(ranges, mostGone), loading.signal ?? neverAborted)
  const maxTokens = roomForText(layer, most, counter)
  if (maxTokens <= 0) return whole
  const shown = [...room.system.map(({ content }) => content), ...room.messages, ...(message ? [message] : [])]
  const made = askForDigest(layer, layer.digest, { gone, before: own?.memory, shown, maxTokens, count: counter.text })
  if (made === undefined) return whole
  const state = { layer: layer.name, memory: made.memory, until, open }
  if (made.text === '') return { ...whole, digest: { state } }
  const content: readonly Message[] = [digestMessage(layer, made)]
  const fragment: Fragment = { id: freeId(source.result.fragments), content, pinned: true }
  const result = { ...source.result, fragments: [fragment, ...source.result.fragments] }
  const isFollowed = loaded.measured.slice(index + 1).some(({ source: { layer: other }, fragments }) => {
    return other.placement === 'messages' && fragments.length > 0
  })
  const again = measureLoaded(settings, { ...source, result }, window, isFollowed)
  const digested = {
    ...loaded,
    measured: loaded.measured.with(index, again.measured),
    wholes: loaded.wholes.with(index, again.whole),
  }
  const fitted = fittedWith(cutTo, digested, most - counter.content(content))
  return fitted ? { loaded: digested, fitted, digest: { state, fragment } } : whole
}

/** What is pinned may leave no room for a digest. */
function fittedWith(cutTo: CutTo, loaded: LoadedLayers, less: number): Fitted | undefined {
  try {
    return cutTo(loaded, less)
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
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
