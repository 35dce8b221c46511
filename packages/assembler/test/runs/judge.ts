import type { LayerReport } from '@lamella/core'
import type { RunContext } from '@lamella/runs'
import { type Believed, keyOf, replay } from './replay.ts'

/** What a layer has to say now, and by which rule its changes are told. */
export interface Present {
  /** `grows`: a policy that tells what is new, and not what is gone. */
  readonly rule: 'add' | 'replace' | 'hold' | 'grows'
  readonly now: ReadonlyMap<string, string>
  /** Whose texts its changes are, for a layer of the owner. Default: data. */
  readonly by?: 'owner'
  /** Which statements still exist, for a layer that says what it revoked. */
  readonly exists?: (key: string) => boolean
}

export type World = ReadonlyMap<string, Present>

/** What a judge keeps of a request for the one that follows it. */
export interface Judged {
  readonly believed: Believed
  /** Rows of the epoch's cut, as `layer/key`: there was no room for these. */
  readonly lost: ReadonlySet<string>
  readonly held: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** What layers that may revoke have shown for the open question, as `layer/key`. */
  readonly shown: ReadonlySet<string>
}

/**
 * Judges a request by what a model that reads it takes to hold (G12), and by what it was shown for the question (G14).
 *
 * @param asks Whether the request has a new message. Others are in the middle of a turn.
 * @throws Error that names what is wrong
 */
export function judge(
  context: RunContext,
  before: { readonly context: RunContext; readonly judged: Judged } | undefined,
  world: World,
  asks: boolean,
): Judged {
  const believed = replay(context)
  const reason = context.report.run?.cut?.reason
  // After an edit of the past the head may stay.
  const isEdited = reason === 'edited' && JSON.stringify(before?.context.system) === JSON.stringify(context.system)
  const isBegun = !before || (reason !== undefined && !isEdited)
  const isAnew = isBegun || isEdited
  const rows = new Set(context.report.rows.map(({ layer, fragment }) => `${layer}/${keyOf(fragment)}`))
  const lost = new Set([...(isBegun ? [] : (before?.judged.lost ?? [])), ...(isAnew ? rows : [])])
  const isExcused = (layer: string, key: string): boolean => rows.has(`${layer}/${key}`) || lost.has(`${layer}/${key}`)
  const says = (layer: string): ReadonlyMap<string, string> => believed.get(layer) ?? new Map()
  const wrong = (layer: string, key: string, why: string): never => {
    throw new Error(`${layer}/${key} ${why}; ${asks ? 'a question' : 'in a turn'}, ${reason ?? 'extends'}`)
  }
  const statuses = context.report.layers as Readonly<Record<string, LayerReport>>
  const isLoaded = (layer: string): boolean => statuses[layer]?.status === 'loaded'
  const shownBefore = asks ? new Set<string>() : (before?.judged.shown ?? new Set<string>())

  for (const [layer, { rule, now, exists }] of world) {
    if (statuses[layer]?.status === 'hidden' && says(layer).size > 0) wrong(layer, '', 'is hidden, and told')
    if (!isLoaded(layer) || rule === 'hold') continue
    for (const key of says(layer).keys()) {
      if (exists && !exists(key) && rule !== 'grows') wrong(layer, key, 'was erased, and is sent')
    }
    // There are no updates between a call and its result.
    if (!(asks || isBegun)) continue
    for (const [key, version] of now) {
      const is = says(layer).get(key)
      if (is !== version && !isExcused(layer, key)) wrong(layer, key, `is ${version}, and ${is} is told`)
    }
    for (const key of says(layer).keys()) {
      if (now.has(key) || rule !== 'replace' || isExcused(layer, key)) continue
      if (!shownBefore.has(`${layer}/${key}`)) wrong(layer, key, 'is gone, and still told')
    }
  }
  if (!asks && !isBegun && before) {
    for (const layer of new Set([...believed.keys(), ...before.judged.believed.keys()])) {
      if (isEdited && !isLoaded(layer)) continue
      const [is, was] = [says(layer), before.judged.believed.get(layer) ?? new Map<string, string>()]
      for (const key of new Set([...is.keys(), ...was.keys()])) {
        // An edit may have made the head anew.
        const isNow = isEdited && is.get(key) === world.get(layer)?.now.get(key)
        if (is.get(key) !== was.get(key) && !isNow) wrong(layer, key, `was ${was.get(key)}, and is ${is.get(key)}`)
      }
    }
  }
  for (const shown of shownBefore) {
    const [layer = '', key = ''] = shown.split('/')
    const { exists } = world.get(layer) ?? {}
    if (!isLoaded(layer) || !exists?.(key) || isExcused(layer, key)) continue
    if (!says(layer).has(key)) wrong(layer, key, 'was shown for the question, and is gone')
  }
  const held = new Map<string, ReadonlyMap<string, string>>()
  for (const [layer, { rule, now }] of world) {
    if (rule !== 'hold') continue
    const was = isBegun ? new Map(now) : (before?.judged.held.get(layer) ?? new Map())
    held.set(layer, was)
    for (const [key, version] of was) {
      if (says(layer).get(key) !== version && !isExcused(layer, key)) wrong(layer, key, 'must wait for an epoch')
    }
  }
  return { believed, lost, held, shown: shownNow() }

  function shownNow(): ReadonlySet<string> {
    const shown = new Set([...shownBefore].filter((one) => says(one.split('/')[0] ?? '').has(one.split('/')[1] ?? '')))
    for (const [layer, { rule, now, exists }] of world) {
      if (!exists || rule === 'grows' || !isLoaded(layer)) continue
      for (const key of now.keys()) if (says(layer).has(key)) shown.add(`${layer}/${key}`)
    }
    return shown
  }
}
