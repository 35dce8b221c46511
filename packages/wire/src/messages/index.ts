export {
  continueText,
  ensureAlternating,
  missingAssistantText,
  missingReplyText,
  missingUserText,
} from './ensure-alternating.ts'
export type { MergeOptions } from './merge-consecutive.ts'
export { mergeConsecutive } from './merge-consecutive.ts'
export type { SessionMessage, SessionMessageOptions } from './session-messages.ts'
export { fromSessionMessage, fromSessionMessages } from './session-messages.ts'
