import { createSessionStore } from '@lamella/store/memory'
import {
  Agent,
  type AgentInputItem,
  type Model,
  run,
  type Session,
  type SessionHistoryTransactionAwareSession,
  Usage,
} from '@openai/agents'
import {
  Agent as OldestAgent,
  type Model as OldestModel,
  type Session as OldestSession,
  run as runOldest,
} from 'agents-oldest'
import { expect, expectTypeOf, it } from 'vitest'
import { agentsSession, inputFilter, runOptions, toItems } from '../src/index.ts'

const scope = { tenant: 'acme', session: 'chat-1' }
const output = [
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Hi.' }] },
] as const

it('goes into the newest and the oldest supported version without a cast', async () => {
  const session = agentsSession({ sessions: createSessionStore(), scope })
  expectTypeOf(session).toExtend<Session>()
  expectTypeOf(session).toExtend<OldestSession>()
  expectTypeOf(session).toExtend<SessionHistoryTransactionAwareSession>()
  expectTypeOf(toItems([])).toEqualTypeOf<AgentInputItem[]>()
  const sent: unknown[] = []
  const getResponse = async ({ input }: { readonly input: unknown }): Promise<never> => {
    sent.push(input)
    return { usage: new Usage(), output: [...output] } as never
  }
  const getStreamedResponse = (): never => {
    throw new Error('not streamed')
  }
  const model: Model & OldestModel = { getResponse, getStreamedResponse }
  const options = { window: 8_000, reserve: 1_000 }
  await run(
    new Agent({ name: 'New', model }),
    'Hello',
    runOptions({ sessions: createSessionStore(), scope, ...options }),
  )
  await runOldest(
    new OldestAgent({ name: 'Old', model }),
    'Hello',
    runOptions({ sessions: createSessionStore(), scope, ...options }),
  )
  await runOldest(new OldestAgent({ name: 'Old', model }), 'Hello', {
    session,
    callModelInputFilter: inputFilter({ scope, ...options }),
  })
  expect(sent).toEqual(Array.from({ length: 3 }, () => [{ type: 'message', role: 'user', content: 'Hello' }]))
  expect(await session.getItems()).toHaveLength(2)
})
