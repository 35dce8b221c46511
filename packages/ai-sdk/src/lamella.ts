import type { LanguageModelMiddleware } from 'ai'
import type { LamellaOptions, StepsOptions } from './contract/options.ts'
import { createMiddleware } from './middleware.ts'
import { createRequests } from './requests.ts'
import { prepareStep, type StepInput, type StepOutput, type Steps, stepsOf } from './steps.ts'

/** A middleware for `wrapLanguageModel`, with the functions for calls whose model is not wrapped. */
export type Lamella = LanguageModelMiddleware & {
  /** For `prepareStep` of calls and agents, without a session or with `history: 'host'`. */
  prepareStep(step: StepInput): Promise<StepOutput>
  /**
   * Returns `prepareStep` and `onStepFinish` of one call, which also keep its session.
   *
   * @throws LamellaError `OPTION_INVALID`
   */
  steps(options?: StepsOptions): Steps
}

/**
 * Fits each request of the AI SDK into the window of its model and, for calls that name a session, makes it extend the one
 * before. One result serves any number of models, tenants and sessions: it keeps nothing between calls.
 *
 * @throws LamellaError `OPTION_INVALID`; calls reject with `WINDOW_REQUIRED`, `SCOPE_INVALID`, `SESSION_DIVERGED`,
 * `SESSION_CONFLICT`, and the errors of the builder, the assembler and the store
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-5'), middleware: lamella() })
 * const result = streamText({ model, messages, tools })
 */
export function lamella<Needs extends object = object>(options: LamellaOptions<Needs> = {}): Lamella {
  const build = createRequests(options as LamellaOptions)
  const middleware: object = {
    specificationVersion: 'v3',
    ...createMiddleware(build),
    prepareStep: async (step: StepInput) => {
      const { request, output } = await prepareStep(build, step, {}, async ({ request: answered, usage, ...shown }) => {
        if (answered !== request) answered.report()
        await answered.counted(usage, shown)
      })
      request.report()
      return output
    },
    steps: (given: StepsOptions = {}) => stepsOf(build, given),
  }
  return middleware as Lamella
}
