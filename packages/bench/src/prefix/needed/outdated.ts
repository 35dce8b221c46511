import type { Message } from '@lamella/core'
import type { DigestEntry } from './digest-entries.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { fieldOf } from './true-entries.ts'
import { standsIn } from './values.ts'

/** A field of a JSON result. Results of one tool about the same entity have the same slot for the same field. */
interface Field {
  readonly slots: readonly string[]
  /** The names of the fields on the way to it. */
  readonly path: readonly string[]
  readonly value: string
}

/**
 * Creates a check for values that are no longer true: a later result of the same tool, about the same entity, has
 * another value in the same field. Two results are about the same entity if the calls had the same arguments, or if
 * all id fields of the object are the same.
 */
export function outdatedIn(session: readonly Message[]): (entry: DigestEntry) => boolean {
  const inputs = new Map<string, unknown>()
  const newest = new Map<string, string>()
  const fields = session.map((message) => {
    const pieces = piecesOf(message)
    for (const { from, tool, json } of pieces) if (from === 'call' && tool) inputs.set(tool.call, json)
    const found = pieces.flatMap((piece) => fieldsOf(piece, inputs))
    for (const { slots, value } of found) for (const slot of slots) newest.set(slot, value)
    return found
  })
  return ({ position, label, value }) => {
    const field = label === undefined ? undefined : fieldOf(label)
    const meant = (fields[position] ?? []).filter(
      (one) =>
        standsIn(value, one.value) && (field === undefined || one.path.some((name) => name.toLowerCase() === field)),
    )
    return meant.length > 0 && meant.every((one) => one.slots.some((slot) => newest.get(slot) !== one.value))
  }
}

function fieldsOf({ from, tool, json }: Piece, inputs: ReadonlyMap<string, unknown>): readonly Field[] {
  if (from !== 'result' || !tool) return []
  const asked = JSON.stringify([tool.name, 'called with', inputs.get(tool.call)])
  const objects = Array.isArray(json) ? json : [json]
  return objects.flatMap((object, index) => {
    const ids = idsOf(object)
    const entities = [`${asked} ${ids || index}`, ...(ids ? [JSON.stringify([tool.name, ids])] : [])]
    return scalarsOf(object).map(({ steps, path, value }) => ({
      slots: entities.map((entity) => `${entity} ${JSON.stringify(steps)}`),
      path,
      value,
    }))
  })
}

/** Returns the id fields of an object as text; '' if it has none. */
function idsOf(object: unknown): string {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return ''
  const ids = Object.entries(object).filter(
    ([name, value]) => /(?:^|_)id$|Id$/.test(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return ids.length === 0 ? '' : JSON.stringify(ids)
}

interface Scalar {
  /** Field names, and for objects in lists their ids or their places. */
  readonly steps: readonly string[]
  readonly path: readonly string[]
  readonly value: string
}

/** Lists the strings, numbers and truth values in the fields of an object. Values in plain lists have no field. */
function scalarsOf(value: unknown, steps: readonly string[] = [], path: readonly string[] = []): readonly Scalar[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      typeof item === 'object' ? scalarsOf(item, [...steps, idsOf(item) || String(index)], path) : [],
    )
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inside]) => scalarsOf(inside, [...steps, name], [...path, name]))
  }
  return value === null || value === undefined || path.length === 0 ? [] : [{ steps, path, value: String(value) }]
}
