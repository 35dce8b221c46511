import type { Kept, UpdateRule } from './contract/fragment.ts'
import type {
  DigestPolicy,
  Layer,
  LayerBudget,
  LayerOutput,
  LayerRequest,
  Placement,
  Stability,
  UpdatePolicy,
} from './contract/layer.ts'
import type { SessionKind } from './contract/scope.ts'
import type { TruncationPolicy } from './contract/truncation.ts'
import { coreError } from './errors.ts'
import {
  type Checks,
  checkKeys,
  isObject,
  mustBeDigestPolicy,
  mustBeFinite,
  mustBeFunction,
  mustBeKind,
  mustBeOneOf,
  parseSize,
  specProblem,
} from './options.ts'

/** The definition of a layer. Everything but `load` has a default. */
export interface LayerDefinition<Needs extends object = object> {
  /** Default 500. The standard layers use 100 to 700, the new message last. */
  readonly order?: number
  /** Default 50. */
  readonly priority?: number
  /** Default `'turn'`, which is always correct. */
  readonly stability?: Stability
  /** Default `'system'`. */
  readonly placement?: Placement
  readonly budget?: LayerBudget
  /** Default `lowestRankFirst`. */
  readonly truncation?: TruncationPolicy
  /** Default by stability: `static` holds, `session` replaces, `turn` adds. */
  readonly update?: UpdateRule | UpdatePolicy
  /** Default: nothing stays of messages that give way. */
  readonly digest?: DigestPolicy | (() => PromiseLike<DigestPolicy>)
  /** Default: all kinds of session. */
  readonly audience?: readonly SessionKind[]
  /** Default `'fail'`. */
  readonly onError?: 'fail' | 'omit'
  /** Milliseconds. Default: the build's. */
  readonly deadline?: number
  load(request: LayerRequest & Needs): LayerOutput | PromiseLike<LayerOutput>
  /** Default: joined by an empty line. With placement `messages`: joins texts to one user message. */
  compose?(kept: readonly Kept[]): string
}

const placements: readonly Placement[] = ['system', 'messages']
const stabilities: readonly Stability[] = ['static', 'session', 'turn']
const updateRules: readonly UpdateRule[] = ['add', 'replace', 'hold']

/** Its keys are the only ones a definition may have. */
const checks: Checks<LayerDefinition> = {
  order: mustBeFinite,
  priority: mustBeFinite,
  stability: mustBeOneOf(stabilities),
  placement: mustBeOneOf(placements),
  budget: budgetProblem,
  truncation: (value) =>
    isObject(value) && typeof value['name'] === 'string' && typeof value['steps'] === 'function'
      ? specProblem(value)
      : 'must be a policy: { name, steps(units) }',
  update: (value) =>
    isObject(value)
      ? typeof value['name'] === 'string' && typeof value['tell'] === 'function'
        ? specProblem(value)
        : 'must be a rule or a policy: { name, tell(change) }'
      : mustBeOneOf(updateRules)(value),
  digest: (value) => (typeof value === 'function' ? undefined : mustBeDigestPolicy(value)),
  audience: (value) =>
    Array.isArray(value) && !value.some(mustBeKind) ? undefined : 'must be a list of kinds of session',
  onError: mustBeOneOf(['fail', 'omit']),
  deadline: (value) => (typeof value === 'number' && value > 0 ? undefined : 'must be milliseconds above 0'),
  load: mustBeFunction,
  compose: mustBeFunction,
}

/**
 * Creates a layer: checks the definition, fills in the defaults and freezes it.
 *
 * @throws LamellaError `LAYER_INVALID` that names the wrong or misspelled key.
 * @example
 * const motto = defineLayer('motto', {
 *   order: 150,
 *   load: () => 'Be kind.',
 * })
 * const context = await createContext().use(motto).build({ scope: { tenant: 'acme' } })
 */
export function defineLayer<const Name extends string, Needs extends object = object>(
  name: Name,
  definition: LayerDefinition<Needs>,
): Layer<Name, Needs> {
  const fail = (key: string, problem: string): never => {
    throw coreError(
      'LAYER_INVALID',
      `Layer '${String(name)}': ${problem}`,
      'Correct the definition passed to defineLayer.',
      { layer: String(name), key },
    )
  }
  if (typeof name !== 'string' || !/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,63}$/u.test(name)) {
    fail('name', "'name' must be 1 to 64 letters, digits, spaces or ._:/-, a letter or digit first.")
  }
  checkKeys('a key of a layer', 'definition', definition, checks, ['load'], fail)
  const { order = 500, priority = 50, stability = 'turn', placement = 'system', ...rest } = definition
  return Object.freeze({ spec: 1, name, order, priority, stability, placement, ...rest }) as Layer<Name, Needs>
}

function budgetProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object'
  for (const [key, size] of Object.entries(value as LayerBudget)) {
    if (key !== 'min' && key !== 'max') return `has no '${key}'`
    if (size !== undefined && parseSize(size, 100) === undefined) {
      return `: ${key} must be tokens, or a share such as '25%'`
    }
  }
  return undefined
}
