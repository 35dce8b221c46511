type Fields = Record<string, unknown>

/** A session as its lines, and what must and must not be in its path. */
export interface MadeSession {
  readonly format: string
  readonly lines: readonly string[]
  /** Whether the file is one JSON value. */
  readonly isDocument: boolean
  /** A text of each message, and the line that has it, from 0. */
  readonly said: readonly { readonly text: string; readonly line: number }[]
  /** Texts of sub-agents. */
  readonly aside: readonly string[]
  /** Texts of branches that were left. */
  readonly left: readonly string[]
}

const at = (second: number): string => new Date(Date.UTC(2026, 9, 5, 9, 0, second)).toISOString()
const json = (values: readonly unknown[]): readonly string[] => values.map((value) => JSON.stringify(value))

/** Finds the line of each text. */
function made(
  format: string,
  lines: readonly string[],
  texts: Partial<MadeSession> & { readonly all: readonly string[] },
): MadeSession {
  const said = texts.all.map((text) => ({ text, line: lines.findIndex((line) => line.includes(text)) }))
  return {
    format,
    lines,
    isDocument: texts.isDocument ?? false,
    said,
    aside: texts.aside ?? [],
    left: texts.left ?? [],
  }
}

/** An edited prompt, parallel calls, a compaction, a sub-agent in the same file. */
export function claudeSession(): MadeSession {
  let count = 0
  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const line = (parent: number | null, rest: Fields): Fields => ({
    parentUuid: parent === null ? null : id(parent),
    isSidechain: false,
    ...rest,
    uuid: id(++count),
    timestamp: at(count),
    sessionId: 's1',
    version: '2.1.332',
  })
  const user = (parent: number | null, content: unknown, rest: Fields = {}): Fields =>
    line(parent, { type: 'user', message: { role: 'user', content }, ...rest })
  const answer = (parent: number, message: string, content: readonly unknown[], rest: Fields = {}): Fields => {
    const usage = { input_tokens: 3, cache_creation_input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 11 }
    return line(parent, {
      type: 'assistant',
      message: { id: message, role: 'assistant', model: 'claude-sonnet-5-5', content, usage },
      ...rest,
    })
  }
  const side = { isSidechain: true }
  const values = [
    { type: 'queue-operation', operation: 'enqueue', sessionId: 's1' },
    user(null, 'claude one'), // 1
    answer(1, 'm1', [{ type: 'text', text: 'claude two' }]), // 2
    user(2, 'claude left question'), // 3
    answer(3, 'm2', [{ type: 'text', text: 'claude left answer' }]), // 4
    user(2, 'claude three'), // 5
    answer(5, 'm3', [{ type: 'thinking', thinking: 'claude thought', signature: 'c2ln' }]), // 6
    answer(6, 'm3', [{ type: 'tool_use', id: 't1', name: 'Read', input: { path: 'claude-a' } }]), // 7
    answer(7, 'm3', [{ type: 'tool_use', id: 't2', name: 'Read', input: { path: 'claude-b' } }]), // 8
    user(7, [{ type: 'tool_result', tool_use_id: 't1', content: 'claude result one' }]), // 9
    user(8, [{ type: 'tool_result', tool_use_id: 't2', content: 'claude result two' }]), // 10
    user(null, 'claude aside question', side), // 11
    answer(11, 'm4', [{ type: 'text', text: 'claude aside answer' }], side), // 12
    answer(10, 'm5', [{ type: 'text', text: 'claude four' }]), // 13
    {
      ...line(null, {
        type: 'system',
        subtype: 'compact_boundary',
        logicalParentUuid: id(13),
        compactMetadata: { trigger: 'auto', preTokens: 90 },
      }),
    }, // 14
    user(14, 'claude summary', { isCompactSummary: true }), // 15
    user(15, 'claude five'), // 16
    answer(16, 'm6', [{ type: 'text', text: 'claude six' }]), // 17
    { type: 'mode', mode: 'normal', sessionId: 's1' },
  ]
  return made('claude-code', json(values), {
    all: [
      ...['claude one', 'claude two', 'claude left question', 'claude left answer', 'claude three', 'claude thought'],
      ...['claude-a', 'claude-b', 'claude result one', 'claude result two', 'claude aside question'],
      ...['claude aside answer', 'claude four', 'claude summary', 'claude five', 'claude six'],
    ],
    aside: ['claude aside question', 'claude aside answer'],
    left: ['claude left question', 'claude left answer'],
  })
}

export function codexSession(): MadeSession {
  let count = 0
  const line = (type: string, payload: Fields): Fields => ({ timestamp: at(++count), type, payload })
  const said = (role: string, text: string): Fields =>
    line('response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    })
  const counted = (input: number): Fields => {
    const last = { input_tokens: 50, cached_input_tokens: 20, output_tokens: 5 }
    const info = { total_token_usage: { input_tokens: input }, last_token_usage: last, model_context_window: 1000 }
    return line('event_msg', { type: 'token_count', info })
  }
  const values = [
    line('session_meta', { id: 'c1', cwd: '/garden', cli_version: '0.144.4' }),
    line('turn_context', { model: 'gpt-5.5' }),
    said('user', 'codex one'),
    line('response_item', {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'codex thought' }],
      encrypted_content: 'gAA',
    }),
    line('response_item', { type: 'function_call', name: 'exec', arguments: '{"cmd":"codex-a"}', call_id: 'k1' }),
    counted(50),
    line('response_item', { type: 'function_call_output', call_id: 'k1', output: 'codex result' }),
    said('assistant', 'codex two'),
    line('event_msg', { type: 'agent_message', message: 'codex two' }),
    counted(100),
    said('user', 'codex left question'),
    said('assistant', 'codex left answer'),
    line('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
    said('user', 'codex three'),
    said('assistant', 'codex four'),
    counted(150),
  ]
  return made('codex', json(values), {
    all: [
      ...['codex one', 'codex thought', 'codex-a', 'codex result', 'codex two', 'codex left question'],
      ...['codex left answer', 'codex three', 'codex four'],
    ],
    left: ['codex left question', 'codex left answer'],
  })
}

export function piSession(): MadeSession {
  let count = 0
  const entry = (parent: number | null, type: string, rest: Fields): Fields => {
    const id = `e${++count}`
    return { type, id, parentId: parent === null ? null : `e${parent}`, timestamp: at(count), ...rest }
  }
  const usage = { input: 3, cacheRead: 7, cacheWrite: 5, output: 11, cost: { total: 0.01 } }
  const user = (parent: number | null, text: string): Fields =>
    entry(parent, 'message', { message: { role: 'user', content: text } })
  const answer = (parent: number, content: readonly unknown[]): Fields =>
    entry(parent, 'message', {
      message: { role: 'assistant', model: 'claude-sonnet-5-5', content, usage, stopReason: 'stop' },
    })
  const values = [
    { type: 'session', version: 3, id: 'p1', cwd: '/garden', timestamp: at(0) },
    user(null, 'pi one'), // 1
    answer(1, [
      { type: 'thinking', thinking: 'pi thought' },
      { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'pi-a' } },
    ]), // 2
    entry(2, 'message', {
      message: {
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'read',
        content: [{ type: 'text', text: 'pi result' }],
      },
    }), // 3
    answer(3, [{ type: 'text', text: 'pi two' }]), // 4
    user(4, 'pi left question'), // 5
    answer(5, [{ type: 'text', text: 'pi left answer' }]), // 6
    user(4, 'pi three'), // 7
    entry(7, 'compaction', { summary: 'pi summary', firstKeptEntryId: 'e7', tokensBefore: 90 }), // 8
    answer(8, [{ type: 'text', text: 'pi four' }]), // 9
    entry(9, 'session_info', { name: 'Garden' }), // 10
  ]
  return made('pi', json(values), {
    all: [
      ...['pi one', 'pi thought', 'pi-a', 'pi result', 'pi two', 'pi left question', 'pi left answer', 'pi three'],
      ...['pi summary', 'pi four'],
    ],
    left: ['pi left question', 'pi left answer'],
  })
}

export function geminiSession(): MadeSession {
  const message = (id: string, type: string, content: unknown, rest: Fields = {}): Fields => ({
    id,
    timestamp: at(1),
    type,
    content,
    ...rest,
  })
  const tokens = { input: 50, cached: 20, output: 5, thoughts: 2 }
  const result = [{ functionResponse: { id: 'c1', name: 'read_file', response: { output: 'gemini result' } } }]
  const calls = [{ id: 'c1', name: 'read_file', args: { path: 'gemini-a' }, status: 'success', result }]
  const values = [
    { sessionId: 'g1', projectHash: 'p', startTime: at(0) },
    message('a', 'user', [{ text: 'gemini one' }]),
    message('b', 'gemini', 'gemini two', { toolCalls: calls, tokens, model: 'gemini-3-pro' }),
    message('c', 'user', [{ text: 'gemini left question' }]),
    message('d', 'gemini', 'gemini left answer', { tokens, model: 'gemini-3-pro' }),
    { $rewindTo: 'c' },
    message('e', 'user', [{ text: 'gemini three' }]),
    message('f', 'gemini', 'gemini four', { tokens, model: 'gemini-3-pro' }),
  ]
  return made('gemini-cli', json(values), {
    all: [
      'gemini one',
      'gemini-a',
      'gemini result',
      'gemini two',
      'gemini left question',
      'gemini left answer',
      'gemini three',
      'gemini four',
    ],
    left: ['gemini left question', 'gemini left answer'],
  })
}

export function clineSession(): MadeSession {
  const values = [
    { role: 'user', content: [{ type: 'text', text: 'cline one' }], ts: 1 },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'cline two' },
        { type: 'tool_use', id: 't1', name: 'read', input: { path: 'cline-a' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'cline result' }] },
    { role: 'assistant', content: 'cline three' },
  ]
  return document('cline', values, ['cline one', 'cline two', 'cline-a', 'cline result', 'cline three'])
}

export function uiSession(): MadeSession {
  const tool = {
    type: 'tool-read',
    toolCallId: 'u1',
    state: 'output-available',
    input: { path: 'ui-a' },
    output: 'ui result',
  }
  const values = [
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'ui one' }] },
    {
      id: '2',
      role: 'assistant',
      parts: [{ type: 'step-start' }, tool, { type: 'step-start' }, { type: 'text', text: 'ui two' }],
    },
  ]
  return document('ai-sdk-ui', values, ['ui one', 'ui-a', 'ui result', 'ui two'])
}

export function chatgptSession(): MadeSession {
  const node = (id: string, parent: string | null, role: string, text: string): Fields => ({
    id,
    parent,
    message: { author: { role }, content: { content_type: 'text', parts: [text] }, recipient: 'all' },
  })
  const nodes = [
    node('n1', null, 'user', 'chat one'),
    node('n2', 'n1', 'assistant', 'chat two'),
    node('n3', 'n1', 'assistant', 'chat left answer'),
    node('n4', 'n2', 'user', 'chat three'),
  ]
  const mapping = Object.fromEntries(nodes.map((one) => [one['id'], one]))
  const all = ['chat one', 'chat two', 'chat left answer', 'chat three']
  return { ...document('chatgpt', [{ title: 'Chat', mapping, current_node: 'n4' }], all), left: ['chat left answer'] }
}

/** A list with one message a line, as a program may write it. */
function document(format: string, values: readonly Fields[], all: readonly string[]): MadeSession {
  const lines = [
    '[',
    ...values.map((value, index) => JSON.stringify(value) + (index < values.length - 1 ? ',' : '')),
    ']',
  ]
  return made(format, lines, { all, isDocument: true })
}

export const madeSessions: readonly MadeSession[] = [
  claudeSession(),
  codexSession(),
  piSession(),
  geminiSession(),
  clineSession(),
  uiSession(),
  chatgptSession(),
]
