import type { Layer } from '@lamella/core'
import type { ComposedLayer, Counter, Fitted, Measured, RequestLayout, Sizes } from '@lamella/core/plugin'
import { isTextLayer, placed } from '@lamella/core/plugin'
import type { RunInsert, RunRow, RunState } from '../contract/run.ts'
import { whole } from './changes.ts'
import { endOf } from './run-report.ts'
import { interleaved, type PlacedItem, type PositionedKept } from './session-messages.ts'
import { tokensWithTools } from './tool-changes.ts'

/** A request that extends the one before, and where its parts are. */
export interface Extended {
  readonly fitted: Fitted
  readonly layout: RequestLayout
}

/**
 * Composes a request of an epoch: its head as it was sent, the messages of the session, and the updates in their places.
 * Nothing gives way here; the caller checks that it fits.
 */
export function joinRequest(
  measured: readonly Measured[],
  session: readonly PositionedKept[],
  run: RunState,
  inserts: readonly RunInsert[],
  counter: Counter,
  sizes: Sizes,
  handedOn: readonly RunRow[],
  isForeign: (position: number) => boolean,
): Extended {
  const layers = new Map(measured.map(({ source }) => [source.layer.name, source.layer]))
  const layerOf = (name: string): Layer => layers.get(name) ?? goneLayer(name)
  const { system, lead } = run.head
  const first = lead.map(({ layer, message }, index): PlacedItem => {
    const content = [message]
    const fragment = { id: `lead-${index}`, content }
    return { layer: layerOf(layer), kept: { fragment, rung: 0, content }, messages: content }
  })
  const items = [...first, ...interleaved(session, inserts, run.stale, ({ layer }) => layerOf(layer), isForeign)]
  const parts = system.map(({ content, layer }) => {
    return { layer: layerOf(layer), kept: [], text: content, tokens: counter.text(content) }
  })
  const fragments = items.map((item) => {
    const { layer, kept, messages } = item
    return { layer, kept, messages, tokens: kept.fragment.tokens?.[0] ?? tokensWithTools(messages, counter) }
  })
  const layout = placed(parts, fragments, counter, sizes.tools)
  const spent = new Map<string, number>()
  for (const { layer, tokens } of [...parts, ...fragments]) {
    spent.set(layer.name, (spent.get(layer.name) ?? 0) + tokens)
  }
  const tokens = [...spent.values()].reduce((sum, one) => sum + one, 0)
  return {
    layout,
    fitted: {
      layers: measured.map((item) => composedOf(item, spent.get(item.source.layer.name) ?? 0)),
      system,
      messages: items.flatMap(({ messages }) => messages),
      tokens,
      framing: endOf(layout) - sizes.tools - tokens,
      sizes,
      plan: { fits: true, asked: tokens + savedBy(handedOn), tokens, fates: [], rungs: [], truncated: false },
    },
  }
}

/** The tokens that the cut of the epoch has saved. */
function savedBy(rows: readonly RunRow[]): number {
  return rows.reduce((sum, { row }) => (row.reason === 'repair' ? sum : sum + row.tokensBefore - row.tokensAfter), 0)
}

/** Returns the kept fragments that have a position, in order, whichever layers they are from. */
export function positioned(measured: readonly Measured[]): readonly PositionedKept[] {
  return measured
    .flatMap(({ source, fragments }) =>
      isTextLayer(source.layer)
        ? []
        : fragments.flatMap((fragment) => {
            const { position } = fragment
            return position === undefined ? [] : [{ layer: source.layer, kept: whole(fragment), position }]
          }),
    )
    .sort((a, b) => a.position - b.position)
}

function composedOf({ fragments }: Measured, tokens: number): ComposedLayer {
  return { kept: fragments.map(whole), text: '', tokens }
}

/** Stands for a layer that the builder no longer has. */
function goneLayer(name: string): Layer {
  return {
    spec: 1,
    name,
    order: 0,
    priority: 0,
    stability: 'session',
    placement: 'messages',
    load: () => undefined,
  }
}
