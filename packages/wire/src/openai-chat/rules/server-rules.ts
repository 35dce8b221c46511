import { descriptionRule } from '../../openai/rules.ts'
import { each, has, type Rule, recordsOf, repeated } from '../../shared/rules/rule.ts'
import { isMistral } from '../models.ts'
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
  {
    code: 'OC-MISTRAL',
    what: "For Mistral's models, call ids have nine letters and digits, roles are in its order, and there are no fields of other servers.",
    source:
      'I nearai/ironclaw#1241, NousResearch/hermes-agent#20154, editor-code-assistant/eca#315; mistral-common (order)',
    check: (request, report) => {
      if (!isMistral(request['model'])) return
      for (const field of ['max_completion_tokens', 'seed'])
        if (has(request[field])) report('server', field, 'is a field that Mistral does not accept')
      const messages = messagesOf(request)
      for (const [index, message] of messages.entries()) {
        const [role, before] = [message.value['role'], messages[index - 1]?.value['role']]
        const isLate = role === 'system' && before === 'assistant'
        if (role === 'developer') report('server', `${message.path}.role`, 'is a role that Mistral does not know')
        if (isLate || (before === 'tool' && role !== 'tool' && role !== 'assistant'))
          report('server', `${message.path}.role`, `cannot follow ${String(before)}`)
        for (const field of fieldsOfOthers(message.value))
          report('server', `${message.path}.${field}`, 'is a field that Mistral does not accept')
        for (const { value, path } of callsOf(message))
          if (!/^[a-zA-Z0-9]{9}$/.test(String(value['id'])))
            report('server', `${path}.id`, 'is not nine letters and digits')
      }
      const last = messages.at(-1)
      if (last?.value['role'] === 'assistant' && last.value['prefix'] !== true)
        report('server', `${last.path}.role`, 'has the last word without prefix')
    },
  },
  // Within one message only. Ids are reused across turns in 49 of 200 real conversations.
  {
    code: 'OC-CALL-DUP',
    what: 'Call ids are unique within one message.',
    source: 'R real traces',
    check: each(messagesOf, (message, report) => {
      for (const { path } of repeated(callsOf(message), 'id')) {
        report('server', `${path}.id`, 'is the id of another call of this message')
      }
    }),
  },
  descriptionRule('OC-DESC', ({ tools }) => recordsOf(tools, 'tools').flatMap((tool) => namedOf(tool) ?? [])),
]

const written: readonly string[] = ['role', 'content', 'refusal', 'tool_calls', 'tool_call_id', 'function_call']

/** The fields of messages that Mistral's API knows, by role. */
const fieldsOfMistral: Readonly<Record<string, readonly string[]>> = {
  assistant: ['role', 'content', 'tool_calls', 'prefix'],
  tool: ['role', 'content', 'tool_call_id', 'name'],
}
const anyRole: readonly string[] = ['role', 'content']

/** Returns the fields of a message that Mistral's API does not know. */
function fieldsOfOthers(message: { readonly role?: unknown }): readonly string[] {
  const known = fieldsOfMistral[String(message.role)] ?? anyRole
  return Object.keys(message).filter((field) => !known.includes(field))
}
