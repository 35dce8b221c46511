import type { Fragment } from '@lamella/core'
import { contentFingerprint } from '@lamella/store'
import type { RunState } from '../contract/run.ts'

/** Marks the fingerprints of texts that the owner wrote. */
const owner = 'owner:'

/** Returns the fingerprint of a fragment as a run keeps it. */
export function toldFingerprint({ content, origin }: Fragment): string {
  return `${origin?.by === 'owner' ? owner : ''}${contentFingerprint(content)}`
}

/** Returns the fingerprints of fragments by id, without those of messages of the session. */
export function toldOf(fragments: readonly Fragment[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fragments.filter(({ position }) => position === undefined).map((one) => [one.id, toldFingerprint(one)]),
  )
}

export function isOwners(fingerprint: string | undefined): boolean {
  return fingerprint?.startsWith(owner) === true
}

/** Returns what the model has seen of each layer in this epoch: the head, and the updates since. */
export function toldByLayer({ head, inserts }: RunState): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const told = new Map(Object.entries(head.told).map(([layer, ids]) => [layer, new Map(Object.entries(ids))]))
  for (const { layer, told: more } of inserts) {
    const ids = told.get(layer) ?? new Map<string, string>()
    for (const [id, hash] of Object.entries(more)) ids.set(id, hash)
    told.set(layer, ids)
  }
  return told
}
