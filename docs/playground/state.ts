/** What somebody has typed: everything that a build is made from. */
export interface State {
  readonly instructions: string
  /** One fact a line. */
  readonly memory: string
  /** A JSON list of tools. */
  readonly tools: string
  /** A JSON list of messages, or lines such as `user: Hello`. */
  readonly messages: string
  readonly message: string
  readonly window: string
  readonly reserve: string
  readonly tokenizer: string
}

/** The tokenizers, and what the page calls them. */
export const tokenizerLabels = {
  estimate: 'estimate, of the core',
  heuristic: 'heuristic',
  careful: 'heuristic, careful',
  o200k_base: 'o200k_base, exact: GPT-4o and later (loads 6 MB)',
  cl100k_base: 'cl100k_base, exact: GPT-4 (loads 0.6 MB)',
} as const

export type TokenizerName = keyof typeof tokenizerLabels

export function isTokenizerName(name: string): name is TokenizerName {
  return Object.hasOwn(tokenizerLabels, name)
}

/** What the page begins with. */
export const example: State = {
  instructions: 'You are Kim, the assistant of a garden shop.\nAnswer in one sentence.',
  memory: 'Ada grows beans on her balcony.\nAda is allergic to nuts.\nThe shop is closed on Sundays.',
  tools:
    '[{ "name": "stock", "description": "Says how many of an article are left.", "inputSchema": { "type": "object" } }]',
  messages: [
    `user: This is my diary. ${'I watered the beans. '.repeat(60)}`,
    'assistant: You water them often.',
    'user: Which bed gets the most sun?',
    'assistant: The one by the south wall. It gets six hours a day in April and nine in June.',
    'user: They are 40 cm tall.',
    'assistant: That is a good height.',
  ].join('\n'),
  message: 'When do I harvest the beans?',
  // Too small for the diary.
  window: '400',
  reserve: '100',
  tokenizer: 'estimate',
}

/** The most characters that a link may stand for. */
const most = 1_000_000

/** Returns the state as text for the hash of a link: JSON, compressed, in base64 for links. */
export async function toHash(state: State): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}

/** Reads the hash of a link; `undefined` if it is not one of `toHash`. A link can come from anybody. */
export async function fromHash(hash: string): Promise<State | undefined> {
  try {
    const text = atob(hash.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/')))
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    const json = await inflate(bytes)
    const value: unknown = json === undefined ? undefined : JSON.parse(json)
    return typeof value === 'object' && value !== null ? known(value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** Decompresses text, as far as the limit: a small link may stand for gigabytes. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length <= most) continue
    await reader.cancel()
    return undefined
  }
}

function known(value: Readonly<Record<string, unknown>>): State {
  const fields = Object.entries(example).map(([name, otherwise]) => {
    const given = value[name]
    const isKnown = typeof given === 'string' && (name !== 'tokenizer' || isTokenizerName(given))
    return [name, isKnown ? given : otherwise]
  })
  return Object.fromEntries(fields) as State
}
