export { createAdapter } from './adapter.ts'
export type {
  AdaptedRequest,
  Adapter,
  AdapterAssembler,
  AdapterOptions,
  AdapterRequest,
  AnsweredOptions,
  AssembleRequest,
} from './contract/adapter.ts'
export type {
  ConversationOptions,
  Diagnoses,
  HostCall,
  HostedRequest,
  HostOptions,
  HostRequest,
  HostTraits,
  HostUsage,
  ShownAnswer,
} from './contract/host.ts'
export { createHost } from './create-host.ts'
export { createDiagnoses } from './diagnoses.ts'
export type { HostSystemNeeds } from './host-system.ts'
export { hostSystem, hostSystemSeparator } from './host-system.ts'
export type { HostForm } from './kept-texts.ts'
export { canonical, foldTexts, isSameContent, namesSystemRole, unfoldTexts } from './kept-texts.ts'
export type { MessagesForHostOptions } from './messages-for-host.ts'
export { messagesForHost } from './messages-for-host.ts'
export { systemForHost } from './system-for-host.ts'
export { takeByKey } from './take-by-key.ts'
