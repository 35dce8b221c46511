import type { JsonValue } from '@lamella/core'
import { isContainer, type LoroEvent, type LoroEventBatch, LoroMap } from 'loro-crdt'
import type { DocumentChange } from './document-event.ts'
import type { RootPlace } from './parts.ts'
import { objectIn, plain } from './stored.ts'

/** Translates a batch of the CRDT library into changes of the schema. Omits containers unknown to the schema. */
export function changesOf(batch: LoroEventBatch, places: ReadonlyMap<string, RootPlace>): readonly DocumentChange[] {
  // A container that was just inserted is reported as a value; the change that fills it is not reported again.
  const fresh = new Set<string>()
  const changes: DocumentChange[] = []
  for (const event of batch.events) {
    const [root, ...rest] = event.path
    const place = places.get(String(root))
    if (place === undefined || fresh.has(event.target)) continue
    const section = place.part.section === undefined ? [] : [place.part.section]
    const path = place.field === undefined ? section : [...section, place.field]
    changes.push(...changesAt(event, [...path, ...rest], fresh))
  }
  return changes
}

function changesAt(
  { diff }: LoroEvent,
  path: readonly (string | number)[],
  fresh: Set<string>,
): readonly DocumentChange[] {
  const valuesOf = (items: readonly unknown[]): readonly JsonValue[] =>
    items.map((item) => storedValue(item, fresh) ?? null)
  switch (diff.type) {
    case 'text':
      return [{ path, change: { type: 'text', edits: diff.diff.map((edit) => edited(edit, (text) => text)) } }]
    case 'list':
      return [{ path, change: { type: 'list', edits: diff.diff.map((edit) => edited(edit, valuesOf)) } }]
    case 'counter':
      return [{ path, change: { type: 'counter', by: diff.increment } }]
    case 'map':
      return Object.entries(diff.updated).map(([key, stored]) => {
        const value = stored === undefined ? undefined : storedValue(stored, fresh)
        return { path: [...path, key], change: { type: 'value', value } }
      })
    case 'tree':
      // No schema uses trees, so another program added this one.
      return []
    default:
      return diff satisfies never
  }
}

interface Edit<Insert> {
  readonly insert?: Insert | undefined
  readonly delete?: number | undefined
  readonly retain?: number | undefined
}

type Edited<Value> = { readonly retain: number } | { readonly insert: Value } | { readonly delete: number }

function edited<Insert, Value>(edit: Edit<Insert>, toValue: (insert: Insert) => Value): Edited<Value> {
  const { insert, delete: remove, retain = 0 } = edit
  if (insert !== undefined) return { insert: toValue(insert) }
  return remove === undefined ? { retain } : { delete: remove }
}

function storedValue(stored: unknown, fresh: Set<string>): JsonValue | undefined {
  if (isContainer(stored)) fresh.add(stored.id)
  return stored instanceof LoroMap ? objectIn(stored).value : plain(stored)
}
