import type { Context } from '../contract/context.ts'
import type { CountMemory } from '../contract/count-memory.ts'
import type { Observer } from '../contract/events.ts'
import type { Layer } from '../contract/layer.ts'
import type { ToolDefinition } from '../contract/message.ts'
import type { Parameters } from '../contract/parameters.ts'
import type { BuildRequest } from '../contract/request.ts'
import type { Framing, Tokenizer } from '../contract/tokenizer.ts'
import { LamellaError } from '../errors.ts'
import { createCounter } from '../measure/counter.ts'
import { createEstimator } from '../measure/estimate.ts'
import { defaultFraming } from '../measure/framing.ts'
import { specProblem } from '../options.ts'
import type { RepairPolicy } from '../plan/repair-policy.ts'
import { checkTools } from './check-request.ts'
import { createRegistry, type Placed } from './registry.ts'
import { runBuild } from './run-build.ts'
import { type Budget, checkBudget, checkRepair, type Settings } from './settings.ts'
import { createToolReader } from './tool-reader.ts'

type NameOf<L> = L extends Layer<infer Name, infer _> ? Name : never
type NeedsOf<L> = L extends Layer<infer _, infer Needs> ? Needs : never
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I & object
  : never

/**
 * Builds contexts. Immutable: every call returns a new builder, so one can be the base of many. It remembers token
 * counts by content: keep it between builds.
 */
export interface ContextBuilder<Names extends string = never, Needs extends object = object> {
  /**
   * Adds a layer, or the layers of a plugin, by their `order`, or beside another layer.
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
  /** Puts a layer in the place of the one of its name. @throws LamellaError `LAYER_UNKNOWN` */
  replace<Name extends Names, More extends object>(layer: Layer<Name, More>): ContextBuilder<Names, Needs & More>
  /** Takes a layer out. @throws LamellaError `LAYER_UNKNOWN` */
  without<Name extends Names>(name: Name): ContextBuilder<Exclude<Names, Name>, Needs>
  /** How tokens are counted. Default: `createEstimator()`. */
  tokenizer(tokenizer: Tokenizer): ContextBuilder<Names, Needs>
  /** What the wire format adds. Default: a chat format's, rounded up. */
  framing(framing: Framing): ContextBuilder<Names, Needs>
  /** Where token counts are remembered, to share them with other builders or keep them. Default: a memory of this chain. */
  counts(memory: CountMemory): ContextBuilder<Names, Needs>
  /** The model's window and what is kept free for the answer, in tokens. @throws LamellaError `BUDGET_INVALID` */
  budget(budget: Budget): ContextBuilder<Names, Needs>
  /** Sampling parameters, passed through to the wire format. Later calls add to earlier ones. */
  parameters(parameters: Parameters): ContextBuilder<Names, Needs>
  /**
   * Tools of every build; those of the request come after them.
   *
   * @throws LamellaError `REQUEST_INVALID`, `TOOL_SCHEMA_INVALID`
   */
  tools(tools: readonly ToolDefinition[]): ContextBuilder<Names, Needs>
  /**
   * What becomes of tool calls without results and results without calls. Default: a stand-in, and dropped.
   *
   * @throws LamellaError `REQUEST_INVALID`
   */
  repair(policy: RepairPolicy): ContextBuilder<Names, Needs>
  /** Milliseconds a layer may take to load, unless it says otherwise itself. Default 10,000. */
  deadline(milliseconds: number): ContextBuilder<Names, Needs>
  /** Is told what happens: truncation, repairs, failures. Later calls add to earlier ones. */
  observe(observer: Observer): ContextBuilder<Names, Needs>
  /** The layers, in context order. */
  readonly layers: readonly Layer[]
  /**
   * Loads, measures, plans and composes: a context that fits the window, or an error.
   *
   * @throws LamellaError `CONTEXT_OVERFLOW` when what is pinned does not fit, and the codes of `ErrorDetails`
   */
  build(request: BuildRequest & Needs): Promise<Context<Names>>
}

/**
 * The start of every chain.
 *
 * @example
 * const context = await createContext()
 *   .use(defineLayer('motto', { load: () => 'Be kind.' }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'Hello' })
 */
export function createContext(): ContextBuilder {
  return builderOf({
    registry: createRegistry(),
    counter: createCounter(createEstimator(), defaultFraming),
    budget: undefined,
    parameters: {},
    tools: [],
    readTool: createToolReader(),
    repair: {},
    deadline: 10_000,
    observers: [],
  })
}

function builderOf(settings: Settings): ContextBuilder {
  const { registry, counter } = settings
  const change = (part: Partial<Settings>): ContextBuilder => builderOf({ ...settings, ...part })
  // The type parameters live in the interface alone: at run time every builder is the same.
  const builder: Record<keyof ContextBuilder, unknown> = {
    layers: registry.layers,
    use: (layers: Layer | readonly Layer[], placed?: Placed<string>) => {
      const list: readonly Layer[] = Array.isArray(layers) ? layers : [layers as Layer]
      // Placed after: each new layer would stand directly behind the anchor, so the last one goes first.
      const ordered = placed && 'after' in placed ? list.toReversed() : list
      return change({ registry: ordered.reduce((all, layer) => all.use(layer, placed), registry) })
    },
    replace: (layer: Layer) => change({ registry: registry.replace(layer) }),
    without: (name: string) => change({ registry: registry.without(name) }),
    tokenizer: (tokenizer: Tokenizer) => {
      if (typeof tokenizer?.count !== 'function') throw notA('tokenizer', 'a tokenizer', '{ name, exact, count(text) }')
      mustKnow('tokenizer', tokenizer)
      return change({ counter: createCounter(tokenizer, counter.framing, counter.memory) })
    },
    framing: (framing: Framing) => {
      mustKnow('framing', framing)
      return change({ counter: createCounter(counter.tokenizer, framing, counter.memory) })
    },
    counts: (memory: CountMemory) => {
      if (typeof memory?.countsOf !== 'function') throw notA('counts', 'a memory of counts', 'createCountMemory()')
      return change({ counter: createCounter(counter.tokenizer, counter.framing, memory) })
    },
    budget: (budget: Budget) => change({ budget: checkBudget(budget) }),
    parameters: (parameters: Parameters) => change({ parameters: { ...settings.parameters, ...parameters } }),
    tools: (tools: readonly ToolDefinition[]) =>
      change({ tools: [...settings.tools, ...checkTools(tools, settings.readTool)] }),
    repair: (policy: RepairPolicy) => change({ repair: { ...settings.repair, ...checkRepair(policy) } }),
    deadline: (deadline: number) => {
      if (!(deadline > 0)) throw notA('deadline', 'a number above 0', 'milliseconds')
      return change({ deadline })
    },
    observe: (observer: Observer) => {
      if (typeof observer !== 'function') throw notA('observe', 'a function', 'logTo(console)')
      return change({ observers: [...settings.observers, observer] })
    },
    build: (request: BuildRequest) => runBuild(settings, request),
  }
  return builder as ContextBuilder
}

/** @throws LamellaError `REQUEST_INVALID` for an object of another version of its contract */
function mustKnow(key: string, object: { readonly spec?: unknown }): void {
  const problem = specProblem(object)
  if (problem) throw notA(key, `version 1 of the contract: it ${problem}`, 'one of version 1')
}

function notA(key: string, what: string, example: string): LamellaError {
  return new LamellaError({
    code: 'REQUEST_INVALID',
    what: `${key}(...) was not given ${what}.`,
    fix: `Give it ${example}.`,
    details: { key },
  })
}
