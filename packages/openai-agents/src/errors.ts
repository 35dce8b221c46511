import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface AgentsErrorDetails {
  /** A session does not end with the items that a transaction replaces. */
  AGENTS_SESSION_CHANGED: { readonly session: string }
}

export const agentsError: MakeError<AgentsErrorDetails> = errorsOf<AgentsErrorDetails>()
