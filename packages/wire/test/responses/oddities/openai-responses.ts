import { all, common, each, type Fields, kind, type Oddity, records, twice, without } from './oddity.ts'

const itemOf = (data: Fields): Fields => (data['item'] ?? {}) as Fields
const isEnd = (data: Fields): boolean => ['response.completed', 'response.incomplete'].includes(kind(data) as string)
const outputOf = (data: Fields): Fields[] =>
  isEnd(data) ? records(((data['response'] ?? {}) as Fields)['output']) : []
const itemsIn = (data: Fields): Fields[] => [...('item' in data ? [itemOf(data)] : []), ...outputOf(data)]

export const responses: readonly Oddity[] = [
  ...common,
  without('no response.created', (data) => kind(data) === 'response.created' || kind(data) === 'response.in_progress'),
  each('no output_index', (data) => delete data['output_index'], ['index']),
  each(
    'items all numbered 0',
    (data) => {
      if ('output_index' in data) data['output_index'] = 0
    },
    ['index'],
  ),
  each('no content_index', (data) => {
    if (data['content_index'] === 0) delete data['content_index']
  }),
  each('no item_id', (data) => delete data['item_id'], ['index', 'start']),
  without(
    'no starts of messages',
    (data) => kind(data) === 'response.output_item.added' && itemOf(data)['type'] === 'message',
    ['start'],
  ),
  without('no starts of parts', (data) => String(kind(data)).startsWith('response.content_part.')),
  without('no ends of items', (data) => kind(data) === 'response.output_item.done', ['end']),
  each(
    'no output at the end',
    (data) => {
      if (isEnd(data)) (data['response'] as Fields)['output'] = []
    },
    ['output'],
  ),
  each(
    'an end with a message without text',
    (data) => {
      if (isEnd(data))
        (data['response'] as Fields)['output'] = [
          { type: 'message', role: 'assistant', content: [{ type: 'text', text: '' }] },
        ]
    },
    ['output'],
  ),
  {
    name: 'only [DONE] at the end',
    needs: ['end', 'output'],
    apply: (events) => [...events.filter(({ data }) => !isEnd(data as Fields)), { data: '[DONE]' }],
  },
  {
    ...each('calls without call_id', (data) => all(itemsIn(data), (item) => delete item['call_id'])),
    tells: 'call-id',
  },
  each('arguments that are objects', (data) =>
    all(itemsIn(data), (item) => {
      if (typeof item['arguments'] === 'string' && item['arguments'] !== '')
        item['arguments'] = JSON.parse(item['arguments'])
    }),
  ),
  each('items without a type', (data) =>
    all(itemsIn(data), (item) => {
      if (item['type'] === 'message' || item['type'] === 'function_call') delete item['type']
    }),
  ),
  each('texts of another type', (data) =>
    [...itemsIn(data).flatMap(({ content }) => records(content)), (data['part'] ?? {}) as Fields].forEach((part) => {
      if (part['type'] === 'output_text') part['type'] = 'text'
    }),
  ),
  each('messages without a role', (data) => all(itemsIn(data), (item) => delete item['role'])),
  each('types only in the names of events', (data) => delete data['type'], ['type', 'end', 'output', 'start']),
  // BerriAI/litellm#36375
  each(
    'an item_id of its own in each event',
    (data, random) => {
      if ('item_id' in data) data['item_id'] = `id_${random(2 ** 31)}`
    },
    ['index', 'start'],
  ),
  // ogx-ai/ogx#5309
  without('no whole texts', (data) => /\.(?:output_text|content_part|refusal)\.done$/.test(String(kind(data)))),
  without('no pieces of texts and arguments', (data) => /\.delta$/.test(String(kind(data))), ['end']),
  each(
    'no list at the end',
    (data) => {
      if (isEnd(data)) delete (data['response'] as Fields)['output']
    },
    ['output'],
  ),
  each('calls that start with arguments that are null', (data) => {
    if (itemOf(data)['arguments'] === '') itemOf(data)['arguments'] = null
  }),
  each('no sequence_number', (data) => delete data['sequence_number']),
  twice('the end twice', isEnd),
  twice('the ends of items twice', (data) => kind(data) === 'response.output_item.done'),
  twice('the ends of texts and arguments twice', (data) =>
    /\.(?:text|arguments|input)\.done$/.test(String(kind(data))),
  ),
]
