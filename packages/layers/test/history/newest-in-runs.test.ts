import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { requestLimiter } from '@lamella/models'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

const call = (id: string, input: unknown) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: 'write',
  input,
})
const exchange = (id: string, input: unknown, result: string): readonly Message[] => [
  { role: 'assistant', content: [call(id, input)] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'write', output: { type: 'text', value: result } }],
  },
]

/** Runs an agent's loop of one turn, with an exchange a step, and returns its requests. */
async function loop(window: number, steps: readonly (readonly Message[])[]): Promise<readonly RunContext[]> {
  const builder = createContext().use([history(), message()]).budget({ window, reserve: 500 })
  const scope = { tenant: 'acme' }
  const first = await extend(builder, { scope, message: 'Rewrite the file.' })
  const contexts = [first]
  let session: readonly Message[] = [{ role: 'user', content: 'Rewrite the file.' }]
  let run: RunState = first.run
  for (const step of steps) {
    session = [...session, ...step]
    const next = await extend(builder, { scope, session, run })
    contexts.push(next)
    run = next.run
  }
  return contexts
}

const older = Array.from({ length: 6 }, (_, index) =>
  exchange(`old${index}`, { index }, 'lorem ipsum dolor '.repeat(300)),
)

describe('a cut in the middle of a turn', () => {
  it.each([9_000, 12_000])('keeps a call that takes more than the share, in a window of %i', async (window) => {
    const contexts = await loop(window, [...older, exchange('big', { text: 'x y z '.repeat(3_000) }, 'written')])
    const last = contexts.at(-1)
    expect(last?.report.run?.cut?.reason).toBe('window')
    expect(last?.report.tokens.free).toBeGreaterThanOrEqual(0)
    expect(JSON.stringify(last?.messages.slice(-2))).toContain('written')
  })

  it('shortens the results of many calls, and keeps them, where the window holds them', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `c${index}`)
    const asked: Message = { role: 'assistant', content: ids.map((id) => call(id, {})) }
    const contexts = await loop(4_000, [[asked, ...ids.flatMap((id) => exchange(id, {}, 'v '.repeat(200)).slice(1))]])
    expect(contexts.at(-1)?.messages.filter(({ role }) => role === 'tool')).toHaveLength(30)
  })

  it('still goes down to the share if the exchange cannot fit', async () => {
    const contexts = await loop(4_000, [...older, exchange('big', { text: 'x y z '.repeat(3_000) }, 'written')])
    expect(contexts.at(-1)?.report.tokens.total).toBeLessThanOrEqual(1_750)
  })
})

describe('a cut for a limit of images', () => {
  it('keeps the newest image where only one is allowed', async () => {
    const limits = requestLimiter({ images: 1 })
    const builder = createContext().use([history(), message()]).budget({ window: 50_000, reserve: 500, limits })
    const scope = { tenant: 'acme' }
    let session: readonly Message[] = [{ role: 'user', content: 'Click on it.' }]
    let run: RunState = (await extend(builder, { scope, message: 'Click on it.' })).run
    for (let step = 0; step < 4; step++) {
      const id = `c${step}`
      const value = [{ type: 'image-data' as const, data: 'iVBORw0KGgo=', mediaType: 'image/png' }]
      const output = { type: 'content' as const, value }
      session = [
        ...session,
        { role: 'assistant', content: [call(id, {})] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: 'write', output }] },
      ]
      const context = await extend(builder, { scope, session, run })
      expect(context.messages.at(-1)).toEqual(session.at(-1))
      run = context.run
    }
  })
})
