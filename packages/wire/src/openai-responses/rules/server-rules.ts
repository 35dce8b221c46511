import { descriptionRule } from '../../openai/rules.ts'
import { type Rule, recordsOf, repeated } from '../../shared/rules/rule.ts'
import { callType } from './call-rules.ts'
import { itemsOf, ofType, partsOf, typeOf } from './read.ts'

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
