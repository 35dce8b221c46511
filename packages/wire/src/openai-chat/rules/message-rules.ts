import { isRecord } from '../../shared/guards.ts'
import { has, listOf, type Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { messagesOf, partsOf } from './read.ts'

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

export const messagesRule: Rule = {
  code: 'OC-MESSAGES',
  what: 'There is at least one message.',
  source: 'S; I danny-avila/LibreChat#10408 (empty array)',
  check: ({ messages }, report) => {
    if (!Array.isArray(messages) || messages.length === 0) report('error', 'messages', 'must have at least one message')
  },
}

export const roleRule: Rule = {
  code: 'OC-ROLE',
  what: 'Each message has one of the six roles.',
  source: 'S ChatCompletionRequestMessage',
  check: ({ messages }, report) => {
    for (const [index, message] of listOf(messages).entries()) {
      if (isRecord(message) && roles.includes(message['role'])) continue
      report('error', `messages[${index}].role`, `must be one of ${roles.join(', ')}`)
    }
  },
}

export const contentRule: Rule = {
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
}

function mayLackContent({ value }: Placed): boolean {
  if (value['role'] === 'function') return true
  return (
    value['role'] === 'assistant' && (has(value['tool_calls']) || has(value['function_call']) || has(value['audio']))
  )
}

export const systemFirstRule: Rule = {
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
}

// Tools often return an empty result: 48 of 572 results in the airline conversations of tau-bench.
export const emptyRule: Rule = {
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
}
