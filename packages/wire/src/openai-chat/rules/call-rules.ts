import { functionName } from '../../openai/limits.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, listOf, type Placed, recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { maxCallId, portableCallId } from '../limits.ts'
import { callsOf, messagesOf, namedOf } from './read.ts'

export const callRule: Rule = {
  code: 'OC-CALL',
  what: 'Calls are a non-empty list, in assistant messages.',
  source: 'S ChatCompletionMessageToolCall; M (an empty list)',
  check: (request, report) => {
    for (const message of messagesOf(request)) {
      const calls = message.value['tool_calls']
      if (!has(calls)) continue
      const path = `${message.path}.tool_calls`
      if (!Array.isArray(calls) || calls.length === 0) report('error', path, 'must have at least one call')
      if (message.value['role'] !== 'assistant')
        report('error', path, 'are in a message of another role than assistant')
      for (const [index, call] of listOf(calls).entries()) checkCall(call, `${path}[${index}]`, report)
    }
  },
}

function checkCall(call: unknown, path: string, report: ReportViolation): void {
  const type = isRecord(call) ? call['type'] : undefined
  if (type !== 'function' && type !== 'custom') report('error', `${path}.type`, 'must be function or custom')
  else if (namedOf({ value: call as UnknownRecord, path }) === undefined) report('error', path, `has no ${type}`)
}

export const callIdRule: Rule = {
  code: 'OC-CALL-ID',
  what: 'Each call has an id of at most 64 characters; at most 40 for portability.',
  source: 'I microsoft/autogen#6377, camel-ai/camel#2215 (40); jin-bo/agentao#321 (64, live run 2026-09)',
  check: (request, report) => {
    for (const { value, path } of allCalls(request)) {
      const { id } = value
      if (typeof id !== 'string' || id === '') report('error', `${path}.id`, 'is missing')
      else if (id.length > maxCallId) report('error', `${path}.id`, `is longer than ${maxCallId} characters`)
      else if (id.length > portableCallId) report('server', `${path}.id`, `is longer than ${portableCallId} characters`)
    }
  },
}

export const callArgumentsRule: Rule = {
  code: 'OC-CALL-ARGS',
  what: 'Arguments are JSON text.',
  // Models do write broken JSON, and the API accepts it as input; servers that fill a chat template parse it and fail.
  source: 'S (a string); server if it is not JSON',
  check: (request, report) => {
    for (const call of allCalls(request)) {
      const named = namedOf(call)
      if (named === undefined || call.value['type'] !== 'function') continue
      const text = named.value['arguments']
      if (typeof text !== 'string') report('error', `${named.path}.arguments`, 'must be JSON text')
      else if (!isJson(text)) report('server', `${named.path}.arguments`, 'is not valid JSON')
    }
  },
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// Within one message only. Ids are reused across turns in 49 of 200 real conversations.
export const callDuplicateRule: Rule = {
  code: 'OC-CALL-DUP',
  what: 'Call ids are unique within one message.',
  source: 'R real traces',
  check: (request, report) => {
    for (const message of messagesOf(request)) {
      const seen = new Set<unknown>()
      for (const { value, path } of callsOf(message)) {
        if (seen.has(value['id'])) report('server', `${path}.id`, 'is the id of another call of this message')
        seen.add(value['id'])
      }
    }
  },
}

export const functionNameRule: Rule = {
  code: 'OC-FN-NAME',
  what: 'Function names are 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.',
  source: 'S FunctionObject.name; I nanbingxyz/5ire#33, mcp-use/mcp-use#90, mrexodia/ida-pro-mcp#129',
  check: (request, report) => {
    for (const tool of [...recordsOf(request['tools'], 'tools'), ...allCalls(request)]) {
      const named = namedOf(tool)
      if (named === undefined) continue
      const { name } = named.value
      if (typeof name === 'string' && functionName.valid.test(name)) continue
      report('error', `${named.path}.name`, 'must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -')
    }
  },
}

function allCalls(request: UnknownRecord): Placed[] {
  return messagesOf(request).flatMap(callsOf)
}
