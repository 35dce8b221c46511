import { createContext, type Message, type ToolDefinition } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const reader: ToolDefinition = {
  name: 'read_result',
  inputSchema: { type: 'object', properties: { handle: { type: 'string' } } },
}

const turn = (at: number): readonly Message[] => [
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: `a${at}`, toolName: 'look', input: { order: `ORD${at}77` } },
      { type: 'tool-call', toolCallId: `b${at}`, toolName: 'look', input: {} },
    ],
  },
  {
    role: 'tool',
    content: ['a', 'b'].map((id) => ({
      type: 'tool-result' as const,
      toolCallId: `${id}${at}`,
      toolName: 'look',
      output: { type: 'text' as const, value: `${id}${at} `.repeat(400) },
    })),
  },
]

async function sent(tools: readonly ToolDefinition[], options: Parameters<typeof history>[0] = {}): Promise<string> {
  const sessions = createSessionStore()
  const builder = createContext()
    .use([history(options), message()])
    .tools(tools)
    .budget({ window: 7_000, reserve: 500 })
  const run = await openRun(builder, { sessions, scope, id: 's' })
  for (let at = 0; at < 14; at++) {
    await run.next({ message: `Order ORD${at}77, please.` })
    await run.append(turn(at))
    await run.next()
    await run.append({ role: 'assistant', content: `ORD${at}77 is done.` })
  }
  const { messages, report } = await run.next({ message: 'And?' })
  expect(report.run?.epoch).toBeGreaterThan(1)
  // Every handle is that of a message with results, at its position in the store.
  const text = messages.map(({ content }) => JSON.stringify(content)).join('\n')
  for (const [, position, part] of text.matchAll(/"handle\\":\\"m(\d+)\.(\d)/g)) {
    const [stored] = await sessions.read(scope, 's', Number(position), Number(position) + 1)
    expect(stored?.message.role).toBe('tool')
    expect(['1', '2']).toContain(part)
  }
  return text
}

describe('handles of what is shortened', () => {
  it('are named in results and in the digest, if the model has the tool that reads them', async () => {
    const text = await sent([reader])
    expect(text).toMatch(/characters(, no longer shown| cut); to read: read_result \{\\"handle\\":\\"m\d+\.[12]\\"\}/)
    expect(text).toContain('To read #7, for example: read_result')
    expect(text).toMatch(/To search all messages: read_result \{\\"handle\\":\\"session\\",/)
  })

  it.each([
    ['without the tool', [], {}],
    ['with another tool of this name', [{ name: 'read_result', inputSchema: { type: 'object', properties: {} } }], {}],
    ['with handles: false', [reader], { handles: false }],
  ] as const)('are not named %s', async (_, tools, options) => {
    expect(await sent(tools, options)).not.toContain('to read: ')
    expect(await sent(tools, options)).not.toContain('To read #7')
  })

  it('are not named for messages that are in no store', async () => {
    const builder = createContext().use([history(), message()]).tools([reader]).budget({ window: 7_000, reserve: 500 })
    const session: Message[] = []
    let run = (await extend(builder, { scope, session, message: 'Hi' })).run
    for (let at = 0; at < 12; at++) {
      session.push({ role: 'user', content: `Order ORD${at}77, please.` }, ...turn(at), {
        role: 'assistant',
        content: 'Done.',
      })
      const context = await extend(builder, { scope, session, message: 'And?', run })
      expect(JSON.stringify(context.messages)).not.toContain('read_result')
      run = context.run
    }
    expect(run.epoch).toBeGreaterThan(1)
  })
})
