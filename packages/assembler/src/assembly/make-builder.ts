import {
  type ContextBuilder,
  createContext,
  createCountMemory,
  type Layer,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { createBoundedMap, createCounter, defaultFraming } from '@lamella/core/plugin'
import { message } from '@lamella/layers'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import { historyFor } from '../truncation/history-for.ts'
import { moveAfterHistory } from './after-history.ts'
import type { AssemblyNeeds } from './inputs.ts'
import { historyOrder, messageOrder, sectionLayers } from './section-layers.ts'

/** The separator between sections, unless the configuration sets one. */
export const defaultSectionSeparator = '\n\n---\n\n'

/** Creates a builder of the core with all layers, without a budget. */
type AssemblyBuilder = ContextBuilder<string, AssemblyNeeds>

export type BuildersOf = (window: number, tokenizer: Tokenizer) => Counting

/** A builder for a window and a tokenizer, and the same count for messages alone. */
interface Counting {
  readonly builder: AssemblyBuilder
  readonly count: (messages: readonly Message[]) => number
}

/**
 * Makes builders for windows and tokenizers, because the pages of a history may be a share of the window. They share
 * token counts, so each new one is cheap; the newest few are kept.
 *
 * @throws LamellaError `LAYER_DUPLICATE`, `LAYER_INVALID`
 */
export function createBuilders(
  config: ContextAssemblerConfig,
  ownLayers: readonly Layer<string, AssemblyNeeds>[],
): BuildersOf {
  const { framing = defaultFraming, sectionSeparator = defaultSectionSeparator } = config
  const { arrange = 'classic', truncationStrategy = 'smart', observe } = config
  const system = [...sectionLayers(config), ...ownLayers]
  const arranged = arrange === 'cache' ? moveAfterHistory(system) : system
  const counts = config.counts ?? createCountMemory()
  const framed = { ...framing, systemSeparator: sectionSeparator }
  const plain = createContext().framing(framed).counts(counts)
  const observed = observe ? plain.observe(observe) : plain
  const base = observed.use([...arranged, { ...message(), order: messageOrder }])
  const withHistory = (window: number): AssemblyBuilder => {
    const history = historyFor(truncationStrategy, { arrange, window })
    return base.use({ ...history, order: historyOrder }) as unknown as AssemblyBuilder
  }
  // A duplicate layer name is rejected now, not on the first request.
  withHistory(1)
  const known = createBoundedMap<string, Counting & { readonly tokenizer: Tokenizer }>(8)
  return (window, tokenizer) => {
    const key = `${window} ${tokenizer.name}`
    const found = known.get(key)
    if (found?.tokenizer === tokenizer) return found
    const builder = withHistory(window).tokenizer(tokenizer)
    const made = { tokenizer, builder, count: createCounter(tokenizer, framed, counts).content }
    known.set(key, made)
    return made
  }
}
