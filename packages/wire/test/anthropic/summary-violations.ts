import { assistant, definition, user, type Violating } from './violations.ts'

const summary = (more: object = {}): object => ({ type: 'compaction', content: 'x', signature: 's', ...more })
const supported = { model: 'claude-opus-4-6' }
const second = 'messages[1].content[0]'
const asks = { ...supported, compaction: { type: 'summarize' } }

/** Requests that break the rule about summaries by the API. */
export const summaryCases: readonly Violating[] = [
  ['a late summary', { ...supported, messages: [user, assistant(summary()), user] }, 'AN-COMPACTION', 'error', second],
  [
    'a second summary',
    { ...supported, messages: [assistant(summary()), assistant(summary({ signature: undefined })), user] },
    'AN-COMPACTION',
    'error',
    'messages[0].content[0]',
  ],
  [
    'an empty summary',
    { ...supported, messages: [assistant(summary({ content: '' })), user] },
    'AN-COMPACTION',
    'error',
    'messages[0].content[0].content',
  ],
  [
    'a summary for a model without them',
    { model: 'claude-haiku-4-5', messages: [assistant(summary()), user] },
    'AN-COMPACTION',
    'model',
    'messages[0].content[0]',
  ],
  [
    'a summary with threshold compaction',
    {
      ...supported,
      messages: [assistant(summary()), user],
      context_management: { edits: [{ type: 'compact_20260112' }] },
    },
    'AN-COMPACTION',
    'error',
    'context_management',
  ],
  [
    'context editing with a summary',
    { ...asks, context_management: {} },
    'AN-COMPACTION',
    'error',
    'context_management',
  ],
  ['stops in a summary', { ...asks, stop_sequences: ['x'] }, 'AN-COMPACTION', 'error', 'stop_sequences'],
  [
    'a forced call in a summary',
    { ...asks, tools: [definition()], tool_choice: { type: 'any' } },
    'AN-COMPACTION',
    'error',
    'tool_choice',
  ],
]
