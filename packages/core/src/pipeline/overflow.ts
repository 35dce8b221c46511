import { isLamellaError, LamellaError } from '../errors.ts'
import type { ComposedContext } from './compose-context.ts'
import type { Sizes } from './limits.ts'
import type { Measured } from './measure-layer.ts'
import { usedBy } from './sizes.ts'

/** How many of the largest pinned fragments an overflow error lists. */
const named = 5

/** Creates the error for a build whose pinned fragments, tools and framing exceed the window. */
export function overflow(
  measured: readonly Measured[],
  composed: ComposedContext,
  sizes: Sizes,
): LamellaError<'CONTEXT_OVERFLOW'> {
  const used = usedBy(composed, sizes)
  const largest = measured
    .flatMap(({ plan }) => plan.units.filter((unit) => unit.pinned).map((unit) => ({ layer: plan.name, unit })))
    .map(({ layer, unit }) => ({ layer, fragment: unit.id, tokens: unit.tokens[0] ?? 0 }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, named)
  const smallestWindow = used + sizes.reserve
  const list = largest.map(({ layer, fragment, tokens }) => `${layer}/${fragment} ${tokens}`).join(', ')
  return new LamellaError({
    code: 'CONTEXT_OVERFLOW',
    what:
      `Required content takes ${used} tokens and ${sizes.reserve} are reserved, but the window is ${sizes.window}. ` +
      `The smallest window that works is ${smallestWindow}. Largest pinned fragments: ${list || 'none'}.`,
    fix: 'Raise the window, lower the reserve, pass fewer tools, or shorten pinned fragments.',
    details: {
      window: sizes.window,
      smallestWindow,
      pinned: composed.tokens,
      tools: sizes.tools,
      framing: composed.framing,
      reserve: sizes.reserve,
      largest,
    },
  })
}

/** Whether an error says that required content exceeds the window or a limit. */
export function isOverflow(error: unknown): boolean {
  return isLamellaError(error, 'CONTEXT_OVERFLOW') || isLamellaError(error, 'LIMIT_OVERFLOW')
}
