import { type InputFilter, type InputFilterOptions, inputFilter } from './filter/input-filter.ts'
import { type AgentsSession, type AgentsSessionOptions, agentsSession } from './session/agents-session.ts'

/** Options of `runOptions`: those of the filter, with the store and the session that it shares with the run. */
export type RunOptions<RunContext = unknown, Needs extends object = object> = AgentsSessionOptions &
  Omit<InputFilterOptions<RunContext, Needs>, keyof AgentsSessionOptions>

/**
 * Returns the options of one `run`: its session in a Lamella store, and the filter of what the model is sent.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * await run(agent, 'Hello', runOptions({ sessions, scope: { tenant: 'acme', user: 'ada', session: 'chat-1' } }))
 */
export function runOptions<RunContext = unknown, Needs extends object = object>(
  options: RunOptions<RunContext, Needs>,
): { readonly session: AgentsSession; readonly callModelInputFilter: InputFilter<RunContext> } {
  const callModelInputFilter = inputFilter(options)
  const { sessions, scope } = options
  return { session: agentsSession({ sessions, scope }), callModelInputFilter }
}
