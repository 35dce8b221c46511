import { defineLayer, type Layer, type Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'
import { toolProblems } from '../support/tool-problems.ts'

const wide = { window: 10_000, reserve: 0 }
const waiting: readonly Message[] = [
  { role: 'user', content: 'Send it.' },
  {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: 'x', toolName: 'mail', input: {} },
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'x' },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] },
]
const past: Layer = defineLayer('past', {
  order: 1,
  placement: 'messages',
  load: () => waiting.map((message, index) => ({ id: `m${index}`, content: [message] })),
})
const later = (content: readonly Message[]): Layer =>
  defineLayer('later', {
    order: 2,
    placement: 'messages',
    load: () => content.map((message, index) => ({ id: `b${index}`, content: [message] })),
  })

describe('a call that the program still has to run', () => {
  it('is left unchanged at the end of a context', async () => {
    for (const layers of [
      [past],
      [past, later([])],
      [past, defineLayer('late', { order: 9, load: () => 'Be kind.' })],
    ]) {
      const { messages, report } = await start().use(layers).budget(wide).build({ scope })
      expect(messages).toEqual(waiting)
      expect(report.rows).toEqual([])
    }
  })

  it('gets a stand-in when messages of another layer follow it', async () => {
    const next: Message = { role: 'user', content: 'Or rather not.' }
    const { messages, report } = await start()
      .use([past, later([next])])
      .budget(wide)
      .build({ scope })
    expect(messages).toHaveLength(5)
    expect(messages.at(-1)).toEqual(next)
    expect(toolProblems(messages)).toEqual([])
    expect(report.rows).toMatchObject([{ layer: 'past', fragment: 'm1', action: 'repaired' }])
  })
})
