import { checkArguments, functionNameRule } from '../../openai/rules.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { has, type Placed, recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { maxCallId, portableCallId, validName } from '../limits.ts'
import { callsOf, messagesOf, namedOf } from './read.ts'

/** The rules about names and single calls. */
export const callRules: readonly Rule[] = [
  {
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
  },
  {
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
  },
  {
    code: 'OC-CALL-ID',
    what: 'Each call has an id of at most 64 characters; at most 40 for portability.',
    source: 'I microsoft/autogen#6377, camel-ai/camel#2215 (40); jin-bo/agentao#321 (64, live run 2026-09)',
    check: (request, report) => {
      for (const { value, path } of allCalls(request)) {
        const { id } = value
        if (typeof id !== 'string' || id === '') report('error', `${path}.id`, 'is missing')
        else if (id.length > maxCallId) report('error', `${path}.id`, `is longer than ${maxCallId} characters`)
        else if (id.length > portableCallId)
          report('server', `${path}.id`, `is longer than ${portableCallId} characters`)
      }
    },
  },
  {
    code: 'OC-CALL-ARGS',
    what: 'Arguments are the JSON text of an object.',
    source:
      'S (a string); I vllm-project/vllm#43995, OpenHands/software-agent-sdk#2887 (server: not the text of an object)',
    check: (request, report) => {
      for (const call of allCalls(request)) {
        const named = namedOf(call)
        if (named === undefined || call.value['type'] !== 'function') continue
        const text = named.value['arguments']
        if (typeof text !== 'string') report('error', `${named.path}.arguments`, 'must be JSON text')
        else checkArguments(text, `${named.path}.arguments`, report)
      }
    },
  },
  functionNameRule(
    'OC-FN-NAME',
    'S FunctionObject.name; I nanbingxyz/5ire#33, mcp-use/mcp-use#90, mrexodia/ida-pro-mcp#129',
    (request) => [...recordsOf(request['tools'], 'tools'), ...allCalls(request)].flatMap((tool) => namedOf(tool) ?? []),
  ),
]

function checkCall(call: unknown, path: string, report: ReportViolation): void {
  const type = isRecord(call) ? call['type'] : undefined
  if (type !== 'function' && type !== 'custom') report('error', `${path}.type`, 'must be function or custom')
  else if (namedOf({ value: call as UnknownRecord, path }) === undefined) report('error', path, `has no ${type}`)
}

function allCalls(request: UnknownRecord): Placed[] {
  return messagesOf(request).flatMap(callsOf)
}
