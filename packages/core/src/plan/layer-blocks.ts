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

/** Steps that are taken together, so that each saves something. */
export interface Block {
  /** Index after its last step in the layer's `steps`. */
  readonly end: number
  /** Tokens saved; always above 0. */
  readonly saved: number
  readonly priority: number
}

/** A layer's whole way down, which depends on no budget. */
export interface LayerBlocks {
  readonly steps: readonly Step[]
  readonly blocks: readonly Block[]
  /** Tokens of the layer with everything kept. */
  readonly asked: number
}

/**
 * Asks the policy for its steps, checks them, completes pages and joins steps into blocks.
 *
 * @throws LamellaError `POLICY_INVALID`
 */
export function layerBlocks(layer: PlanLayer): LayerBlocks {
  const { units } = layer
  const steps = completePages(layer, checkedSteps(layer))
  const current = units.map((unit) => unit.tokens[0] ?? 0)
  const asked = current.reduce((sum, tokens) => sum + tokens, units.length > 0 ? layer.frame : 0)
  const blocks: Block[] = []
  // The frame goes with the last unit, so only a layer without pinned units ever saves it.
  let kept = units.length
  let saved = 0
  let priority = layer.priority
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step
    const position = step.unit.position
    const after = step.unit.tokens[step.rung] ?? 0
    saved += (current[position] ?? 0) - after
    current[position] = after
    if (step.rung === step.unit.tokens.length && --kept === 0) saved += layer.frame
    priority = Math.max(priority, step.priority ?? layer.priority)
    if (step.joined || saved <= 0) continue
    blocks.push({ end: index + 1, saved, priority })
    saved = 0
  }
  return { steps, blocks, asked }
}

function checkedSteps(layer: PlanLayer): readonly Step[] {
  const { units, policy } = layer
  const steps = policy.steps(units)
  if (!Array.isArray(steps)) throw invalid(layer, 'steps(units) did not return an array')
  const rungs = new Int32Array(units.length)
  for (const { unit, rung } of steps as readonly Step[]) {
    if (units[unit?.position] !== unit) throw invalid(layer, `a step is of a unit that is not the layer's`)
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

/** Where a unit with a page is dropped, the rest of its page follows at once and in the same block. */
function completePages(layer: PlanLayer, steps: readonly Step[]): readonly Step[] {
  const pages = new Map<number, Unit[]>()
  for (const unit of layer.units) {
    if (unit.page === undefined || unit.pinned) continue
    const page = pages.get(unit.page)
    if (page) page.push(unit)
    else pages.set(unit.page, [unit])
  }
  if (pages.size === 0) return steps
  const dropped = new Uint8Array(layer.units.length)
  const complete: Step[] = []
  for (const step of steps) {
    if (dropped[step.unit.position]) continue
    const isDrop = step.rung === step.unit.tokens.length
    const page = isDrop && step.unit.page !== undefined ? (pages.get(step.unit.page) ?? []) : []
    if (isDrop) dropped[step.unit.position] = 1
    const rest = page.filter((unit) => !dropped[unit.position])
    complete.push(rest.length > 0 ? { ...step, joined: true } : step)
    for (const [index, unit] of rest.entries()) {
      dropped[unit.position] = 1
      const joined = index < rest.length - 1 || step.joined === true
      complete.push({ ...step, unit, rung: unit.tokens.length, joined })
    }
  }
  return complete
}

function invalid(layer: PlanLayer, problem: string): LamellaError {
  return new LamellaError({
    code: 'POLICY_INVALID',
    message: `Layer '${layer.name}': its truncation policy '${layer.policy.name}' breaks the contract: ${problem}.`,
    fix: 'Correct the policy; policySuite of @lamella/testkit shows which rule it breaks.',
    details: { layer: layer.name, policy: layer.policy.name, problem },
  })
}
