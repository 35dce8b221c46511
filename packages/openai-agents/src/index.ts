export type { HostedRequest } from '@lamella/host'
export type { AgentsErrorDetails } from './errors.ts'
export type { HostAgent } from './filter/agent-tools.ts'
export { countedModel } from './filter/counted-model.ts'
export type { FilterCall, InputFilter, InputFilterOptions } from './filter/input-filter.ts'
export { inputFilter } from './filter/input-filter.ts'
export { toItems } from './items/to-items.ts'
export { toMessages } from './items/to-messages.ts'
export type { RunOptions } from './run-options.ts'
export { runOptions } from './run-options.ts'
export type {
  AgentsSession,
  AgentsSessionOptions,
} from './session/agents-session.ts'
export { agentsSession } from './session/agents-session.ts'
