import type { Scope } from '@lamella/core'
import { checkOptions, mustBeObject, mustBeText } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/core/store'
import type { CallModelInputFilter } from '@openai/agents'
import { filterChecks, type InputFilterOptions, inputFilter } from './filter/input-filter.ts'
import { type AgentsSession, agentsSession } from './session/agents-session.ts'

/** Options of `runOptions`: those of the filter, with one place for the session and its run. */
export interface RunOptions<RunContext = unknown, Needs extends object = object>
  extends Omit<InputFilterOptions<RunContext, Needs>, 'sessions' | 'scope' | 'session'> {
  readonly sessions: SessionStore
  readonly scope: Scope
  readonly session: string
}

/**
 * Returns the options of one `run`: its session in a Lamella store, and the filter of what the model is sent.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * await run(agent, 'Hello', runOptions({ sessions, scope: { tenant: 'acme', user: 'ada' }, session: 'chat-1' }))
 */
export function runOptions<RunContext = unknown, Needs extends object = object>(
  options: RunOptions<RunContext, Needs>,
): { readonly session: AgentsSession; readonly callModelInputFilter: CallModelInputFilter<RunContext> } {
  const { sessions, scope, session } = checkOptions(
    'runOptions',
    options as RunOptions,
    { ...filterChecks, scope: mustBeObject, session: mustBeText },
    ['sessions', 'scope', 'session'],
  )
  return { session: agentsSession({ sessions, scope, session }), callModelInputFilter: inputFilter(options) }
}
