import type { RepairAction } from '../contract/report.ts'

/** Descriptions of repairs, for reports and logs. */
export const repairTexts: Readonly<Record<RepairAction, string>> = {
  'call-dropped': 'dropped a tool call without a result',
  'result-dropped': 'dropped a tool result without a call',
  'result-replaced': 'dropped a tool result: another one of its call counts',
  'result-late': 'left a late tool result to an update',
  'result-moved': 'moved a tool result to its call',
  'result-added': 'added a marked stand-in for a missing tool result',
  'denial-added': 'added a result to a denied tool call',
  'request-dropped': 'dropped an approval request without a call',
  'response-dropped': 'dropped an approval response without a request',
  'response-moved': 'moved an approval response to its call',
}
