import { mustKeepRuns, type SessionStore } from '@lamella/store'
import type { Arrangement, ContextAssemblerConfig } from '../contract/config.ts'
import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { optionInvalid } from '../errors.ts'
import { isSessionStore } from './conversation.ts'

/** Returns how requests follow each other: in runs, unless the store of sessions cannot keep them. */
export function arrangementOf(
  { sessionStore }: AssemblerDependencies,
  { arrange }: ContextAssemblerConfig,
): Arrangement {
  if (arrange !== 'run') return arrange ?? (keepsRuns(sessionStore) ? 'run' : 'classic')
  if (keepsRuns(sessionStore)) return arrange
  const fix = "Pass a store with 'runs', such as createSessionStore(), or arrange: 'classic'."
  const problem = "is 'run', but the session store cannot keep runs"
  throw optionInvalid('createContextAssembler', 'arrange', problem, fix)
}

/** Whether a store keeps runs with its sessions. */
export function keepsRuns(store: object): store is SessionStore & Required<Pick<SessionStore, 'runs'>> {
  return isSessionStore(store) && mustKeepRuns(store) === undefined
}
