import { descriptionRule } from '../../openai/rules.ts'
import { recordsOf, repeated } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { messageFields } from '../wire-fields.ts'
import { callsOf, messagesOf, namedOf, partsOf } from './read.ts'

/** The rules that only other servers enforce. */
export const serverRules: readonly Rule[] = [
  {
    code: 'OC-SYSTEM-FIRST',
    what: 'System messages precede all others.',
    source: 'R: accepted by OpenAI; templates of open models accept a system message only at the start',
    check: (request, report) => {
      let begun = false
      for (const { value, path } of messagesOf(request)) {
        const isSystem = value['role'] === 'system' || value['role'] === 'developer'
        if (isSystem && begun) report('server', `${path}.role`, 'comes after other messages')
        begun ||= !isSystem
      }
    },
  },
  // Tools often return an empty result: 48 of 572 results in the airline conversations of tau-bench.
  {
    code: 'OC-EMPTY',
    what: 'Texts are not empty.',
    source: 'R: accepted by OpenAI; rejected by servers in front of other models',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        if (message.value['role'] === 'tool' || message.value['role'] === 'function') continue
        if (message.value['content'] === '') report('server', `${message.path}.content`, 'is empty')
        for (const part of partsOf(message)) {
          if (part.value['type'] === 'text' && part.value['text'] === '')
            report('server', `${part.path}.text`, 'is empty')
        }
      }
    },
  },
  {
    code: 'OC-FIELD',
    what: 'Messages have only fields that at least one server accepts.',
    source:
      'I NousResearch/hermes-agent#47868, #49840 (timestamp: 400 at Fireworks, 422 at Mistral); OpenAI ignores them',
    check: (request, report) => {
      for (const { value, path } of messagesOf(request)) {
        for (const field of Object.keys(value)) {
          if (value[field] === undefined || written.includes(field) || messageFields.includes(field)) continue
          report('server', `${path}.${field}`, 'is not a field of a message')
        }
      }
    },
  },
  // Within one message only. Ids are reused across turns in 49 of 200 real conversations.
  {
    code: 'OC-CALL-DUP',
    what: 'Call ids are unique within one message.',
    source: 'R real traces',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        for (const { path } of repeated(callsOf(message), 'id')) {
          report('server', `${path}.id`, 'is the id of another call of this message')
        }
      }
    },
  },
  descriptionRule('OC-DESC', ({ tools }) => recordsOf(tools, 'tools').flatMap((tool) => namedOf(tool) ?? [])),
]

const written: readonly string[] = ['role', 'content', 'refusal', 'tool_calls', 'tool_call_id', 'function_call']
