import { lamella } from '@lamella/ai-sdk'
import { createSessionStore } from '@lamella/store/memory'
import type { ModelMessage } from 'ai'
import { claude, drive, type LocalProvider, openAI } from '../../../ai-sdk/test/support/drive.ts'
import { recordedTools } from '../../../ai-sdk/test/support/replay.ts'
import { prune } from '../prefix/libraries.ts'
import type { Sent } from './findings.ts'
import type { Loop } from './loops.ts'
import { reserve, type Way, window } from './way.ts'
import { messages as anthropic, chat } from './wires.ts'

type Middleware = NonNullable<Parameters<typeof drive>[1]['middleware']>

/** What differs between the ways: options of `generateText`, and what the model is wrapped with. */
interface Difference {
  readonly options?: object
  readonly middleware?: Middleware
}

const everything = (): Difference => ({})

const pruned = (): Difference => ({
  options: {
    prepareStep: ({ messages }: { readonly messages: ModelMessage[] }) => ({ messages: prune(messages) }),
  },
})

const wrapped = (): Difference => ({ middleware: lamella({ window, reserve }) })

const withRun = (): Difference => {
  const sessions = createSessionStore()
  const scope = { tenant: 'bench', session: 'loop' }
  return { middleware: lamella({ window, reserve, sessions, scope, history: 'host' }) }
}

/** The loop as people write it: the messages of each call, and what it has added. */
async function play(loop: Loop, provider: LocalProvider, { options, middleware }: Difference) {
  const conversation: ModelMessage[] = []
  return drive(loop.messages, {
    provider,
    ...(middleware && { middleware }),
    tools: recordedTools(loop.messages, loop.tools),
    call: (question) => {
      conversation.push({ role: 'user', content: question })
      const providerOptions = { anthropic: { thinking: { type: 'adaptive' } } }
      return { system: loop.system, messages: [...conversation], maxOutputTokens: reserve, providerOptions, ...options }
    },
    answered: (added) => conversation.push(...added),
  })
}

const withOpenAI =
  (differ: () => Difference) =>
  async (loop: Loop): Promise<readonly Sent[]> =>
    (await play(loop, openAI, differ())).map((body) => ({ body, refused: false }))

/** Answers to refused requests too, so that the loop goes on and all of its requests are seen. */
const withClaude =
  (differ: () => Difference) =>
  async (loop: Loop): Promise<readonly Sent[]> => {
    const refused: boolean[] = []
    const provider = claude({ onMismatch: 'drop' }, ({ invalid }) => refused.push(invalid.length > 0))
    const bodies = await play(loop, provider, differ())
    return bodies.map((body, index) => ({ body, refused: refused[index] ?? false }))
  }

const ways: readonly (readonly [string, () => Difference, boolean])[] = [
  ['everything', everything, false],
  ['`pruneMessages` in `prepareStep`', pruned, false],
  ['`lamella({ window })`', wrapped, true],
  ['`lamella({ window, sessions, … })`', withRun, true],
]

export const aiSdk: readonly Way[] = [
  ...ways.map(([name, differ, own]) => ({ host: 'AI SDK, OpenAI', name, own, wire: chat, play: withOpenAI(differ) })),
  ...ways.map(([name, differ, own]) => ({
    host: 'AI SDK, Claude',
    name,
    own,
    wire: anthropic,
    play: withClaude(differ),
  })),
]
