import { isRecord } from '../../shared/guards.ts'
import { has, listOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { itemTypes } from '../item-types.ts'
import { holdsConversation } from '../request-fields.ts'
import { itemsOf, ofType, partsOf, typeOf } from './read.ts'

const roles: readonly unknown[] = ['user', 'assistant', 'system', 'developer']

export const inputRule: Rule = {
  code: 'OR-INPUT',
  what: 'The input is text or a non-empty list of items; it may be omitted if the API stores the conversation.',
  source: 'S InputParam; I pydantic/pydantic-ai#3470 (instructions alone are rejected)',
  check: (request, report) => {
    const { input, prompt } = request
    if (has(input) && typeof input !== 'string' && !Array.isArray(input)) {
      report('error', 'input', 'must be text or a list of items')
    } else if (isNothing(input) && !has(prompt) && !holdsConversation(request)) {
      report('error', 'input', 'must have at least one item')
    }
  },
}

function isNothing(input: unknown): boolean {
  return !has(input) || (Array.isArray(input) && input.length === 0)
}

export const itemRule: Rule = {
  code: 'OR-ITEM',
  what: 'Each item is of a known type.',
  source: 'S InputItem; server, because types are added',
  check: ({ input }, report) => {
    for (const [index, value] of listOf(input).entries()) {
      const path = `input[${index}]`
      if (!isRecord(value)) report('error', path, 'must be an object')
      else {
        const type = typeOf({ value, path })
        if (typeof type !== 'string') report('error', `${path}.type`, 'must be text')
        else if (!itemTypes.includes(type)) report('server', `${path}.type`, `is not a known item type: ${type}`)
      }
    }
  },
}

export const roleRule: Rule = {
  code: 'OR-ROLE',
  what: 'Each message has one of the four roles.',
  source: 'S EasyInputMessage; R 400 "Invalid value: \'tool\'" (openai/openai-python#2677)',
  check: (request, report) => {
    for (const { value, path } of ofType(request, 'message')) {
      if (!roles.includes(value['role'])) report('error', `${path}.role`, `must be one of ${roles.join(', ')}`)
    }
  },
}

export const contentRule: Rule = {
  code: 'OR-CONTENT',
  what: 'The content of a message is text or a non-empty list of parts.',
  source: 'S EasyInputMessage, OutputMessage',
  check: (request, report) => {
    for (const { value, path } of ofType(request, 'message')) {
      const { content } = value
      if (!has(content)) report('error', `${path}.content`, 'is missing')
      else if (typeof content !== 'string' && !Array.isArray(content)) {
        report('error', `${path}.content`, 'must be text or a list of parts')
      } else if (Array.isArray(content) && content.length === 0) {
        report('error', `${path}.content`, 'must have at least one part')
      }
    }
  },
}

// Tools often return an empty output.
export const emptyRule: Rule = {
  code: 'OR-EMPTY',
  what: 'Message texts are not empty.',
  source: 'R: accepted by OpenAI; rejected by servers in front of other models',
  check: (request, report) => {
    for (const message of ofType(request, 'message')) {
      if (message.value['content'] === '') report('server', `${message.path}.content`, 'is empty')
      for (const { value, path } of partsOf(message, 'content')) {
        if (value['text'] === '') report('server', `${path}.text`, 'is empty')
      }
    }
  },
}

export const interleaveRule: Rule = {
  code: 'OR-INTERLEAVE',
  what: 'No message comes between calls and their outputs.',
  source: 'R DeepSeek 400 (a message between parallel calls and outputs); accepted by OpenAI',
  check: (request, report) => {
    const open = new Set<unknown>()
    for (const item of itemsOf(request)) {
      const type = typeOf(item)
      if (type === 'function_call' || type === 'custom_tool_call') open.add(item.value['call_id'])
      else if (type === 'function_call_output' || type === 'custom_tool_call_output') open.delete(item.value['call_id'])
      else if (type === 'message' && open.size > 0) report('server', item.path, 'comes between a call and its output')
    }
  },
}
