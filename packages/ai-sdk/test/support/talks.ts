import { type HostedRequest, type LamellaOptions, lamella } from '@lamella/ai-sdk'
import { createContextAssembler } from '@lamella/assembler'
import { createSessionStore } from '@lamella/store/memory'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { expect } from 'vitest'
import { drained, type Host, type Part, type Sent, text, texts } from './hosts.ts'

export const [window, reserve] = [6_000, 600]
export const room = window - reserve
const careful = heuristic({ mode: 'careful' })

/** A request of texts, as the adapter estimates it. */
export const estimated = (request: Sent): number => texts(request).reduce((sum, one) => sum + 4 + careful.count(one), 3)

export const answer = `It is so. ${'It was always so, as everybody knows. '.repeat(20)}`

/** How the SDK gets its requests: by a middleware, whose builder may be an assembler, or in `prepareStep`. */
export type Way = 'middleware' | 'assembler' | 'assembler without runs' | 'steps' | 'prepareStep'

interface Provider {
  readonly way?: Way
  /** Its tokens for each that the adapter estimates. */
  readonly factor: number
  /** It refuses requests that are longer. */
  readonly limit?: number
  /** Says that it refuses in the first part of a stream, where it is asked for one. */
  readonly streamsRefusals?: boolean
  /** What it says then. */
  readonly refusal?: (tokens: number) => string
  readonly options?: LamellaOptions
}

/** Talks to a model whose provider counts otherwise than the adapter. */
export function talks(
  { sdk, mock }: Host,
  {
    way = 'middleware',
    factor,
    limit = Number.POSITIVE_INFINITY,
    streamsRefusals = false,
    refusal = (tokens) => `prompt is too long: ${tokens} tokens > ${limit} maximum`,
    options = {},
  }: Provider,
) {
  const accepted: number[] = []
  const refused: number[] = []
  const asked: HostedRequest[] = []
  const count = (request: Sent): number => Math.round(factor * estimated(request))
  let [isStream, calls] = [false, 0]
  const { model } = mock(
    (request): readonly Part[] => {
      const tokens = count(request)
      ;(tokens > limit ? refused : accepted).push(tokens)
      if (tokens <= limit) return [text(answer)]
      const error = new Error(refusal(tokens))
      if (isStream && streamsRefusals) return [{ type: 'error', error }]
      throw error
    },
    { count, modelId: 'stub' },
  )
  const size = options.window === undefined ? window : Number(options.window)
  const scope = { tenant: 'acme', user: 'ada' }
  const adapter = lamella({
    ...(way.startsWith('assembler') ? assembled(size, way === 'assembler' ? 'run' : 'classic') : { window, reserve }),
    scope,
    onRequest: (request) => asked.push(request),
    ...(way.startsWith('assembler') ? {} : options),
  })
  const inSteps = way === 'steps' || way === 'prepareStep'
  const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware: adapter })
  const ask = async (messages: readonly object[], session?: string): Promise<void> => {
    const own = session === undefined ? {} : { session }
    const call = {
      messages: messages as never,
      maxRetries: 0,
      ...(inSteps ? { model: model as never } : { model: wrapped, providerOptions: { lamella: own } }),
      ...(way === 'steps' && (adapter.steps(own) as object)),
      ...(way === 'prepareStep' && { prepareStep: adapter.prepareStep as never }),
    }
    // Both ways in turn.
    isStream = streamsRefusals || calls++ % 2 === 1
    if (!isStream) await sdk.generateText(call)
    else expect(await drained(sdk.streamText({ ...call, onError: () => {} }))).toEqual([])
  }
  return { accepted, refused, asked, ask }
}

function assembled(window: number, arrange: 'run' | 'classic'): LamellaOptions {
  const sessions = createSessionStore()
  const { assemble, counted } = createContextAssembler(
    { sessionStore: sessions, scope: { tenant: 'acme' } },
    { model: 'gpt-4o', tokenizer: careful, arrange, includeDatetime: false },
  )
  const assembler: LamellaOptions['assembler'] = {
    assemble: (session, agent, options) => assemble(session, agent, { ...options, window, reserve }),
    counted: (context, usage) => counted(context as Parameters<typeof counted>[0], usage),
  }
  return { assembler, sessions }
}
