import type { RecordedContext } from '@lamella/inspector'

/** What became of a fragment between two builds. */
export interface FragmentChange {
  readonly layer: string
  readonly fragment: string
  /**
   * `added`, `removed`: only one build has it. `changed`: another text. `shortened`, `dropped`: it gave way; `restored`:
   * it no longer does, or less.
   */
  readonly what: 'added' | 'removed' | 'changed' | 'shortened' | 'dropped' | 'restored'
  /** Tokens; absent for a fragment that shares a unit with others. */
  readonly before?: number
  readonly after?: number
  /** Why it gave way: `window` or `layer-max`. */
  readonly reason?: string
}

/** A fragment as a build offered it. */
interface Offered {
  readonly layer: string
  readonly id: string
  /** Its text in full. */
  readonly whole: string | undefined
  /** The rung that was kept, and its text. Absent if it was dropped. */
  readonly rung: number | undefined
  readonly text: string | undefined
  readonly tokens: number | undefined
}

/** Returns the fragments that differ, in the order of the second build; removed ones last. */
export function fragmentChanges(before: RecordedContext, after: RecordedContext): readonly FragmentChange[] {
  const [old, now] = [offered(before), offered(after)]
  const reasons = new Map(after.rows.map((row) => [keyOf(row.layer, row.fragment), row.reason]))
  const changes: FragmentChange[] = []
  for (const [key, one] of now) {
    const was = old.get(key)
    const what = changeOf(was, one)
    if (what === undefined) continue
    const reason = what === 'shortened' || what === 'dropped' ? reasons.get(key) : undefined
    changes.push({
      layer: one.layer,
      fragment: one.id,
      what,
      ...(was?.tokens !== undefined && { before: was.tokens }),
      ...(one.tokens !== undefined && { after: one.tokens }),
      ...(reason !== undefined && { reason }),
    })
  }
  for (const [key, { layer, id, rung, tokens }] of old) {
    if (now.has(key) || rung === undefined) continue
    changes.push({ layer, fragment: id, what: 'removed', ...(tokens !== undefined && { before: tokens }) })
  }
  return changes
}

function changeOf(was: Offered | undefined, one: Offered): FragmentChange['what'] | undefined {
  // Something that is new and was not sent changes nothing.
  if (!was) return one.rung === undefined ? undefined : 'added'
  if (was.rung === undefined) return one.rung === undefined ? undefined : 'restored'
  if (one.rung === undefined) return 'dropped'
  if (was.text === one.text) return undefined
  if (was.whole !== one.whole || was.rung === one.rung) return 'changed'
  return one.rung > was.rung ? 'shortened' : 'restored'
}

function offered({ layers }: RecordedContext): ReadonlyMap<string, Offered> {
  const all = new Map<string, Offered>()
  for (const { name: layer, units } of layers) {
    for (const { fragments, tokens } of units) {
      for (const { id, kept: rung, contents } of fragments) {
        const size = rung === undefined ? 0 : fragments.length === 1 ? tokens[rung] : undefined
        const text = rung === undefined ? undefined : contents[rung]
        all.set(keyOf(layer, id), { layer, id, whole: contents[0], rung, text, tokens: size })
      }
    }
  }
  return all
}

function keyOf(layer: string, fragment: string): string {
  return JSON.stringify([layer, fragment])
}
