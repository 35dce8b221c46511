import type { Fragment, Layer, LayerRequest } from '@lamella/core'
import { before, layerMutant, notes, talk } from './layer-base.ts'
import { inTurns, type Mutant } from './mutant.ts'

const saying = (code: string, name: string, fault: object, text: (request: LayerRequest) => unknown): Mutant<Layer> =>
  layerMutant(code, name, notes, () => ({
    ...fault,
    load: async (request: LayerRequest) => [{ id: 'a', content: String(await text(request)) }],
  }))

const signalOf = ({ signal }: LayerRequest): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) signal.addEventListener('abort', () => resolve())
    else resolve()
  })

/** Layers that load the right content in a wrong way. */
export const layerLoadMutants: readonly Mutant<Layer>[] = [
  before('LAYER_BARE', 'requires a message', notes, ({ message }) => (message as { role: string }).role),
  before('LAYER_BARE', 'requires a time', notes, ({ now }) => (now as Date).toISOString()),
  before('LAYER_BARE', 'requires a tool', notes, ({ tools }) => (tools[0] as { name: string }).name),
  before('LAYER_BARE', 'divides by the limit', notes, ({ limit }) => 'x'.repeat(1 / limit)),
  before('LAYER_BARE', 'requires a last message', notes, async ({ session, signal }) => {
    const last = await session.read(Math.max(0, session.length - 1), session.length, { signal })
    return (last[0] as { role: string }).role
  }),

  before('LAYER_HOSTILE', 'parses the query as a regular expression', notes, ({ query }) => new RegExp(query, 'u')),
  before('LAYER_HOSTILE', 'parses the query as a URL', notes, ({ query }) => encodeURIComponent(query)),

  before('LAYER_ABORT', 'waits for an abort that has already happened', notes, signalOf),
  layerMutant('LAYER_ABORT', 'does not pass the signal on', talk, () => ({
    load: (request: LayerRequest) => talk.load({ ...request, signal: new AbortController().signal }),
  })),

  before(
    'LAYER_SIGNAL',
    'waits without passing the signal on',
    notes,
    () => new Promise((done) => setTimeout(done, 20)),
  ),

  before('LAYER_PURE', 'sets the time to midnight', notes, ({ now }) => now?.setUTCHours(0)),
  before('LAYER_PURE', 'adds its tool to those of the request', notes, ({ tools }) =>
    (tools as object[]).push({ name: 'note', inputSchema: {} }),
  ),
  before('LAYER_PURE', 'reverses the messages it has read', notes, async ({ session, signal }) => {
    const messages = await session.read(0, Math.min(3, session.length), { signal })
    return (messages as object[]).reverse()
  }),
  before('LAYER_PURE', 'leaves a note on the request', notes, (request) => Object.assign(request, { visited: true })),

  layerMutant('LAYER_STABLE_IDS', 'keeps counting its fragment ids between loads', notes, () => {
    let id = 0
    return {
      load: async (request: LayerRequest) =>
        ((await notes.load(request)) as readonly Fragment[]).map((note) => ({ ...note, id: `note-${id++}` })),
    }
  }),
  {
    code: 'LAYER_STABLE_IDS',
    name: 'uses different ids in every instance',
    make: inTurns((odd) => ({
      ...notes,
      load: async (request) =>
        ((await notes.load(request)) as readonly Fragment[]).map((note) => ({ ...note, id: `${odd}-${note.id}` })),
    })),
  },

  layerMutant('LAYER_ITEM_IDS', 'numbers its items by their places', notes, () => ({
    load: ({ tools }: LayerRequest) => tools.map(({ name }, index) => ({ id: `tool-${index}`, content: name })),
  })),

  layerMutant('LAYER_OWNERS', 'keeps the text of the first user for everybody', notes, () => {
    let kept: string | undefined
    return {
      load: ({ scope }: LayerRequest) => {
        kept ??= `The user is ${scope.user}.`
        return kept
      },
    }
  }),
  layerMutant('LAYER_OWNERS', 'adds each tenant that it has seen', notes, () => {
    const tenants = new Set<string>()
    return { load: ({ scope }: LayerRequest) => [...tenants.add(scope.tenant)].join(', ') }
  }),

  layerMutant('LAYER_DETERMINISTIC', 'includes its number of loads', notes, () => {
    let loads = 0
    return { load: () => `Asked ${++loads} times.` }
  }),
  {
    code: 'LAYER_DETERMINISTIC',
    name: 'returns different text in every instance',
    make: inTurns((odd) => ({ ...notes, load: () => (odd ? 'Odd.' : 'Even.') })),
  },

  saying(
    'LAYER_STATIC',
    'is declared static and quotes the message',
    { stability: 'static' },
    ({ query }) => `Q: ${query}`,
  ),
  saying(
    'LAYER_STATIC',
    'is declared static and counts messages',
    { stability: 'static' },
    ({ session }) => session.length,
  ),
  saying('LAYER_STATIC', 'is declared static and includes the date', { stability: 'static' }, ({ now }) =>
    now?.toDateString(),
  ),
  saying(
    'LAYER_SESSION',
    'is declared session and quotes the message',
    { stability: 'session' },
    ({ query }) => `Q: ${query}`,
  ),
  saying(
    'LAYER_SESSION',
    'is declared session and counts messages',
    { stability: 'session' },
    ({ session }) => session.length,
  ),
  saying('LAYER_SESSION', 'is declared session and includes the time', { stability: 'session' }, ({ now }) =>
    now?.toISOString(),
  ),

  before('LAYER_READS', 'reads the last ten of fewer messages', notes, ({ session, signal }) =>
    session.read(session.length - 10, session.length, { signal }),
  ),
  before('LAYER_READS', 'reads one message past the end', notes, ({ session, signal }) =>
    session.read(session.length, session.length + 1, { signal }),
  ),
  before(
    'LAYER_READS',
    'reads the last message twice',
    talk,
    ({ session, signal }) => session.length > 0 && session.read(session.length - 1, session.length, { signal }),
  ),
  before('LAYER_LONG_SESSION', 'reads the whole session', notes, ({ session, signal }) =>
    session.read(0, session.length, { signal }),
  ),
]
