import { isLamellaError } from '@lamella/core'
import type { RunContext, RunInput } from '@lamella/runs'
import type { Conversation } from './conversation.ts'

/** A request of an epoch that goes on without the newest summaries. */
interface Held {
  readonly built: RunContext
  /** The conversation as the epoch shows it. */
  readonly conversation: Conversation
}

/**
 * Builds the next request of an epoch with the summaries that it began with. `undefined` if there are no others, or if the
 * epoch has to be cut: then the newest summaries take effect.
 */
export async function withoutNewSummaries(
  conversation: Conversation,
  input: RunInput,
  build: (conversation: Conversation, input: RunInput) => Promise<RunContext>,
): Promise<Held | undefined> {
  const { run, cut } = input
  const then = run && cut !== true ? await conversation.asOf(run.summaries) : undefined
  if (then === undefined) return undefined
  try {
    const built = await build(then, input)
    return built.report.run?.cut === undefined ? { built, conversation: then } : undefined
  } catch (error) {
    // With the newest summaries it may fit.
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}
