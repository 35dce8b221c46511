import type { Step, TruncationPolicy, Unit } from '../contract/truncation.ts'
import { LamellaError } from '../errors.ts'

/** What the planner knows of a layer. Sizes are tokens. */
export interface PlanLayer {
  readonly name: string
  readonly priority: number
  readonly units: readonly Unit[]
  readonly policy: TruncationPolicy
  /** Wrapping that is there as long as one unit is kept. */
  readonly frame: number
  readonly min: number
  readonly max: number | undefined
}

/**
 * A layer's whole way down, which depends on no budget. Steps that are taken together, so that each saves something,
 * are a block. Lists stand side by side instead of in objects: a long history has many.
 */
export interface LayerBlocks {
  /** Of each step: the position of its unit, and the rung it goes to. */
  readonly positions: readonly number[]
  readonly rungs: readonly number[]
  /** Of each block: the index after its last step, the tokens saved (above 0), the priority. */
  readonly ends: readonly number[]
  readonly saved: readonly number[]
  readonly priorities: readonly number[]
  /** Tokens of the layer with everything kept. */
  readonly asked: number
}

/**
 * Asks the policy for its steps, checks them, completes pages and joins steps into blocks. Where a unit with a page is
 * dropped, the rest of its page goes in the same block, whatever the policy says.
 *
 * @throws LamellaError `POLICY_INVALID`
 */
export function layerBlocks(layer: PlanLayer): LayerBlocks {
  const { units, frame } = layer
  const steps = checkedSteps(layer)
  const pages = unitsByPage(units)
  const current = units.map((unit) => unit.tokens[0] ?? 0)
  const asked = current.reduce((sum, tokens) => sum + tokens, units.length > 0 ? frame : 0)
  const positions: number[] = []
  const rungs: number[] = []
  const ends: number[] = []
  const saved: number[] = []
  const priorities: number[] = []
  const dropped = new Uint8Array(units.length)
  // The frame goes with the last unit, so only a layer without pinned units ever saves it.
  let kept = units.length
  let open = 0
  let priority = layer.priority
  const take = (unit: Unit, rung: number): void => {
    const { position, tokens } = unit
    const after = tokens[rung] ?? 0
    open += (current[position] ?? 0) - after
    current[position] = after
    positions.push(position)
    rungs.push(rung)
    if (rung < tokens.length) return
    dropped[position] = 1
    kept--
    if (kept === 0) open += frame
  }
  for (const step of steps) {
    const { unit } = step
    if (dropped[unit.position]) continue
    take(unit, step.rung)
    if (unit.page !== undefined && step.rung === unit.tokens.length) {
      for (const other of pages.get(unit.page) ?? []) if (!dropped[other.position]) take(other, other.tokens.length)
    }
    priority = Math.max(priority, step.priority ?? layer.priority)
    if (step.joined || open <= 0) continue
    ends.push(positions.length)
    saved.push(open)
    priorities.push(priority)
    open = 0
  }
  return { positions, rungs, ends, saved, priorities, asked }
}

function unitsByPage(units: readonly Unit[]): ReadonlyMap<number, readonly Unit[]> {
  const pages = new Map<number, Unit[]>()
  for (const unit of units) {
    if (unit.page === undefined || unit.pinned) continue
    const page = pages.get(unit.page)
    if (page) page.push(unit)
    else pages.set(unit.page, [unit])
  }
  return pages
}

function checkedSteps(layer: PlanLayer): readonly Step[] {
  const { units, policy } = layer
  const steps = policy.steps(units)
  if (!Array.isArray(steps)) throw invalid(layer, 'steps(units) did not return an array')
  const rungs = new Int32Array(units.length)
  for (const { unit, rung } of steps as readonly Step[]) {
    if (units[unit?.position] !== unit) throw invalid(layer, "a step is of a unit that is not the layer's")
    if (unit.pinned) throw invalid(layer, `a step is of the pinned unit '${unit.id}'`)
    if (!Number.isInteger(rung) || rung <= (rungs[unit.position] ?? 0) || rung > unit.tokens.length) {
      throw invalid(layer, `the steps of unit '${unit.id}' do not rise, or pass 'dropped'`)
    }
    rungs[unit.position] = rung
  }
  for (const unit of units) {
    if (!unit.pinned && rungs[unit.position] !== unit.tokens.length) {
      throw invalid(layer, `unit '${unit.id}' is never dropped, though it is not pinned`)
    }
  }
  if ((steps.at(-1) as Step | undefined)?.joined) throw invalid(layer, 'the last step is joined to a next one')
  return steps
}

function invalid(layer: PlanLayer, problem: string): LamellaError {
  return new LamellaError({
    code: 'POLICY_INVALID',
    message: `Layer '${layer.name}': its truncation policy '${layer.policy.name}' breaks the contract: ${problem}.`,
    fix: 'Correct the policy; policySuite of @lamella/testkit shows which rule it breaks.',
    details: { layer: layer.name, policy: layer.policy.name, problem },
  })
}
