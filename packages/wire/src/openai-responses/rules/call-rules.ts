import { checkArguments, descriptionRule, functionNameRule } from '../../openai/rules.ts'
import { each, has, type Placed, type Rule, recordsOf, repeated } from '../../shared/rules/rule.ts'
import { answerTypeOf, callTypeOf, isItemId } from '../item-types.ts'
import { maxId, maxOutput } from '../limits.ts'
import { holdsMore, itemsOf, ofType, partsOf, typeOf } from './read.ts'

/** Calls that need an answer, and answers, by the type of the call. The API may run tool searches itself. */
function callType(item: Placed): string | undefined {
  const type = typeOf(item)
  return answerTypeOf(type) === undefined || type === 'tool_search_call' ? undefined : String(type)
}

function answeredType(item: Placed): string | undefined {
  const type = callTypeOf(typeOf(item))
  return type === 'tool_search_call' ? undefined : type
}

/** Returns the `call_id` of an answer; in the schema, that of a local shell has it under another name. */
function answeredId(item: Placed): unknown {
  return item.value['call_id'] ?? (typeOf(item) === 'local_shell_call_output' ? item.value['id'] : undefined)
}

export const callRules: readonly Rule[] = [
  {
    code: 'OR-CALL',
    what: 'A call has a name and its arguments as the JSON text of an object.',
    source: 'S FunctionToolCall, CustomToolCall; I local-inference-lab/vllm#684 (server: not the text of an object)',
    check: (request, report) => {
      for (const item of ofType(request, 'function_call', 'custom_tool_call')) {
        const field = typeOf(item) === 'function_call' ? 'arguments' : 'input'
        const text = item.value[field]
        if (typeof text !== 'string') report('error', `${item.path}.${field}`, 'must be text')
        else if (field === 'arguments') checkArguments(text, `${item.path}.arguments`, report)
      }
    },
  },
  {
    code: 'OR-CALL-ID',
    what: 'Each call and each output has a call_id of 1 to 64 characters.',
    source: 'S FunctionCallOutputItemParam.call_id',
    check: each(itemsOf, (item, report) => {
      const isAnswer = answeredType(item) !== undefined
      if (callType(item) === undefined && !isAnswer) return
      const id = isAnswer ? answeredId(item) : item.value['call_id']
      if (typeof id !== 'string' || id === '') report('error', `${item.path}.call_id`, 'is missing')
      else if (id.length > maxId) report('error', `${item.path}.call_id`, `is longer than ${maxId} characters`)
    }),
  },
  functionNameRule(
    'OR-FN-NAME',
    'S FunctionToolParam; I nanbingxyz/5ire#33, mcp-use/mcp-use#90, mrexodia/ida-pro-mcp#129 (OpenAI Chat)',
    (request) => [
      ...recordsOf(request['tools'], 'tools').filter(({ value: { type } }) => type === 'function' || type === 'custom'),
      ...ofType(request, 'function_call', 'custom_tool_call'),
    ],
  ),
  {
    code: 'OR-CALL-ANSWER',
    what: 'Each call is answered by an output with its call_id later in the input, unless the API stores more of the conversation.',
    source:
      'R DeepSeek 400 "No tool output found for tool call"; I james-6-23/codex2api#414, continuedev/continue#11785',
    check: (request, report) => {
      if (holdsMore(request)) return
      const answered = new Set<string>()
      for (const item of itemsOf(request).reverse()) {
        const answers = answeredType(item)
        if (answers !== undefined) answered.add(`${answers} ${String(answeredId(item))}`)
        const type = callType(item)
        if (type === undefined || answered.has(`${type} ${String(item.value['call_id'])}`)) continue
        report('error', item.path, 'is not answered by an output later in the input')
      }
    },
  },
  {
    code: 'OR-OUTPUT-ORPHAN',
    what: 'Each output answers an earlier call, unless the API stores more of the conversation.',
    source:
      'I continuedev/continue#10092, can1357/oh-my-pi#106 "No tool call found for function call output with call_id"; R a function output accepted for a tool search that the client runs',
    check: (request, report) => {
      if (holdsMore(request)) return
      const open = new Map<string, number>()
      for (const item of itemsOf(request)) {
        const type = callType(item) ?? (isClientSearch(item) ? 'function_call' : undefined)
        if (type !== undefined) {
          const key = `${type} ${String(item.value['call_id'])}`
          open.set(key, (open.get(key) ?? 0) + 1)
        }
        const answers = answeredType(item)
        if (answers === undefined) continue
        const key = `${answers} ${String(answeredId(item))}`
        const waiting = open.get(key)
        if (waiting === undefined) report('error', item.path, 'answers no earlier call')
        else if (waiting === 0) report('server', item.path, 'answers a call that is already answered')
        else open.set(key, waiting - 1)
      }
    },
  },
  {
    code: 'OR-OUTPUT',
    what: 'An output is text of at most 10,485,760 characters, or a list of parts.',
    source: 'S FunctionCallOutputItemParam.output',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'function_call_output', 'custom_tool_call_output')) {
        const { output } = value
        if (!has(output) || (typeof output !== 'string' && !Array.isArray(output))) {
          report('error', `${path}.output`, 'must be text or a list of parts')
        } else if (output.length > maxOutput)
          report('error', `${path}.output`, `is longer than ${maxOutput} characters`)
      }
    },
  },
  {
    code: 'OR-APPROVAL',
    what: 'An approval response names its request and says whether it is approved.',
    source: 'S MCPApprovalResponse',
    check: (request, report) => {
      for (const { value, path } of ofType(request, 'mcp_approval_response')) {
        if (!isItemId(value['approval_request_id'], '')) report('error', `${path}.approval_request_id`, 'is missing')
        if (typeof value['approve'] !== 'boolean') report('error', `${path}.approve`, 'must be true or false')
      }
    },
  },
]

/** A search that the client runs needs no answer, and a function output may answer it. */
function isClientSearch(item: Placed): boolean {
  return typeOf(item) === 'tool_search_call' && item.value['execution'] === 'client'
}

/** The rules that only other servers enforce. */
export const serverRules: readonly Rule[] = [
  // Tools often return an empty output.
  {
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
  },
  {
    code: 'OR-INTERLEAVE',
    what: 'No message comes between calls and their outputs.',
    source: 'R DeepSeek 400 (a message between parallel calls and outputs); accepted by OpenAI',
    check: (request, report) => {
      const open = new Set<unknown>()
      for (const item of itemsOf(request)) {
        const type = typeOf(item)
        if (type === 'function_call' || type === 'custom_tool_call') open.add(item.value['call_id'])
        else if (type === 'function_call_output' || type === 'custom_tool_call_output')
          open.delete(item.value['call_id'])
        else if (type === 'message' && open.size > 0) report('server', item.path, 'comes between a call and its output')
      }
    },
  },
  {
    code: 'OR-CALL-DUP',
    what: 'Call ids are unique in the whole input.',
    source: 'M: the API matches by call_id alone',
    check: (request, report) => {
      const calls = itemsOf(request).filter((item) => callType(item) !== undefined)
      for (const { path } of repeated(calls, 'call_id'))
        report('server', `${path}.call_id`, 'is the id of another call')
    },
  },
  descriptionRule('OR-DESC', ({ tools }) => recordsOf(tools, 'tools')),
]
