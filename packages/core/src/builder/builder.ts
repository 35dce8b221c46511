import type { BuildRequest, BuiltContext } from '../contract/context.ts'
import type { BuildTracer, Observer } from '../contract/events.ts'
import type { Layer } from '../contract/layer.ts'
import type { Parameters, ToolDefinition } from '../contract/message.ts'
import type { CountMemory, Framing, Tokenizer } from '../contract/tokenizer.ts'
import { coreError } from '../errors.ts'
import { createCounter } from '../measure/counter.ts'
import { defaultFraming } from '../measure/default-framing.ts'
import { createEstimator } from '../measure/estimate.ts'
import { specProblem } from '../options.ts'
import type { RepairPolicy } from '../plan/pairing.ts'
import { checkTools, createToolReader } from './check-request.ts'
import { type AnyPlace, createRegistry, type Placed } from './registry.ts'
import { type Budget, checkBudget, checkParameters, checkRepair, type Settings, type Target } from './settings.ts'
import { build, type Stages, withStages } from './stages.ts'

type NameOf<L> = L extends Layer<infer Name, infer _> ? Name : never
type NeedsOf<L> = L extends Layer<infer _, infer Needs> ? Needs : never
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I & object
  : never

/**
 * Builds contexts. Immutable: every call returns a new builder, so several can share a base. It caches token counts by
 * content: keep it between builds.
 */
export interface ContextBuilder<Names extends string = never, Needs extends object = object> {
  /**
   * Adds a layer, or the layers of a plugin, by `order` or next to another layer.
   *
   * @throws LamellaError `LAYER_DUPLICATE`, `LAYER_UNKNOWN`, `LAYER_INVALID`
   */
  use<const L extends Layer | readonly Layer[]>(
    layers: L,
    placed?: Placed<Names>,
  ): ContextBuilder<
    Names | NameOf<L extends readonly (infer One)[] ? One : L>,
    Needs & Intersection<NeedsOf<L extends readonly (infer One)[] ? One : L>>
  >
  /** Replaces the layer of the same name. @throws LamellaError `LAYER_UNKNOWN` */
  replace<Name extends Names, More extends object>(layer: Layer<Name, More>): ContextBuilder<Names, Needs & More>
  /** Removes a layer. @throws LamellaError `LAYER_UNKNOWN` */
  without<Name extends Names>(name: Name): ContextBuilder<Exclude<Names, Name>, Needs>
  /**
   * Sets all that follows from the model: budget, tokenizer, framing, and the model's name among the parameters. Later
   * calls change a part of it.
   *
   * @throws LamellaError `REQUEST_INVALID` for something else, such as the promise of a target
   * @example
   * createContext().for(await target('gpt-4o')) // target is of @lamella/models
   */
  for(target: Target): ContextBuilder<Names, Needs>
  /** Sets how tokens are counted. Default: `createEstimator()`. */
  tokenizer(tokenizer: Tokenizer): ContextBuilder<Names, Needs>
  /** Sets the overhead of the wire format. Default: that of a chat format, rounded up. */
  framing(framing: Framing): ContextBuilder<Names, Needs>
  /** Sets where token counts are cached, to share or persist them. Default: a memory of this chain. */
  counts(memory: CountMemory): ContextBuilder<Names, Needs>
  /** Sets the model's window, the tokens reserved for the answer, and other limits of a request. @throws LamellaError `BUDGET_INVALID` */
  budget(budget: Budget): ContextBuilder<Names, Needs>
  /** Sets sampling parameters, passed through to the wire format. Later calls add to earlier ones. @throws LamellaError `OPTION_INVALID` */
  parameters(parameters: Parameters): ContextBuilder<Names, Needs>
  /**
   * Sets the tools of every build; those of the request follow them.
   *
   * @throws LamellaError `REQUEST_INVALID`, `TOOL_SCHEMA_INVALID`
   */
  tools(tools: readonly ToolDefinition[]): ContextBuilder<Names, Needs>
  /**
   * Sets what happens to tool calls without results and results without calls. Default: the former get a stand-in, the
   * latter are dropped.
   *
   * @throws LamellaError `REQUEST_INVALID`
   */
  repair(policy: RepairPolicy): ContextBuilder<Names, Needs>
  /** Sets how many milliseconds a layer may take to load, unless the layer sets its own deadline. Default 10,000. */
  deadline(milliseconds: number): ContextBuilder<Names, Needs>
  /**
   * Adds an observer of events such as truncation, repairs and failures, or a tracer, which follows builds while they
   * happen. Later calls add to earlier ones.
   */
  observe(observer: Observer | BuildTracer): ContextBuilder<Names, Needs>
  /** The layers, in context order. */
  readonly layers: readonly Layer[]
  /** The tokenizer that was set; `undefined` while tokens are estimated. */
  readonly countedBy: Tokenizer | undefined
  /**
   * Loads, measures, plans and composes a context that fits the window, or throws.
   *
   * @throws LamellaError `CONTEXT_OVERFLOW`, `LIMIT_OVERFLOW` when the pinned content does not fit, and the codes of `ErrorDetails`
   */
  build(request: BuildRequest & Needs): Promise<BuiltContext<Names>>
  /**
   * Opens the stages of a request to a program that plans it otherwise than `build`: `extend` of `@lamella/runs` is one.
   *
   * @throws LamellaError as `build` does
   */
  stages<Built extends BuiltContext>(
    request: BuildRequest & Needs,
    program: (stages: Stages<Names>) => Promise<Built>,
  ): Promise<Built>
}

/**
 * Creates an empty builder, the start of every chain.
 *
 * @example
 * const context = await createContext()
 *   .use(defineLayer('motto', { load: () => 'Be kind.' }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' } })
 */
export function createContext(): ContextBuilder {
  return builderOf({
    registry: createRegistry(),
    counter: createCounter(createEstimator(), defaultFraming),
    countedBy: undefined,
    budget: undefined,
    parameters: {},
    tools: [],
    readTool: createToolReader(),
    repair: {},
    deadline: 10_000,
    observers: [],
    tracers: [],
  })
}

function builderOf(settings: Settings): ContextBuilder {
  const { registry, counter } = settings
  const change = (part: Partial<Settings>): ContextBuilder => builderOf({ ...settings, ...part })
  // The type parameters exist only in the interface: at run time every builder is the same.
  const builder: Record<keyof ContextBuilder, unknown> = {
    layers: registry.layers,
    countedBy: settings.countedBy,
    use: (layers: Layer | readonly Layer[], placed?: AnyPlace) => {
      const list: readonly Layer[] = Array.isArray(layers) ? layers : [layers as Layer]
      // Placed after: each new layer is inserted directly after the anchor, so the last one goes first.
      const ordered = placed?.after === undefined ? list : list.toReversed()
      return change({ registry: ordered.reduce((all, layer) => all.use(layer, placed), registry) })
    },
    replace: (layer: Layer) => change({ registry: registry.replace(layer) }),
    without: (name: string) => change({ registry: registry.without(name) }),
    for: (target: Target) => {
      must(target?.budget, 'for', 'a target', "await target('gpt-4o') of @lamella/models")
      const { tokenizer, framing, budget, parameters } = target
      return change({}).tokenizer(tokenizer).framing(framing).budget(budget).parameters(parameters)
    },
    tokenizer: (tokenizer: Tokenizer) => {
      must(typeof tokenizer?.count === 'function', 'tokenizer', 'a tokenizer', '{ name, exact, count(text) }')
      checkVersion('tokenizer', tokenizer)
      return change({ countedBy: tokenizer, counter: createCounter(tokenizer, counter.framing, counter.memory) })
    },
    framing: (framing: Framing) => {
      must((framing?.request as number) >= 0, 'framing', 'a framing', "a format's framing")
      checkVersion('framing', framing)
      return change({ counter: createCounter(counter.tokenizer, framing, counter.memory) })
    },
    counts: (memory: CountMemory) => {
      must(typeof memory?.countsOf === 'function', 'counts', 'a count memory', 'createCountMemory()')
      return change({ counter: createCounter(counter.tokenizer, counter.framing, memory) })
    },
    budget: (budget: Budget) => change({ budget: checkBudget(budget) }),
    parameters: (parameters: Parameters) =>
      change({ parameters: { ...settings.parameters, ...checkParameters(parameters) } }),
    tools: (tools: readonly ToolDefinition[]) =>
      change({ tools: [...settings.tools, ...checkTools(tools, settings.readTool)] }),
    repair: (policy: RepairPolicy) => change({ repair: { ...settings.repair, ...checkRepair(policy) } }),
    deadline: (deadline: number) => {
      must(deadline > 0, 'deadline', 'milliseconds above 0', 'a number')
      return change({ deadline })
    },
    observe: (observer: Observer | BuildTracer) => {
      if (typeof observer === 'function') return change({ observers: [...settings.observers, observer] })
      must(typeof observer?.begin === 'function', 'observe', 'a function or a tracer', 'logTo(console)')
      return change({ tracers: [...settings.tracers, observer] })
    },
    build: (request: BuildRequest) => build(settings, request),
    stages: <Built extends BuiltContext>(request: BuildRequest, program: (stages: Stages) => Promise<Built>) =>
      withStages(settings, request, program),
  }
  return builder as ContextBuilder
}

/** @throws LamellaError `REQUEST_INVALID` for an object of another contract version */
function checkVersion(key: string, object: { readonly spec?: unknown }): void {
  const problem = specProblem(object)
  must(!problem, key, `another one: this ${problem}`, 'one of version 1')
}

/** @throws LamellaError `REQUEST_INVALID` */
function must(holds: unknown, key: string, what: string, example: string): void {
  if (!holds) throw coreError('REQUEST_INVALID', `${key}(...) requires ${what}.`, `Pass ${example}.`, { key })
}
