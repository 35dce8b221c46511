import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

describe('a digest', () => {
  it.each([3_000, 4_000, 5_000])(
    'repeats no message that stays with a shorter result, in %s tokens',
    async (window) => {
      const builder = createContext().use([history(), message()]).budget({ window, reserve: 500 })
      const session: Message[] = []
      let run: RunState | undefined
      let cuts = 0
      const ask = async (question?: string): Promise<void> => {
        const given = { scope: { tenant: 'acme' }, session: [...session], ...(run && { run }) }
        const context = await extend(builder, { ...given, ...(question !== undefined && { message: question }) })
        run = context.run
        cuts += context.report.run?.cut ? 1 : 0
        const said = JSON.stringify(context.messages).match(/@\w+@/g) ?? []
        expect(said.length).toBe(new Set(said).size)
      }
      for (let turn = 10; turn < 40; turn++) {
        const question = `@Q${turn}@`
        await ask(question)
        session.push({ role: 'user', content: question })
        for (const toolCallId of [`a${turn}`, `b${turn}`]) {
          const look = { toolCallId, toolName: 'look' }
          const text = { type: 'text', text: `@${toolCallId}@` } as const
          const output = { type: 'text', value: 'x '.repeat(300) } as const
          session.push({ role: 'assistant', content: [text, { type: 'tool-call', ...look, input: {} }] })
          session.push({ role: 'tool', content: [{ type: 'tool-result', ...look, output }] })
          await ask()
        }
        session.push({ role: 'assistant', content: `@A${turn}@ ${'word '.repeat(100)}` })
      }
      expect(cuts).toBeGreaterThan(5)
    },
  )
})
