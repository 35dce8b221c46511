import {
  defineLayer,
  type Fragment,
  type Kept,
  LamellaError,
  type Layer,
  type LayerRequest,
  type ToolOutput,
} from '@lamella/core'

/** The ten-line layer. */
export const motto: Layer = defineLayer('motto', { order: 150, stability: 'static', load: () => 'Be kind.' })

/** Loads nothing, which is allowed. */
export const silent: Layer = defineLayer('silent', { load: () => undefined })

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Shorter renderings, ranks by the query, and markup that escapes its content. */
export const noted: Layer = defineLayer('noted', {
  budget: { max: '25%' },
  load: ({ query, count, tools }) => ({
    fragments: ['Launch & <landing> on June 3.', 'The office moves.', 'Costs: $& and $$.'].map(
      (content, i): Fragment => {
        const shorter = [content.slice(0, 9), '…']
        const rank = query.includes(content.slice(0, 4)) ? 1 : 0
        return {
          id: `n${i}`,
          content,
          rank,
          shorter,
          tokens: [content, ...shorter].map(count),
          origin: { by: 'agent' },
        }
      },
    ),
    tools: tools.slice(0, 1),
    omitted: [{ count: 2, reason: 'older than a year' }],
    notices: [{ code: 'NOTES_OLD', what: 'Two notes are old.' }],
  }),
  compose: (kept) =>
    `<notes>\n${kept.map(({ content }) => `<note>${escaped(String(content))}</note>`).join('\n')}\n</notes>`,
})

/** The last messages that fit, read in pieces from the end; in a run, those that it sends. */
export const recent: Layer = defineLayer('recent', {
  placement: 'messages',
  load: async ({ session, signal, limit, count, message, run }) => {
    const { length } = session
    const isSent = (position: number): boolean =>
      run?.kept?.some(([start, end], index, { length: all }) => {
        return position >= start && (position < end || index === all - 1)
      }) ?? true
    const fragments: Fragment[] = message ? [{ id: 'message', content: [message], pinned: true, position: length }] : []
    let tokens = 0
    for (let end = length; end > 0 && (tokens < limit || run?.kept); end -= 10) {
      const start = Math.max(0, end - 10)
      const messages = await session.read(start, end, { signal })
      tokens += count(messages)
      const read = messages.map((each, i): Fragment => {
        return { id: `m${start + i}`, content: [each], page: start + i, group: 'g', position: start + i }
      })
      fragments.unshift(...read.filter(({ position = 0 }) => isSent(position)))
    }
    return fragments
  },
})

/** Adds what is new in a run, and says what is gone. */
export const added: Layer = defineLayer('added', {
  update: 'add',
  load: ({ run }) => ({
    fragments: [{ id: 'tea', content: 'Ada likes tea.' }],
    ...(run && { revoked: run.told.filter((id) => id !== 'tea') }),
  }),
})

/** Shows messages, but refuses runs. */
export const refusing: Layer = defineLayer('refusing', {
  placement: 'messages',
  load: async ({ session, signal, run }) => {
    if (run)
      throw new LamellaError({
        code: 'REQUEST_INVALID',
        what: 'No runs.',
        fix: 'Build without one.',
        details: { key: 'run' },
      })
    return [
      { id: 'last', content: await session.read(Math.max(0, session.length - 1), session.length, { signal }) },
    ].filter(({ content }) => content.length > 0)
  },
})

const call = { toolCallId: 'c1', toolName: 'mail' }
const outputs: readonly ToolOutput[] = [
  { type: 'text', value: '', providerOptions: { acme: { cached: true } } },
  { type: 'json', value: null },
  { type: 'error-text', value: 'no' },
  { type: 'error-json', value: null },
  { type: 'execution-denied' },
  { type: 'execution-denied', reason: 'Not now.' },
  {
    type: 'content',
    value: [
      { type: 'text', text: 'two' },
      { type: 'media', data: 'aGk=', mediaType: 'image/png' },
      { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
      { type: 'image-url', url: 'https://x.test/a.png' },
      { type: 'image-file-id', fileId: 'f1' },
      { type: 'file-data', data: 'aGk=', mediaType: 'text/plain', filename: 'a.txt' },
      { type: 'file-url', url: 'https://x.test/a.txt' },
      { type: 'file-id', fileId: { acme: 'f2' } },
      { type: 'custom', providerOptions: { acme: { kind: 'chart' } } },
    ],
  },
]

/** Every kind of output, after calls that required approval; a tool with a schema object. */
export const approved: Layer = defineLayer('approved', {
  placement: 'messages',
  load: () => ({
    fragments: outputs.map((output, i): Fragment => {
      const approvalId = `a${i}`
      return {
        id: `turn-${i}`,
        content: [
          {
            role: 'assistant',
            content: [
              { type: 'tool-call', ...call, input: {} },
              { type: 'tool-approval-request', approvalId, toolCallId: 'c1' },
            ],
          },
          {
            role: 'tool',
            content: [
              { type: 'tool-approval-response', approvalId, approved: output.type !== 'execution-denied' },
              { type: 'tool-result', ...call, output },
            ],
          },
        ],
      }
    }),
    tools: [
      {
        name: 'mail',
        inputSchema: {
          '~standard': { version: 1, vendor: 'acme', jsonSchema: { input: () => ({ type: 'object' }) } },
        },
      },
    ],
  }),
})

/** Changes once per session: the day, not the minute. */
export const calendar: Layer = defineLayer('calendar', {
  stability: 'session',
  audience: ['private'],
  load: ({ now, signal }) => {
    signal.throwIfAborted()
    return now && `Today is ${now.toISOString().slice(0, 10)}.`
  },
})

/** Made without `defineLayer`, as a library of classes would. */
export const glossary = (): Layer => new Glossary()

class Glossary implements Layer {
  readonly spec = 1
  readonly name = 'glossary'
  readonly order = 300
  readonly priority = 10
  readonly stability = 'turn'
  readonly placement = 'system'
  readonly #words = new Map([['lamella', 'a thin layer']])

  async load({ query }: LayerRequest): Promise<readonly Fragment[]> {
    const entries = [...this.#words].map(([word, meaning]) => ({ word, text: `${word}: ${meaning}` }))
    return entries.map(({ word, text }) => ({ id: word, content: text, rank: query.includes(word) ? 1 : 0 }))
  }

  compose(kept: readonly Kept[]): string {
    return `Words (${this.#words.size}):\n${kept.map(({ content }) => content).join('\n')}`
  }
}
