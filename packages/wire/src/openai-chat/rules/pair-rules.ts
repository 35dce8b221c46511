import { checkArguments, functionNameRule } from '../../openai/rules.ts'
import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type ReportViolation, type Rule, recordsOf } from '../../shared/rules/rule.ts'
import { maxCallId, portableCallId, validName } from '../limits.ts'
import { callsOf, messagesOf, namedOf } from './read.ts'

/** An assistant message (or another message before tool messages) with the tool messages directly after it. */
interface Group {
  readonly calls: readonly Placed[]
  readonly results: readonly Placed[]
}

export const pairRules: readonly Rule[] = [
  {
    code: 'OC-TOOL-ANSWER',
    what: 'Each call is answered by a tool message directly after its message.',
    source: 'I BerriAI/litellm#10083, agno-agi/agno#3105',
    check: each(groupsOf, ({ calls, results }, report) => {
      const answered = new Set(results.map(({ value }) => value['tool_call_id']))
      for (const { value, path } of calls) {
        if (!answered.has(value['id'])) report('error', path, 'is not answered by a tool message directly after it')
      }
    }),
  },
  {
    code: 'OC-TOOL-ORPHAN',
    what: 'Each tool message answers a call of the preceding assistant message.',
    source: 'I miurla/morphic#136, smarter-sh/smarter#264',
    check: each(groupsOf, ({ calls, results }, report) => {
      const open = calls.map(({ value }) => value['id'])
      const ids = new Set(open)
      for (const { value, path } of results) {
        const found = open.indexOf(value['tool_call_id'])
        if (found !== -1) open.splice(found, 1)
        else if (ids.has(value['tool_call_id'])) report('server', path, 'answers a call that is already answered')
        else report('error', path, 'answers no call of the preceding message')
      }
    }),
  },
  {
    code: 'OC-TOOL-ID',
    what: 'Each tool message has a tool_call_id.',
    source: 'S ChatCompletionRequestToolMessage',
    check: each(messagesOf, ({ value, path }, report) => {
      const id = value['tool_call_id']
      if (value['role'] === 'tool' && (typeof id !== 'string' || id === ''))
        report('error', `${path}.tool_call_id`, 'is missing')
    }),
  },
]

function groupsOf(request: UnknownRecord): Group[] {
  const groups: { calls: Placed[]; results: Placed[] }[] = []
  let group: { calls: Placed[]; results: Placed[] } = { calls: [], results: [] }
  for (const message of messagesOf(request)) {
    if (message.value['role'] === 'tool') {
      group.results.push(message)
      continue
    }
    groups.push(group)
    group = { calls: callsOf(message), results: [] }
  }
  groups.push(group)
  return groups
}

export const callRules: readonly Rule[] = [
  {
    code: 'OC-NAME',
    what: 'A participant name has 1 to 64 characters and no space or < | \\ / >.',
    source:
      "I ComposioHQ/composio, LangChain (400, pattern '^[^\\s<|\\\\/>]+$'); before 2025 ag2ai/ag2#451 ('^[a-zA-Z0-9_-]+$')",
    check: each(messagesOf, ({ value, path }, report) => {
      const { name } = value
      // The result of the legacy function_call has the function's name.
      if (!has(name) || value['role'] === 'function') return
      if (typeof name === 'string' && validName.test(name)) return
      report('error', `${path}.name`, 'must be 1 to 64 characters without spaces, <, |, \\, / and >')
    }),
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
    check: each(allCalls, ({ value, path }, report) => {
      const { id } = value
      if (typeof id !== 'string' || id === '') report('error', `${path}.id`, 'is missing')
      else if (id.length > maxCallId) report('error', `${path}.id`, `is longer than ${maxCallId} characters`)
      else if (id.length > portableCallId) report('server', `${path}.id`, `is longer than ${portableCallId} characters`)
    }),
  },
  {
    code: 'OC-CALL-ARGS',
    what: 'Arguments are the JSON text of an object.',
    source:
      'S (a string); I vllm-project/vllm#43995, OpenHands/software-agent-sdk#2887 (server: not the text of an object)',
    check: each(allCalls, (call, report) => {
      const named = namedOf(call)
      if (named === undefined || call.value['type'] !== 'function') return
      const text = named.value['arguments']
      if (typeof text !== 'string') report('error', `${named.path}.arguments`, 'must be JSON text')
      else checkArguments(text, `${named.path}.arguments`, report)
    }),
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
