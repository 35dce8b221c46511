import {
  type BuiltContext,
  type Fragment,
  type FragmentContent,
  fair,
  lowestRankFirst,
  type Message,
} from '@lamella/core'
import { oldestFirstOptions } from '@lamella/core/plan'
import type { OfferedLayer } from '@lamella/core/plugin'
import type { RecordedFragment, RecordedStep } from '../contract/recording.ts'
import type {
  WrittenAmounts,
  WrittenLayer,
  WrittenOffer,
  WrittenThings,
  WrittenUnit,
} from '../contract/recording-line.ts'
import { type Composed, composedTokens, isComposed } from './composed-tokens.ts'
import type { Contents, Mutable, Recorded } from './contents.ts'
import { createKnown, type Known } from './known.ts'
import { rangesOf } from './numbers.ts'
import { isSame } from './same.ts'

type Group = readonly Fragment[]

/** What is remembered of the layers of one name. */
interface LayerMemory {
  readonly groups: Known<Group>
  readonly layers: WrittenLayer[]
  /** The frame of the units that it was last measured for. */
  frame: { readonly units: string; readonly tokens: number } | undefined
  composed: Composed | undefined
}

/** Returns how layers are written: as the numbers of their units. Nothing is planned, and only what is new is counted. */
export function layerWriter(
  contents: Contents,
  { withTexts, redact, explain }: Recorded,
): (
  layer: OfferedLayer,
  report: BuiltContext['report'],
  isLimited: boolean,
  lines: string[],
  things: Mutable<WrittenThings>,
) => WrittenOffer {
  const memories = new Map<string, LayerMemory>()
  let layerCount = 0
  let unitCount = 0
  let composedCount = 0

  const writeUnit = (layer: OfferedLayer, group: Group, n: number, lines: string[]): WrittenUnit => ({
    n,
    fragments: group.map((one) => writtenFragment(one, contents, lines)),
    tokens: layer.tokensOf(group),
    ...(group[0]?.page !== undefined && { page: group[0].page }),
  })
  return (layer, report, isLimited, lines, things) => {
    const { name, groups, policy } = layer
    let memory = memories.get(name)
    if (!memory) {
      memory = {
        groups: createKnown(isSameGroup, () => unitCount++),
        layers: [],
        frame: undefined,
        composed: undefined,
      }
      memories.set(name, memory)
    }
    const units: number[] = []
    memory.groups.begin()
    for (const group of groups) {
      const { id, content } = group[0] as Fragment
      const anchor = typeof content === 'string' ? undefined : (content[0] as Message)
      let n = memory.groups.find(group, anchor, id)
      if (n === undefined) {
        n = memory.groups.add(group, anchor, id)
        things.units ??= []
        things.units.push(writeUnit(layer, group, n, lines))
      }
      units.push(n)
    }
    const known = policyOf(layer)
    const oldest = oldestFirstOptions(known)
    let written = memory.layers.find((one) => isOf(one, layer, oldest))
    if (!written) {
      written = { n: layerCount++, ...layerFields(layer, oldest) }
      memory.layers.push(written)
      things.layers ??= []
      things.layers.push(written)
    }
    const ranges = rangesOf(units)
    if (memory.frame?.units !== ranges) memory.frame = { units: ranges, tokens: layer.frame }
    const frame = memory.frame.tokens
    const { status, why, asked, got, omitted, notices } = report.layers[name] as (typeof report.layers)[string]
    const kept = keptOf(layer)
    if (!isComposed(memory.composed, layer, ranges, kept ? undefined : got)) {
      memory.composed = layer.composedAt && { n: composedCount++, layer, units: ranges, tokens: composedTokens(layer) }
      if (memory.composed) {
        things.composed ??= []
        things.composed.push({ n: memory.composed.n, tokens: memory.composed.tokens })
      }
    }
    const ranked = explain && withTexts ? rankedOf(groups) : undefined
    return {
      layer: written.n,
      units: ranges,
      got,
      ...(asked !== got && { asked }),
      ...(frame !== 0 && { frame }),
      ...(status !== 'loaded' && { status }),
      ...(why !== undefined && { why }),
      ...(memory.composed && { composed: memory.composed.n }),
      ...(kept && { kept }),
      ...(omitted.length > 0 && { omitted }),
      ...(notices.length > 0 && { notices }),
      // A reader knows the policies of the core by their names and settings.
      ...(!oldest &&
        known !== lowestRankFirst &&
        known !== fair && { steps: policy.steps(layer.units).map(writtenStep) }),
      ...(isLimited && { amounts: layer.units.map(writtenAmounts) }),
      ...(ranked && { ranked: redact ? redact(ranked) : ranked }),
    }
  }
}

/** Returns the policy by which a layer gives way: one that is special about shorter forms only, where there are any. */
function policyOf({ policy, groups }: OfferedLayer): OfferedLayer['policy'] {
  const { base } = policy
  if (!base || groups.some((group) => group.some(({ shorter }) => shorter !== undefined))) return policy
  return base
}

type OldestFirst = ReturnType<typeof oldestFirstOptions>

function layerFields(
  { name, order, priority, stability, placement, min, max, budget, policy }: OfferedLayer,
  oldest: OldestFirst,
): Omit<WrittenLayer, 'n'> {
  return {
    ...{ name, order, priority, stability, placement, min },
    ...(max !== undefined && { max }),
    ...((typeof budget?.min === 'string' || typeof budget?.max === 'string') && { budget }),
    policy: policy.name,
    ...(oldest && { oldestFirst: oldest }),
  }
}

/** Whether a layer was written as it is now. */
function isOf(one: WrittenLayer, layer: OfferedLayer, oldest: OldestFirst): boolean {
  return (
    one.policy === layer.policy.name &&
    one.min === layer.min &&
    one.max === layer.max &&
    one.priority === layer.priority &&
    one.order === layer.order &&
    one.stability === layer.stability &&
    one.placement === layer.placement &&
    isSame(one.oldestFirst, oldest)
  )
}

function writtenAmounts({ amounts = [] }: OfferedLayer['units'][number]): readonly WrittenAmounts[] {
  return amounts.map(({ bytes, media, images, imageBytes }): WrittenAmounts => [bytes, media, images, imageBytes])
}

function writtenStep({
  unit,
  rung,
  joined,
  priority,
}: ReturnType<OfferedLayer['policy']['steps']>[number]): RecordedStep {
  if (priority !== undefined) return [unit.position, rung, joined ? 1 : 0, priority]
  return joined ? [unit.position, rung, 1] : [unit.position, rung]
}

function writtenFragment(
  { id, content, shorter, pinned, rank, position, origin }: Fragment,
  contents: Contents,
  lines: string[],
): WrittenUnit['fragments'][number] {
  const own = contents.keyOf(content, lines)
  return {
    id,
    contents: shorter ? [own, ...shorter.map((one) => contents.keyOf(one, lines))] : [own],
    ...(pinned && { pinned }),
    ...(rank !== undefined && { rank }),
    ...(position !== undefined && { position }),
    ...(origin && { origin }),
  }
}

/** Returns the rung of each fragment; `undefined` if all are kept in full. */
function keptOf({ groups, kept }: OfferedLayer): readonly number[] | undefined {
  let count = 0
  for (const group of groups) count += group.length
  if (kept.length === count && kept.every(({ rung }) => rung === 0)) return undefined
  const rungs = new Map(kept.map(({ fragment, rung }) => [fragment.id, rung]))
  return groups.flat().map(({ id }) => rungs.get(id) ?? -1)
}

function rankedOf(groups: readonly Group[]): WrittenOffer['ranked'] | undefined {
  const reasons: Record<string, NonNullable<RecordedFragment['why']>> = {}
  for (const { id, whyRanked } of groups.flat()) if (whyRanked) reasons[id] = whyRanked()
  return Object.keys(reasons).length > 0 ? reasons : undefined
}

function isSameGroup(a: Group, b: Group): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) {
    if (!isSameFragment(a[index] as Fragment, b[index] as Fragment)) return false
  }
  return true
}

/** Field by field, and most of them are absent: this is most of what a build costs here. */
function isSameFragment(a: Fragment, b: Fragment): boolean {
  return (
    a.id === b.id &&
    a.rank === b.rank &&
    a.page === b.page &&
    a.position === b.position &&
    a.pinned === b.pinned &&
    isSameContent(a.content, b.content) &&
    (a.origin === b.origin || isSame(a.origin, b.origin)) &&
    (a.tokens === b.tokens || isSame(a.tokens, b.tokens)) &&
    (a.shorter === b.shorter || isSame(a.shorter, b.shorter))
  )
}

function isSameContent(a: FragmentContent, b: FragmentContent): boolean {
  if (a === b) return true
  if (a.length === 1 && b.length === 1 && a[0] === b[0]) return true
  return isSame(a, b)
}
