import type { Fragment, Kept, Layer } from '@lamella/core'
import type { UpdateMark, UpdateRule } from '@lamella/core/plugin'
import { isTextLayer } from '@lamella/core/plugin'
import { isOwners, toldFingerprint } from './told.ts'

/** Changes that are announced together. */
export interface ChangesOfAuthor {
  readonly add: readonly Fragment[]
  readonly replace: readonly Fragment[]
  /** Ids. */
  readonly removed: readonly string[]
}

/** What has changed in a layer since the model last saw it, by who wrote it and by the rule of each fragment. */
export interface Changes extends Readonly<Record<UpdateMark['by'], ChangesOfAuthor>> {
  /** Whether messages must be replaced, which no update can do. */
  readonly ofMessages: boolean
}

const byStability = { static: 'hold', session: 'replace', turn: 'add' } as const

/** Returns the rule of a fragment. A layer with a policy has no other. */
export function updateRuleOf({ update, stability }: Layer, fragment: Pick<Fragment, 'update'>): UpdateRule {
  if (typeof update === 'object') return 'replace'
  return fragment.update ?? update ?? byStability[stability]
}

/**
 * Compares what a layer returns with what the model has seen of it. Texts of the owner with the rule `replace` are the
 * owner's changes; everything else is data, and so is all that a policy writes.
 *
 * @param canRevoke Whether the layer says what was revoked. If not, it must not add: the model would keep what is gone.
 */
export function changesOf(
  layer: Layer,
  fragments: readonly Fragment[],
  told: ReadonlyMap<string, string>,
  canRevoke: boolean,
): Changes {
  const hasPolicy = typeof layer.update === 'object'
  const own = updateRuleOf(layer, {})
  const ruleOf = (rule: UpdateRule): UpdateRule => (rule === 'add' && !canRevoke ? 'replace' : rule)
  const data = { add: [] as Fragment[], replace: [] as Fragment[], removed: [] as string[] }
  const owner = { add: [] as Fragment[], replace: [] as Fragment[], removed: [] as string[] }
  const present = new Set<string>()
  const isTold = hasPolicy || isTextLayer(layer)
  for (const fragment of fragments) {
    if (fragment.position !== undefined) continue
    const { id } = fragment
    present.add(id)
    const hash = toldFingerprint(fragment)
    if (told.get(id) === hash) continue
    const rule = hasPolicy ? 'replace' : ruleOf(updateRuleOf(layer, fragment))
    if (rule === 'hold') continue
    const mayInstruct = rule === 'replace' && !hasPolicy
    const by = mayInstruct && isOwners(hash) ? owner : data
    // Data replaces no instruction: the owner's text is removed, and the other one is in addition.
    const wasOwners = mayInstruct && by === data && isOwners(told.get(id))
    if (wasOwners) owner.removed.push(id)
    // What the model has seen must be replaced, whatever the rule; what it has not seen replaces nothing.
    const isNew = isTold ? wasOwners || !isSeen(told, id) : rule === 'add'
    if (isNew) by.add.push(fragment)
    else by.replace.push(fragment)
  }
  const gone = ruleOf(own) === 'replace' ? [...told.keys()].filter((id) => isSeen(told, id) && !present.has(id)) : []
  for (const id of gone) (isOwners(told.get(id)) && !hasPolicy ? owner : data).removed.push(id)
  const replaced = [data, owner].some(({ replace, removed }) => replace.length + removed.length > 0)
  return { data, owner, ofMessages: !isTold && replaced }
}

/** Whether the model has seen a fragment, and not that it is gone. */
function isSeen(told: ReadonlyMap<string, string>, id: string): boolean {
  return (told.get(id) ?? '') !== ''
}

export function isUnchanged({ add, replace, removed }: ChangesOfAuthor): boolean {
  return add.length === 0 && replace.length === 0 && removed.length === 0
}

/** A fragment in full. */
export function whole(fragment: Fragment): Kept {
  return { fragment, rung: 0, content: fragment.content }
}
