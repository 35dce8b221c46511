import type { FragmentContent } from '@lamella/core'
import type { RecordedContext } from '../../src/contract/recording.ts'
import { contentText } from '../../src/model/conversation.ts'
import { type FragmentRow, fragmentRows } from '../../src/model/fragment-rows.ts'
import { planLayers, type WindowLayer } from '../../src/model/plan-layers.ts'
import type { ReadBuild } from '../../src/recording/read-recording.ts'
import { looksOf } from '../parts/looks.ts'

/** A build that succeeded, prepared for the page. */
export interface BuildData {
  readonly build: ReadBuild
  readonly made: RecordedContext
  readonly rows: readonly FragmentRow[]
  readonly layers: readonly WindowLayer[]
  /** The class of each layer, by name. */
  readonly looks: ReadonlyMap<string, string>
  /** Returns the index of a fragment of a layer; the last one, if a layer has an id twice. */
  indexOf(layer: string, fragment: string): number | undefined
  /** Returns a content; `undefined` if the recording does not have it. */
  contentOf(key: string): FragmentContent | undefined
  /** Returns the text of a content; `undefined` if the recording does not have it. */
  textOf(key: string): string | undefined
  /** Whether a row has a text, in its id, layer, origin or contents. `query` in lower case. */
  matches(row: FragmentRow, query: string): boolean
}

/** Prepares a build. Texts are read when they are asked for. */
export function buildData(build: ReadBuild): BuildData | undefined {
  const { made, contentOf } = build
  if (!made) return undefined
  const rows = fragmentRows(made)
  const texts = new Map<string, string | undefined>()
  const lower = new Map<string, string>()
  const places = new Map<string, Map<string, number>>()
  for (const [index, { of, fragment }] of rows.entries()) {
    const ids = places.get(of.name) ?? new Map<string, number>()
    places.set(of.name, ids.set(fragment.id, index))
  }
  const textOf = (key: string): string | undefined => {
    if (!texts.has(key)) {
      const content = contentOf(key)
      texts.set(key, content === undefined ? undefined : contentText(content))
    }
    return texts.get(key)
  }
  const lowerOf = (key: string): string => {
    const known = lower.get(key) ?? (textOf(key) ?? '').toLowerCase()
    lower.set(key, known)
    return known
  }
  return {
    build,
    made,
    rows,
    layers: planLayers(made),
    looks: looksOf(made.layers.map(({ name }) => name)),
    contentOf,
    indexOf: (layer, fragment) => places.get(layer)?.get(fragment),
    textOf,
    matches: ({ of, fragment }, query) => {
      const { id, origin, contents } = fragment
      const facts = `${id}\n${of.name}\n${origin?.by ?? ''}\n${origin?.from ?? ''}`.toLowerCase()
      return facts.includes(query) || contents.some((key) => lowerOf(key).includes(query))
    },
  }
}
