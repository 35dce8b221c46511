import { isRecord, listOf } from '../../shared/guards.ts'
import { has, type Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { messagesOf } from './read.ts'

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

/** The rules about messages. */
export const messageRules: readonly Rule[] = [
  {
    code: 'OC-MESSAGES',
    what: 'There is at least one message.',
    source: 'S; I danny-avila/LibreChat#10408 (empty array)',
    check: ({ messages }, report) => {
      if (!Array.isArray(messages) || messages.length === 0)
        report('error', 'messages', 'must have at least one message')
    },
  },
  {
    code: 'OC-ROLE',
    what: 'Each message has one of the six roles.',
    source: 'S ChatCompletionRequestMessage',
    check: ({ messages }, report) => {
      for (const [index, message] of listOf(messages).entries()) {
        if (isRecord(message) && roles.includes(message['role'])) continue
        report('error', `messages[${index}].role`, `must be one of ${roles.join(', ')}`)
      }
    },
  },
  {
    code: 'OC-CONTENT',
    what: 'Content is text or a non-empty list of parts; only an assistant message with calls may omit it.',
    source: 'S; I docker/docker-agent#63, run-llama/llama_index#17555 (null content)',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        const { content } = message.value
        const path = `${message.path}.content`
        if (Array.isArray(content) && content.length === 0) report('error', path, 'must have at least one part')
        if (typeof content === 'string' || Array.isArray(content)) continue
        if (has(content)) report('error', path, 'must be text or a list of parts')
        else if (message.value['role'] === 'assistant' && has(message.value['refusal'])) {
          report('server', path, 'should hold the refusal as a part')
        } else if (!mayLackContent(message)) report('error', path, 'is missing')
      }
    },
  },
]

function mayLackContent({ value }: Placed): boolean {
  if (value['role'] === 'function') return true
  return (
    value['role'] === 'assistant' && (has(value['tool_calls']) || has(value['function_call']) || has(value['audio']))
  )
}
