import { isTextLayer } from '../collect/is-text-layer.ts'
import type { Fragment, Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { UpdateRule } from '../contract/update-rule.ts'
import { isOwners, toldFingerprint } from './told.ts'

/** What has changed in a layer since the model last saw it, by the rule of each fragment. */
export interface Changes {
  readonly add: readonly Fragment[]
  readonly replace: readonly Fragment[]
  /** Ids. */
  readonly removed: readonly string[]
  /** Whether a text of the owner changed that must not wait. */
  readonly ofOwner: boolean
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
 * Compares what a layer returns with what the model has seen of it.
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
  const add: Fragment[] = []
  const replace: Fragment[] = []
  const present = new Set<string>()
  const isTold = hasPolicy || isTextLayer(layer)
  let ofOwner = false
  for (const fragment of fragments) {
    if (fragment.position !== undefined) continue
    present.add(fragment.id)
    const hash = toldFingerprint(fragment)
    if (told.get(fragment.id) === hash) continue
    const rule = hasPolicy ? 'replace' : ruleOf(updateRuleOf(layer, fragment))
    if (rule === 'hold') continue
    // What the model has seen must be replaced, whatever the rule; what it has not seen replaces nothing.
    const isNew = isTold ? !isSeen(told, fragment.id) : rule === 'add'
    if (isNew) add.push(fragment)
    else replace.push(fragment)
    ofOwner ||= rule === 'replace' && isOwners(hash)
  }
  const gone = ruleOf(own) === 'replace' ? [...told.keys()].filter((id) => isSeen(told, id) && !present.has(id)) : []
  ofOwner ||= gone.some((id) => isOwners(told.get(id)))
  return {
    add,
    replace,
    removed: gone,
    ofOwner: ofOwner && !hasPolicy,
    ofMessages: !isTold && replace.length + gone.length > 0,
  }
}

/** Whether the model has seen a fragment, and not that it is gone. */
function isSeen(told: ReadonlyMap<string, string>, id: string): boolean {
  return (told.get(id) ?? '') !== ''
}

export function isUnchanged({ add, replace, removed }: Changes): boolean {
  return add.length === 0 && replace.length === 0 && removed.length === 0
}

/** A fragment in full. */
export function whole(fragment: Fragment): Kept {
  return { fragment, rung: 0, content: fragment.content }
}
