import type { ViolationLevel } from '@lamella/wire/anthropic'
import { png } from '../fixtures.ts'

export const user = { role: 'user', content: 'Hello' }
export const text = (value: unknown): object => ({ type: 'text', text: value })
export const use = (id: unknown, more: object = {}): object => ({ type: 'tool_use', id, name: 'f', input: {}, ...more })
export const outcome = (id: unknown, content: unknown = 'x', more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})
export const assistant = (...content: object[]): object => ({ role: 'assistant', content })
export const users = (...content: object[]): object => ({ role: 'user', content })
export const definition = (more: object = {}): object => ({
  name: 'f',
  input_schema: { type: 'object', properties: {} },
  ...more,
})
const turn = (...calls: object[]): object[] => [user, assistant(...calls)]
const image = (source: object): object => ({ messages: [users({ type: 'image', source })] })
const file = (source: object): object => ({ messages: [users({ type: 'document', source })] })
const server = (id: string): object => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })
const system = { role: 'system', content: 'x' }

/** Requests that break a rule, with the rule and the place. Fields not given are those of a valid request. */
export type Violating = readonly [what: string, request: object, code: string, level: ViolationLevel, path: string]

export const messageCases: readonly Violating[] = [
  ['no message', { messages: [] }, 'AN-MESSAGES', 'error', 'messages'],
  ['no list of messages', { messages: 'x' }, 'AN-MESSAGES', 'error', 'messages'],
  ['too many messages', { messages: Array(100_001).fill(user) }, 'AN-MESSAGES', 'error', 'messages'],
  ['an unknown role', { messages: [{ role: 'tool', content: 'x' }] }, 'AN-ROLE', 'error', 'messages[0].role'],
  ['a system message', { messages: [user, system] }, 'AN-ROLE', 'error', 'messages[1].role'],
  [
    'a system message for an unknown model',
    { model: 'gateway', messages: [user, system] },
    'AN-ROLE',
    'model',
    'messages[1].role',
  ],
  [
    'a system message at the start',
    { messages: [system, assistant(text('x'))] },
    'AN-ROLE',
    'error',
    'messages[0].role',
  ],
  ['a system message before the user', { messages: [user, system, user] }, 'AN-ROLE', 'error', 'messages[1].role'],
  ['a number as content', { messages: [{ role: 'user', content: 1 }] }, 'AN-EMPTY', 'error', 'messages[0].content'],
  ['no text', { messages: [{ role: 'user', content: '' }] }, 'AN-EMPTY', 'error', 'messages[0].content'],
  ['no blocks', { messages: [users()] }, 'AN-EMPTY', 'error', 'messages[0].content'],
  ['a text as a block', { messages: [users('x' as never)] }, 'AN-EMPTY', 'error', 'messages[0].content[0]'],
  ['an empty text', { messages: [users(text(''))] }, 'AN-EMPTY-TEXT', 'error', 'messages[0].content[0].text'],
  ['spaces of a user', { messages: [{ role: 'user', content: ' ' }] }, 'AN-EMPTY-TEXT', 'error', 'messages[0].content'],
  [
    'spaces of the assistant',
    { messages: [user, assistant(text(' ')), user] },
    'AN-EMPTY-TEXT',
    'server',
    'messages[1].content[0].text',
  ],
  ['an empty part of the system prompt', { system: [text('')] }, 'AN-EMPTY-TEXT', 'error', 'system[0].text'],
  [
    'an empty text in a result',
    { messages: [...turn(use('a')), users(outcome('a', [text('')]))] },
    'AN-EMPTY-TEXT',
    'error',
    'messages[2].content[0].content[0].text',
  ],
  ['a block without a type', { messages: [users({})] }, 'AN-BLOCK', 'error', 'messages[0].content[0].type'],
  ['a text that is not text', { messages: [users(text(1))] }, 'AN-BLOCK', 'error', 'messages[0].content[0]'],
  [
    'an image of the assistant',
    { messages: [user, assistant({ type: 'image', source: { type: 'url', url: 'https://a.b' } })] },
    'AN-BLOCK',
    'error',
    'messages[1].content[0].type',
  ],
  ['a call of a user', { messages: [users(use('a'))] }, 'AN-BLOCK', 'error', 'messages[0].content[0].type'],
  ['an image as system prompt', { system: [{ type: 'image' }] }, 'AN-BLOCK', 'error', 'system[0].type'],
  ['a number as system prompt', { system: 1 }, 'AN-BLOCK', 'error', 'system'],
  [
    'thinking without a signature',
    { messages: [user, assistant({ type: 'thinking', thinking: 'x' }, text('y'))] },
    'AN-BLOCK',
    'error',
    'messages[1].content[0]',
  ],
  [
    'an image with a wrong label',
    image({ type: 'base64', media_type: 'image/jpeg', data: png }),
    'AN-IMAGE',
    'error',
    'messages[0].content[0].source.media_type',
  ],
  [
    'an image of an unknown kind',
    image({ type: 'base64', media_type: 'image/tiff', data: png }),
    'AN-IMAGE',
    'error',
    'messages[0].content[0].source.media_type',
  ],
  [
    'an image of text',
    image({ type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' }),
    'AN-IMAGE',
    'error',
    'messages[0].content[0].source.data',
  ],
  [
    'an image on disk',
    image({ type: 'url', url: 'file:///a' }),
    'AN-IMAGE',
    'error',
    'messages[0].content[0].source.url',
  ],
  ['an image without an id', image({ type: 'file' }), 'AN-IMAGE', 'error', 'messages[0].content[0].source.file_id'],
  ['an image from nowhere', image({ type: 'x' }), 'AN-IMAGE', 'error', 'messages[0].content[0].source.type'],
  [
    'a document of Word',
    file({ type: 'base64', media_type: 'application/msword', data: 'x' }),
    'AN-DOCUMENT',
    'error',
    'messages[0].content[0].source',
  ],
  [
    'a document of HTML',
    file({ type: 'text', media_type: 'text/html', data: 'x' }),
    'AN-DOCUMENT',
    'error',
    'messages[0].content[0].source',
  ],
  ['a document on disk', file({ type: 'url', url: '/a' }), 'AN-DOCUMENT', 'error', 'messages[0].content[0].source'],
  ['a document from nowhere', file({ type: 'x' }), 'AN-DOCUMENT', 'error', 'messages[0].content[0].source'],
  ['a user twice', { messages: [user, user] }, 'AN-ALTERNATE', 'server', 'messages[1].role'],
  [
    'an assistant at the start',
    { messages: [assistant(text('x')), user] },
    'AN-FIRST-USER',
    'server',
    'messages[0].role',
  ],
  ['spaces at the end', { messages: [user, assistant(text('x '))] }, 'AN-FINAL-WS', 'error', 'messages[1].content'],
  [
    'a prefill for a model without support',
    { model: 'claude-opus-4-8', messages: [user, assistant(text('x'))] },
    'AN-PREFILL',
    'error',
    'messages[1].role',
  ],
  [
    'a prefill with thinking',
    { messages: [user, assistant(text('x'))], thinking: { type: 'adaptive' } },
    'AN-PREFILL',
    'model',
    'messages[1].role',
  ],
]

export const toolCases: readonly Violating[] = [
  ['a call without a result', { messages: turn(use('a')) }, 'AN-TOOL-ANSWER', 'error', 'messages[1].content[0]'],
  [
    'a call that is answered late',
    { messages: [...turn(use('a')), user, assistant(text('x')), users(outcome('a'))] },
    'AN-TOOL-ANSWER',
    'error',
    'messages[1].content[0]',
  ],
  ['a result without a call', { messages: [users(outcome('a'))] }, 'AN-TOOL-ORPHAN', 'error', 'messages[0].content[0]'],
  [
    'a second result',
    { messages: [...turn(use('a')), users(outcome('a'), outcome('a'))] },
    'AN-TOOL-DUP',
    'error',
    'messages[2].content[1]',
  ],
  [
    'a result after text',
    { messages: [...turn(use('a')), users(text('x'), outcome('a'))] },
    'AN-TOOL-RESULT-FIRST',
    'error',
    'messages[2].content[1]',
  ],
  [
    'text after a call',
    { messages: [...turn(use('a'), text('x')), users(outcome('a'))] },
    'AN-TOOL-USE-LAST',
    'error',
    'messages[1].content[1]',
  ],
  [
    'a search without a result',
    { messages: [...turn(server('srvtoolu_1'), text('x')), user] },
    'AN-SERVER-TOOL',
    'error',
    'messages[1].content[0]',
  ],
  [
    'the result of a search that was not made',
    { messages: turn({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }) },
    'AN-SERVER-TOOL',
    'error',
    'messages[1].content[0]',
  ],
  ['a search with a wrong id', { messages: turn(server('a')) }, 'AN-SERVER-TOOL', 'error', 'messages[1].content[0].id'],
  [
    'a failed result without words',
    { messages: [...turn(use('a')), users(outcome('a', '', { is_error: true }))] },
    'AN-TOOL-RESULT',
    'error',
    'messages[2].content[0].content',
  ],
  [
    'a failed result with an image',
    {
      messages: [
        ...turn(use('a')),
        users(outcome('a', [{ type: 'image', source: { type: 'url', url: 'https://a.b' } }], { is_error: true })),
      ],
    },
    'AN-TOOL-RESULT',
    'error',
    'messages[2].content[0].content[0]',
  ],
  [
    'a call in a result',
    { messages: [...turn(use('a')), users(outcome('a', [use('b')]))] },
    'AN-TOOL-RESULT',
    'error',
    'messages[2].content[0].content[0]',
  ],
  [
    'a number as a result',
    { messages: [...turn(use('a')), users(outcome('a', 1))] },
    'AN-TOOL-RESULT',
    'error',
    'messages[2].content[0].content',
  ],
  [
    'an id with a dot',
    { messages: [...turn(use('a.b')), users(outcome('a.b'))] },
    'AN-TOOL-ID',
    'error',
    'messages[1].content[0].id',
  ],
  [
    'one id twice in a message',
    { messages: [...turn(use('a'), use('a')), users(outcome('a'))] },
    'AN-TOOL-ID-UNIQUE',
    'error',
    'messages[1].content[1].id',
  ],
  [
    'one id in two turns',
    { messages: [...turn(use('a')), users(outcome('a')), assistant(use('a')), users(outcome('a'))] },
    'AN-TOOL-ID-UNIQUE',
    'server',
    'messages[3].content[0].id',
  ],
  [
    'arguments that are a text',
    { messages: [...turn(use('a', { input: '{}' })), users(outcome('a'))] },
    'AN-TOOL-INPUT',
    'error',
    'messages[1].content[0].input',
  ],
  [
    'a name with a dot in a call',
    { messages: [...turn(use('a', { name: 'a.b' })), users(outcome('a'))] },
    'AN-TOOL-NAME',
    'error',
    'messages[1].content[0].name',
  ],
  [
    'a name of 129 characters',
    { tools: [definition({ name: 'x'.repeat(129) })] },
    'AN-TOOL-NAME',
    'error',
    'tools[0].name',
  ],
  [
    'a name of 65 characters',
    { tools: [definition({ name: 'x'.repeat(65) })] },
    'AN-TOOL-NAME',
    'server',
    'tools[0].name',
  ],
]
