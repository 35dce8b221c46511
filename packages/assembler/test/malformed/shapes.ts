/**
 * Invalid values that programs pass as messages: a description, the position of the error, and the format they
 * resemble.
 */
export type Shape = readonly [what: string, message: unknown, path: string, format?: string]

const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }
const result = { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'x' } }

const user = (...content: readonly unknown[]): unknown => ({ role: 'user', content })
const assistant = (...content: readonly unknown[]): unknown => ({ role: 'assistant', content })
const tool = (...content: readonly unknown[]): unknown => ({ role: 'tool', content })
const gives = (output: unknown): unknown => tool({ ...result, output })

/** JSON nested too deeply for recursive functions. */
function deep(levels = 6_000): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value }
  return value
}

function cycle(): unknown {
  const value: unknown[] = []
  value.push(value)
  return value
}

const wireCall = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }

export const shapes: readonly Shape[] = [
  ['null', null, ''],
  ['a text', 'Hello', ''],
  ['a list', [], ''],
  ['no role', { content: 'x' }, '.role'],
  ['an unknown role', { role: 'robot', content: 'x' }, '.role'],
  ['no content', { role: 'user' }, '.content'],
  ['a number as content', { role: 'user', content: 5 }, '.content'],
  ['a part as content', { role: 'user', content: { type: 'text', text: 'x' } }, '.content'],
  ['parts of a system message', { role: 'system', content: [{ type: 'text', text: 'x' }] }, '.content'],
  ['a text as a part', user('x'), '.content[0]'],
  ['null as a part', user(null), '.content[0]'],
  ['a part without a type', user({ text: 'x' }), '.content[0].type'],
  ['a part of an unknown type', user({ type: 'video' }), '.content[0].type'],
  ['a call in a message of the user', user(call), '.content[0].type'],
  ['a number as text', user({ type: 'text', text: 5 }), '.content[0].text'],
  ['a part without its text', user({ type: 'text', text: 'x' }, { type: 'text' }), '.content[1].text'],
  ['an image that is null', user({ type: 'image', image: null }), '.content[0].image'],
  ['a file without a media type', user({ type: 'file', data: 'eA==' }), '.content[0].mediaType'],
  ['a number as the id of a call', assistant({ ...call, toolCallId: 7 }), '.content[0].toolCallId'],
  ['a call without a name', assistant({ ...call, toolName: undefined }), '.content[0].toolName'],
  ['a number as the id of a result', tool({ ...result, toolCallId: 7 }), '.content[0].toolCallId'],
  ['a result without a name', tool({ ...result, toolName: undefined }), '.content[0].toolName'],
  ['a text as an output', gives('found'), '.content[0].output'],
  ['no output', gives(undefined), '.content[0].output'],
  ['an output without a type', gives({ found: true }), '.content[0].output.type'],
  ['an object as a text output', gives({ type: 'text', value: {} }), '.content[0].output.value'],
  ['a text as a list of pieces', gives({ type: 'content', value: 'x' }), '.content[0].output.value'],
  ['null as a piece', gives({ type: 'content', value: [null] }), '.content[0].output.value[0]'],
  ['options that are null', { role: 'user', content: 'x', providerOptions: null }, '.providerOptions'],
  [
    'options of a part that are null',
    user({ type: 'text', text: 'x', providerOptions: null }),
    '.content[0].providerOptions',
  ],
  ['options that are text', { role: 'user', content: 'x', providerOptions: 'x' }, '.providerOptions'],
  [
    'a word of approval that is text',
    tool({ type: 'tool-approval-response', approvalId: 'a', approved: 'yes' }),
    '.content[0].approved',
  ],
  ['an output that nests 6,000 levels deep', gives({ type: 'json', value: deep() }), '.content[0].output.value'],
  ['an input that nests 6,000 levels deep', assistant({ ...call, input: deep() }), '.content[0].input'],
  ['an input that holds itself', assistant({ ...call, input: cycle() }), '.content[0].input'],
  [
    'arguments of AI SDK 4',
    assistant({ ...call, input: undefined, args: { city: 'Bern' } }),
    '.content[0].input',
    'ai-sdk-4',
  ],
  ['a result of AI SDK 4', tool({ ...result, output: undefined, result: 'sunny' }), '.content[0].output', 'ai-sdk-4'],
  [
    'a file of AI SDK 4',
    user({ type: 'file', data: 'eA==', mimeType: 'text/plain' }),
    '.content[0].mediaType',
    'ai-sdk-4',
  ],
  ['a UI message', { id: '1', role: 'user', parts: [{ type: 'text', text: 'x' }] }, '.content', 'ai-sdk-ui'],
  ['OpenAI: content that is null', { role: 'assistant', content: null }, '.content', 'openai-chat'],
  [
    'OpenAI: calls with null content',
    { role: 'assistant', content: null, tool_calls: [wireCall] },
    '.content',
    'openai-chat',
  ],
  [
    'OpenAI: calls with a text',
    { role: 'assistant', content: '', tool_calls: [wireCall] },
    '.tool_calls',
    'openai-chat',
  ],
  ['OpenAI: a tool message', { role: 'tool', tool_call_id: 'a', content: 'x' }, '.content', 'openai-chat'],
  ['OpenAI: a developer', { role: 'developer', content: 'x' }, '.role', 'openai-chat'],
  ['OpenAI: an image', user({ type: 'image_url', image_url: { url: 'x' } }), '.content[0].type', 'openai-chat'],
  ['OpenAI: a file', user({ type: 'file', file: { file_data: 'x' } }), '.content[0].data', 'openai-chat'],
  ['Responses: a text', user({ type: 'input_text', text: 'x' }), '.content[0].type', 'openai-responses'],
  ['Responses: an answer', assistant({ type: 'output_text', text: 'x' }), '.content[0].type', 'openai-responses'],
  [
    'Anthropic: a call',
    assistant({ type: 'tool_use', id: 'a', name: 'look', input: {} }),
    '.content[0].type',
    'anthropic',
  ],
  [
    'Anthropic: a result',
    user({ type: 'tool_result', tool_use_id: 'a', content: 'x' }),
    '.content[0].type',
    'anthropic',
  ],
  [
    'Anthropic: a thought',
    assistant({ type: 'thinking', thinking: 'x', signature: 'y' }),
    '.content[0].type',
    'anthropic',
  ],
  [
    'Anthropic: an image',
    user({ type: 'image', source: { type: 'base64', data: 'eA==' } }),
    '.content[0].image',
    'anthropic',
  ],
  ['Gemini: a question', { role: 'user', parts: [{ text: 'x' }] }, '.content', 'gemini'],
  ['Gemini: an answer', { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] }, '.role', 'gemini'],
]
