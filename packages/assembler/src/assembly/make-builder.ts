import { type ContextBuilder, createContext, defaultFraming, type Layer } from '@lamella/core'
import { message } from '@lamella/layers'
import type { ContextAssemblerConfig } from '../contract/config.ts'
import { historyFor } from '../truncation/history-for.ts'
import { behindHistory } from './behind-history.ts'
import type { AssemblyNeeds } from './inputs.ts'
import { historyOrder, messageOrder, sectionLayers } from './section-layers.ts'

/** Between sections, unless the configuration says otherwise. */
export const defaultSectionSeparator = '\n\n---\n\n'

/** A builder of the core with all layers, without a budget. */
export type AssemblyBuilder = ContextBuilder<string, AssemblyNeeds>

/**
 * Makes builders for windows: pages of a history may be a share of the window. They share counts of tokens, so one for each
 * window that comes is cheap; the newest few are kept.
 *
 * @throws LamellaError `LAYER_DUPLICATE`, `LAYER_INVALID`
 */
export function createBuilders(
  config: ContextAssemblerConfig,
  ownLayers: readonly Layer[],
): (window: number) => AssemblyBuilder {
  const { tokenizer, framing = defaultFraming, sectionSeparator = defaultSectionSeparator } = config
  const { arrange = 'classic', truncationStrategy = 'smart', observe } = config
  const system = [...sectionLayers(config), ...ownLayers]
  const arranged = arrange === 'cache' ? behindHistory(system) : system
  const plain = createContext().framing({ ...framing, systemSeparator: sectionSeparator })
  const counting = tokenizer ? plain.tokenizer(tokenizer) : plain
  const observed = observe ? counting.observe(observe) : counting
  const base = observed.use([...arranged, { ...message(), order: messageOrder }])
  const withHistory = (window: number): AssemblyBuilder => {
    const history = historyFor(truncationStrategy, { arrange, window })
    return base.use({ ...history, order: historyOrder }) as unknown as AssemblyBuilder
  }
  // A layer of that name is refused now, and not with the first request.
  withHistory(1)
  const known = new Map<number, AssemblyBuilder>()
  return (window) => {
    const found = known.get(window)
    if (found) return found
    const builder = withHistory(window)
    known.set(window, builder)
    if (known.size > 8) known.delete(known.keys().next().value as number)
    return builder
  }
}
