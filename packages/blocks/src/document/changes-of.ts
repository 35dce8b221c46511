import type { JsonValue } from '@lamella/core'
import { isContainer, type LoroEvent, type LoroEventBatch, LoroMap } from 'loro-crdt'
import type { DocumentChange, ListChange, TextChange } from './document-event.ts'
import type { RootPlace } from './roots.ts'
import { objectIn, plain } from './stored.ts'

/** What a batch of the CRDT library says, in terms of the schema. Containers that the schema does not know are left out. */
export function changesOf(batch: LoroEventBatch, places: ReadonlyMap<string, RootPlace>): readonly DocumentChange[] {
  // A container that has just been put somewhere is told as the value it is, and not once more as a change of its own.
  const fresh = new Set<string>()
  const changes: DocumentChange[] = []
  for (const event of batch.events) {
    const [root, ...rest] = event.path
    const place = places.get(String(root))
    if (place === undefined || fresh.has(event.target)) continue
    const section = place.part.section === undefined ? [] : [place.part.section]
    const path = place.field === undefined ? section : [...section, place.field]
    changes.push(
      ...changesAt(event, [...path, ...rest.map((key) => (typeof key === 'number' ? key : String(key)))], fresh),
    )
  }
  return changes
}

function changesAt(
  { diff }: LoroEvent,
  path: readonly (string | number)[],
  fresh: Set<string>,
): readonly DocumentChange[] {
  switch (diff.type) {
    case 'text':
      return [{ path, change: { type: 'text', edits: diff.diff.map(textEdit) } }]
    case 'list':
      return [{ path, change: { type: 'list', edits: diff.diff.map((edit) => listEdit(edit, fresh)) } }]
    case 'counter':
      return [{ path, change: { type: 'counter', by: diff.increment } }]
    case 'map':
      return Object.entries(diff.updated).map(([key, stored]) => {
        const value = stored === undefined ? undefined : storedValue(stored, fresh)
        return { path: [...path, key], change: { type: 'value', value } }
      })
    case 'tree':
      // No schema uses one: somebody else has put it there.
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

function textEdit({ insert, delete: remove, retain }: Edit<string>): TextChange['edits'][number] {
  if (insert !== undefined) return { insert }
  return remove === undefined ? { retain: retain ?? 0 } : { delete: remove }
}

function listEdit(
  { insert, delete: remove, retain }: Edit<readonly unknown[]>,
  fresh: Set<string>,
): ListChange['edits'][number] {
  if (insert !== undefined) return { insert: insert.map((one) => storedValue(one, fresh) ?? null) }
  return remove === undefined ? { retain: retain ?? 0 } : { delete: remove }
}

function storedValue(stored: unknown, fresh: Set<string>): JsonValue | undefined {
  if (isContainer(stored)) fresh.add(stored.id)
  return stored instanceof LoroMap ? objectIn(stored).value : plain(stored)
}
