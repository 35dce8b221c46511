import { type Comparison, compareBuilds } from '@lamella/inspector'
import { type CostOptions, modelOf } from '../cost/cost-rows.ts'
import type { MadeBuild } from '../recordings/read-build.ts'
import { type DiffCost, diffCost } from './diff-cost.ts'
import { type FragmentChange, fragmentChanges } from './fragment-changes.ts'

/** What changed from one build to another. Sizes are tokens. */
export interface ContextDiff {
  readonly before: string
  readonly after: string
  readonly tokens: Change
  readonly window: Change
  /** Layers whose size differs, in the order of the second build. */
  readonly layers: readonly (Change & { readonly name: string })[]
  readonly tools: {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly string[]
  }
  readonly fragments: readonly FragmentChange[]
  /** How each was counted, if not in the same way: sizes then differ for the same text. */
  readonly counting?: Names
  /** The models, if they differ. */
  readonly models?: Names
  /** What a prompt cache can read of the second request. Absent if the models differ: each has a cache of its own. */
  readonly prefix?: Pick<Comparison, 'repeated' | 'added' | 'extends' | 'break'>
  /** What the input of each costs. Absent if the prices of one are not known. */
  readonly cost?: DiffCost
}

/** A size before and after. */
interface Change {
  readonly before: number
  readonly after: number
}

/** What each of two builds names. */
export interface Names {
  readonly before: string
  readonly after: string
}

/** Compares two builds: sizes, tools, fragments, where their requests part, and what they cost. */
export function contextDiff(first: MadeBuild, second: MadeBuild, options: CostOptions = {}): ContextDiff {
  const [old, now] = [first.made, second.made]
  const { repeated, added, extends: isExtended, break: parts } = compareBuilds(first, second) as Comparison
  const names = new Set([...now.layers, ...old.layers].map(({ name }) => name))
  const sizeOf = (layers: typeof old.layers, name: string): number => layers.find((one) => one.name === name)?.got ?? 0
  const layers = [...names].map((name) => ({
    name,
    before: sizeOf(old.layers, name),
    after: sizeOf(now.layers, name),
  }))
  const cost = diffCost(first, second, options)
  const counting = differing(countingOf(old.tokens), countingOf(now.tokens))
  const [was, is] = [modelOf(first, options), modelOf(second, options)]
  const models = was === '' || is === '' ? undefined : differing(was, is)
  const sizes = [...layers, { name: 'tools', before: old.tokens.tools, after: now.tokens.tools }]
  return {
    before: first.place,
    after: second.place,
    tokens: { before: old.tokens.total, after: now.tokens.total },
    window: { before: old.tokens.window, after: now.tokens.window },
    layers: sizes.filter(({ before, after }) => before !== after),
    tools: toolChanges(old.tools, now.tools),
    fragments: fragmentChanges(old, now),
    ...(counting && { counting }),
    ...(models ? { models } : { prefix: { repeated, added, extends: isExtended, ...(parts && { break: parts }) } }),
    ...(cost && { cost }),
  }
}

function differing(before: string, after: string): Names | undefined {
  return before === after ? undefined : { before, after }
}

function countingOf({ tokenizer, exact }: MadeBuild['made']['tokens']): string {
  return exact ? tokenizer : `${tokenizer} (an estimate)`
}

/** Returns whether two builds are the same request. */
export function isSameContext({ fragments, tools, tokens, prefix }: ContextDiff): boolean {
  const isEqual = prefix?.extends === true && prefix.added === 0 && tokens.before === tokens.after
  return isEqual && fragments.length === 0 && Object.values(tools).every((names) => names.length === 0)
}

type Tools = MadeBuild['made']['tools']

function toolChanges(before: Tools, after: Tools): ContextDiff['tools'] {
  const hashes = new Map(before.map(({ name, hash }) => [name, hash]))
  const names = new Set(after.map(({ name }) => name))
  return {
    added: after.filter(({ name }) => !hashes.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    changed: after.filter(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash).map(({ name }) => name),
  }
}
