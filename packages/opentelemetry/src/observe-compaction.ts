import type { CompactionStrategy } from '@lamella/core/plugin'
import { genAi, lamella, operations } from './conventions.ts'
import { errorType } from './error-type.ts'
import { observeMethods } from './observe-methods.ts'
import { checkTarget, checkTelemetry, type TelemetryOptions } from './options.ts'
import { createTelemetry } from './telemetry.ts'

/**
 * Returns a compaction strategy with a span, a duration and a count for each attempt, in the background too. The call of the
 * model is inside the span.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const compaction = strategies.map((strategy) => observeCompaction(strategy))
 */
export function observeCompaction<Strategy extends CompactionStrategy>(
  strategy: Strategy,
  options: TelemetryOptions = {},
): Strategy {
  const telemetry = createTelemetry(checkTelemetry('observeCompaction', options))
  checkTarget('observeCompaction', 'strategy', strategy, 'compact')
  const { name: target } = strategy
  return observeMethods<CompactionStrategy>(telemetry, strategy, {
    compact: ({ model, messages }) => {
      const dimensions = { [lamella.strategy]: target, ...(model !== undefined && { [genAi.model]: model }) }
      return {
        name: operations.summarize,
        target,
        dimensions,
        attributes: { [lamella.messages]: messages.length },
        count: ({ instruments }, error) => {
          const failed = error === undefined ? {} : { [genAi.errorType]: errorType(error) }
          instruments?.compactions.add(1, { ...dimensions, ...failed })
        },
      }
    },
  }) as Strategy
}
