import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { validName } from '../limits.ts'
import { messageFields } from '../wire-fields.ts'
import { messagesOf } from './read.ts'

export const nameRule: Rule = {
  code: 'OC-NAME',
  what: 'A participant name has 1 to 64 characters and no space or < | \\ / >.',
  source:
    "I ComposioHQ/composio, LangChain (400, pattern '^[^\\s<|\\\\/>]+$'); before 2025 ag2ai/ag2#451 ('^[a-zA-Z0-9_-]+$')",
  check: (request, report) => {
    for (const { value, path } of messagesOf(request)) {
      const { name } = value
      // The result of the legacy function_call has the function's name.
      if (!has(name) || value['role'] === 'function') continue
      if (typeof name === 'string' && validName.test(name)) continue
      report('error', `${path}.name`, 'must be 1 to 64 characters without spaces, <, |, \\, / and >')
    }
  },
}

const written: readonly string[] = ['role', 'content', 'refusal', 'tool_calls', 'tool_call_id', 'function_call']

export const fieldRule: Rule = {
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
}
