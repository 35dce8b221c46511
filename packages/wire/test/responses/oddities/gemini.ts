import { all, common, each, type Fields, type Oddity, records } from './oddity.ts'

const partsIn = (data: Fields): Fields[] =>
  records(data['candidates']).flatMap(({ content }) => records(((content ?? {}) as Fields)['parts']))
const functionIn = (part: Fields): Fields => (part['functionCall'] ?? {}) as Fields
const snake = (value: unknown, depth = 0): unknown => {
  if (Array.isArray(value)) return value.map((one) => snake(one, depth))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'args' ? one : snake(one, depth + 1),
    ]),
  )
}

export const gemini: readonly Oddity[] = [
  ...common,
  // Older versions of the API send no ids either, so this is not reported.
  each('calls without ids', (data) => all(partsIn(data), (part) => delete functionIn(part)['id'])),
  each('arguments that are text', (data) =>
    all(partsIn(data), (part) => {
      if ('functionCall' in part) functionIn(part)['args'] = JSON.stringify(functionIn(part)['args'])
    }),
  ),
  each('parts that are null', (data) =>
    all(records(data['candidates']), ({ content }) => {
      const { parts } = (content ?? {}) as Fields
      if (Array.isArray(parts)) parts.push(null)
    }),
  ),
  each('parts without data', (data) =>
    all(records(data['candidates']), ({ content }) => {
      const { parts } = (content ?? {}) as Fields
      if (Array.isArray(parts)) parts.push({}, { thought: true }, { text: null })
    }),
  ),
  each(
    'a part that is no list',
    (data) =>
      all(records(data['candidates']), ({ content }) => {
        const { parts } = (content ?? {}) as Fields
        if (Array.isArray(parts) && parts.length === 1) (content as Fields)['parts'] = parts[0]
      }),
    ['parts'],
  ),
  each('contents without a role', (data) =>
    all(records(data['candidates']), ({ content }) => delete ((content ?? {}) as Fields)['role']),
  ),
  each('an empty finishReason in each chunk', (data) =>
    all(records(data['candidates']), (candidate) => (candidate['finishReason'] ??= '')),
  ),
  each('candidates without an index', (data) => all(records(data['candidates']), (one) => delete one['index'])),
  each('an index that is text', (data) => all(records(data['candidates']), (one) => (one['index'] = '0'))),
  {
    name: 'no finishReason, only [DONE]',
    apply: (events) => {
      for (const { data } of events) all(records((data as Fields)['candidates']), (one) => delete one['finishReason'])
      return [...events, { data: '[DONE]' }]
    },
  },
  {
    name: 'names in snake case',
    needs: ['parts'],
    apply: (events) => events.map(({ data }) => ({ data: typeof data === 'string' ? data : (snake(data) as object) })),
  },
  // Chevey339/kelivo#1003
  {
    name: 'a finishReason in an empty chunk at the start, and in each',
    apply: (events) => {
      for (const { data } of events)
        all(records((data as Fields)['candidates']), (one) => (one['finishReason'] ??= 'STOP'))
      const empty = { candidates: [{ index: 0, content: { role: 'model', parts: [] }, finishReason: 'STOP' }] }
      return [{ data: empty }, ...events]
    },
  },
  // agentjido/req_llm#638
  each(
    'no content with the finishReason',
    (data) =>
      all(records(data['candidates']), (candidate) => {
        const parts = records(((candidate['content'] ?? {}) as Fields)['parts'])
        if (parts.every((part) => part['text'] === '' && !('thoughtSignature' in part))) delete candidate['content']
      }),
    ['parts'],
  ),
  each('no usage', (data) => delete data['usageMetadata']),
]
