import type { PlanLayer, Step, Unit } from '../contract/truncation.ts'
import { coreError, type LamellaError } from '../errors.ts'

/**
 * All steps of a layer, independent of any budget. Steps that are taken together, so that each saves something, form a
 * block. Parallel lists instead of objects: a long history has many.
 */
export interface LayerBlocks {
  /** For each step: the position of its unit, and its target rung. */
  readonly positions: readonly number[]
  readonly rungs: readonly number[]
  /** For each block: the index after its last step, the tokens saved (above 0), the priority. */
  readonly ends: readonly number[]
  readonly saved: readonly number[]
  readonly priorities: readonly number[]
  /** Tokens of the layer with everything kept. */
  readonly asked: number
}

/**
 * Gets the policy's steps, checks them, completes pages and joins steps into blocks. When a unit with a page is
 * dropped, the rest of its page goes in the same block, whatever the policy lists. A page whose drop would leave less
 * than the layer's minimum is split and goes step by step, as the policy lists them: as a whole it would be dropped
 * only after other layers have given way, and would then free the space they had made. If no other layer can give way,
 * pages stay whole, since a cut that moves message by message would waste the provider's cache.
 *
 * @param othersGive Whether another layer has anything that can be shortened or dropped.
 * @throws LamellaError `POLICY_INVALID`
 */
export function layerBlocks(layer: PlanLayer, othersGive: boolean): LayerBlocks {
  const { units, frame } = layer
  const min = othersGive ? layer.min : 0
  const steps = stepsOf(layer)
  const pages = unitsByPage(units)
  const current = Float64Array.from(units, (unit) => unit.tokens[0] ?? 0)
  const asked = current.reduce((sum, tokens) => sum + tokens, units.length > 0 ? frame : 0)
  const positions: number[] = []
  const rungs: number[] = []
  const ends: number[] = []
  const saved: number[] = []
  const priorities: number[] = []
  /** The last rung that the policy listed for each unit, and whether the unit is dropped, by its own step or its page. */
  const listed = new Int32Array(units.length)
  // In parallel arrays instead of in the units: steps come in any order, and units are far apart in memory.
  const lasts = Int32Array.from(units, (unit) => unit.tokens.length)
  const dropped = new Uint8Array(units.length)
  // The frame is dropped with the last unit, so only a layer without pinned units ever saves it.
  let kept = units.length
  let left = asked
  let open = 0
  let priority = layer.priority
  const save = (tokens: number): void => {
    open += tokens
    left -= tokens
  }
  const take = (unit: Unit, position: number, rung: number): void => {
    const isDrop = rung === lasts[position]
    const after = isDrop ? 0 : (unit.tokens[rung] ?? 0)
    save((current[position] ?? 0) - after)
    current[position] = after
    positions.push(position)
    rungs.push(rung)
    if (!isDrop) return
    dropped[position] = 1
    kept--
    if (kept === 0) save(frame)
  }
  /** Returns the rest of a page, or the unit alone if the page is split. A split page stays split. */
  const goesWith = (unit: Unit, page: number): readonly Unit[] => {
    const rest = pages.get(page)?.filter((one) => !dropped[one.position]) ?? []
    const tokens = rest.reduce((sum, one) => sum + (current[one.position] ?? 0), rest.length === kept ? frame : 0)
    if (left - tokens >= min) return rest
    pages.delete(page)
    return [unit]
  }
  for (const step of steps) {
    const { unit, rung } = step
    const problem = stepProblem(units, step, listed, lasts)
    if (problem) throw invalid(layer, problem)
    const { position, page } = unit
    listed[position] = rung
    if (!dropped[position]) {
      const completes = page !== undefined && rung === lasts[position] && pages.has(page)
      const dropsToo = completes ? goesWith(unit, page) : []
      take(unit, position, rung)
      for (const other of dropsToo) if (other !== unit) take(other, other.position, other.tokens.length)
      priority = Math.max(priority, step.priority ?? layer.priority)
    }
    // The last step of a joint ends it even if its page was taken already.
    if (step.joined || open <= 0) continue
    ends.push(positions.length)
    saved.push(open)
    priorities.push(priority)
    open = 0
  }
  const unlisted = units.find((unit) => !unit.pinned && listed[unit.position] !== unit.tokens.length)
  if (unlisted) throw invalid(layer, `unit '${unlisted.id}' is neither pinned nor dropped`)
  if (steps.at(-1)?.joined) throw invalid(layer, 'the last step is joined to a next one')
  return { positions, rungs, ends, saved, priorities, asked }
}

/** Returns the problem of a step, given the rungs that were listed before it. */
function stepProblem(
  units: readonly Unit[],
  { unit, rung }: Step,
  listed: Int32Array,
  lasts: Int32Array,
): string | undefined {
  const position = unit?.position
  if (units[position] !== unit) return 'a step has a unit of another layer'
  if (unit.pinned) return `a step has the pinned unit '${unit.id}'`
  const rises = Number.isInteger(rung) && rung > (listed[position] ?? 0) && rung <= (lasts[position] ?? 0)
  return rises ? undefined : `the steps of unit '${unit.id}' do not rise, or pass 'dropped'`
}

function unitsByPage(units: readonly Unit[]): Map<number, readonly Unit[]> {
  const pages = new Map<number, Unit[]>()
  for (const unit of units) {
    if (unit.page === undefined || unit.pinned) continue
    const page = pages.get(unit.page)
    if (page) page.push(unit)
    else pages.set(unit.page, [unit])
  }
  return pages
}

function stepsOf(layer: PlanLayer): readonly Step[] {
  let steps: unknown
  try {
    steps = layer.policy.steps(layer.units)
  } catch (cause) {
    throw invalid(layer, 'steps(units) threw', cause)
  }
  const isStep = (step: unknown): boolean => typeof step === 'object' && step !== null
  if (Array.isArray(steps) && steps.every(isStep)) return steps
  throw invalid(layer, 'steps(units) did not return an array of steps')
}

function invalid(layer: PlanLayer, problem: string, cause?: unknown): LamellaError {
  return coreError(
    'POLICY_INVALID',
    `Layer '${layer.name}': its truncation policy '${layer.policy.name}' breaks the contract: ${problem}.`,
    'Correct the policy; policySuite of @lamella/testkit finds the broken rule.',
    { layer: layer.name, policy: layer.policy.name, problem },
    cause,
  )
}
