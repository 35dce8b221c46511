import { type Amounts, isObject } from '@lamella/core/plugin'
import type {
  RecordedContext,
  RecordedFragment,
  RecordedItem,
  RecordedLayer,
  RecordedTool,
  RecordedUnit,
} from '../contract/recording.ts'
import type {
  WrittenAmounts,
  WrittenContext,
  WrittenItem,
  WrittenLayer,
  WrittenOffer,
  WrittenThings,
  WrittenUnit,
} from '../contract/recording-line.ts'
import { numbersOf } from './numbers.ts'

/** What builds since a header have in common, by number. */
export interface Things {
  add(things: WrittenThings): void
  /** Returns a build as it was, and how many things it names that the recording does not have. */
  contextOf(written: WrittenContext): { readonly made: RecordedContext; readonly missing: number }
}

/** Stands for a unit whose line is missing. */
const noUnit: RecordedUnit = { fragments: [], tokens: [0] }

/** Creates the memory of a reader. */
export function createThings(): Things {
  const layers = new Map<number, WrittenLayer>()
  const units = new Map<number, RecordedUnit>()
  const items = new Map<number, WrittenItem>()
  const tools = new Map<number, RecordedTool>()
  const composed = new Map<number, readonly number[]>()
  // What is damaged counts as missing.
  const listOf = <One>(list: readonly One[] | undefined): readonly One[] =>
    Array.isArray(list) ? list.filter((one): boolean => isObject(one)) : []

  const layerOf = (offer: WrittenOffer, own: readonly (RecordedUnit | undefined)[]): RecordedLayer => {
    const { layer, got, asked = got, frame = 0, status = 'loaded', why, steps, omitted = [], notices = [] } = offer
    const { n: _, ...fields } = layers.get(layer) ?? unknownLayer
    return {
      ...fields,
      ...{ status, frame, asked, got, omitted, notices },
      ...(why !== undefined && { why }),
      ...(steps && { steps }),
      units: unitsOf(own, offer),
    }
  }
  return {
    add: (given) => {
      for (const one of listOf(given.layers)) if (typeof one.name === 'string') layers.set(one.n, one)
      for (const one of listOf(given.units).filter(isUnit)) units.set(one.n, keptWhole(one))
      for (const one of listOf(given.items)) items.set(one.n, one)
      for (const { n, ...tool } of listOf(given.tools)) tools.set(n, tool)
      for (const { n, tokens } of listOf(given.composed)) if (Array.isArray(tokens)) composed.set(n, tokens)
    },
    contextOf: ({
      layers: offers,
      start,
      toolsEnd,
      items: sent,
      tools: given,
      rows = [],
      truncated = false,
      ...rest
    }) => {
      let missing = 0
      const found = <One>(map: ReadonlyMap<number, One>, n: number): One | undefined => {
        const one = map.get(n)
        if (one === undefined) missing++
        return one
      }
      let at = toolsEnd
      let from = 0
      const placed = numbersOf(sent).flatMap((n): RecordedItem[] => {
        const item = found(items, n)
        if (!item) return []
        const { place, layer, fragment, content, tokens, messages = 1 } = item
        const begin = at
        at += tokens
        const position = from
        if (place === 'messages') from += messages
        const own = { ...(fragment !== undefined && { fragment }), ...(place === 'messages' && { from: position }) }
        return [{ place, layer, ...own, content, start: begin, end: at }]
      })
      const made = {
        ...rest,
        rows,
        truncated,
        layers: offers.map((offer) => {
          found(layers, offer.layer)
          const own = numbersOf(offer.units).map((n) => found(units, n))
          const sizes = offer.composed === undefined ? undefined : (found(composed, offer.composed) ?? [])
          return { ...layerOf(offer, own), ...(sizes && { composed: sizes }) }
        }),
        layout: { start, tools: toolsEnd, items: placed },
        tools: numbersOf(given).flatMap((n) => found(tools, n) ?? []),
      }
      return { made, missing }
    },
  }
}

const unknownLayer: WrittenLayer = {
  ...{ n: 0, name: '?', order: 0, priority: 0, stability: 'turn', placement: 'messages', min: 0 },
  policy: 'lowest-rank-first',
}

function isUnit({ fragments, tokens }: WrittenUnit): boolean {
  return Array.isArray(tokens) && Array.isArray(fragments) && fragments.every((one) => Array.isArray(one?.contents))
}

/** Most units are kept in full: builds share this object. */
function keptWhole({ fragments, tokens, page }: WrittenUnit): RecordedUnit {
  return {
    fragments: fragments.map((one): RecordedFragment => ({ ...one, kept: 0 })),
    tokens,
    ...(page !== undefined && { page }),
  }
}

function unitsOf(
  own: readonly (RecordedUnit | undefined)[],
  { kept, ranked, amounts }: Pick<WrittenOffer, 'kept' | 'ranked' | 'amounts'>,
): readonly RecordedUnit[] {
  if (!kept && !ranked && !amounts) return own.map((unit) => unit ?? noUnit)
  let at = 0
  return own.map((unit, index) => {
    if (!unit) return noUnit
    return {
      ...unit,
      ...(amounts?.[index] && { amounts: amounts[index].map(readAmounts) }),
      fragments: unit.fragments.map(({ kept: _, ...fragment }): RecordedFragment => {
        const rung = kept?.[at++] ?? 0
        const why = ranked && Object.hasOwn(ranked, fragment.id) ? ranked[fragment.id] : undefined
        return { ...fragment, ...(rung >= 0 && { kept: rung }), ...(why && { why }) }
      }),
    }
  })
}

function readAmounts([bytes, media, images, imageBytes]: WrittenAmounts): Amounts {
  return { bytes, media, images, imageBytes }
}
