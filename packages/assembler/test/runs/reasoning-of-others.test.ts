import { createContext, type Message } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import {
  fromOpenAIResponses,
  openaiResponsesFraming,
  toOpenAIResponses,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

interface Turn {
  readonly model: string
  /** How many calls the model makes before it answers. Each answer has reasoning. */
  readonly calls?: number
  readonly cut?: boolean
}

/** Plays turns in a run, and returns which reasoning each request sends, and what it says in ids without it. */
async function play(turns: readonly Turn[]) {
  const session: Message[] = []
  const sent: string[][] = []
  let run: RunState | undefined
  let number = 0
  for (const { model, calls = 0, cut = false } of turns) {
    for (let call = 0; call <= calls; call++) {
      const asked = call === 0
      const context = await extend(
        createContext()
          .use([system({ soul: 'You are Kim.' }), history(), message()])
          .framing(openaiResponsesFraming)
          .parameters({ model })
          .budget({ window: 20_000, reserve: 500 }),
        {
          scope: { tenant: 'acme' },
          session: [...session],
          cut: cut && asked,
          ...(asked && { message: 'Go on.' }),
          ...(run && { run }),
        },
      )
      run = JSON.parse(JSON.stringify(context.run)) as RunState
      const request = toOpenAIResponses(context, { store: false })
      expect(validateOpenAIResponses(request).filter(({ level }) => level === 'error')).toEqual([])
      const items = request.input as readonly { readonly type?: string; readonly id?: string }[]
      sent.push(items.flatMap(({ type, id = '' }) => (type === 'reasoning' ? [id] : [])))
      // What the API takes with its reasoning only has no id without it.
      for (const { id } of items) {
        if (id?.startsWith('msg_')) expect(sent.at(-1)).toContain(id.replace('msg_', 'rs_'))
      }
      const own = ++number
      const thought = { type: 'reasoning', id: `rs_${own}`, summary: [], encrypted_content: `secret-${own}` }
      const said =
        call < calls
          ? { type: 'function_call', id: `fc_${own}`, call_id: `call_${own}`, name: 'look', arguments: '{}' }
          : {
              type: 'message',
              id: `msg_${own}`,
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text: `Answer ${own}.`, annotations: [] }],
            }
      const output = { type: 'text' as const, value: 'Seen.' }
      session.push(
        ...(asked ? [{ role: 'user' as const, content: 'Go on.' }] : []),
        ...fromOpenAIResponses([thought, said] as never),
        ...(call < calls
          ? [
              {
                role: 'tool' as const,
                content: [{ type: 'tool-result' as const, toolCallId: `call_${own}`, toolName: 'look', output }],
              },
            ]
          : []),
      )
    }
  }
  return sent
}

const [one, other] = ['gpt-5.4', 'gpt-5.4-mini']

describe('the reasoning of another model of OpenAI before GPT-6.2', () => {
  it('is left out of a request, and is back with its own model', async () => {
    const sent = await play([{ model: one }, { model: one }, { model: other }, { model: other }, { model: one }])
    expect(sent).toEqual([[], ['rs_1'], [], ['rs_3'], ['rs_1', 'rs_2']])
  })

  it('is left out in the middle of a tool loop, with its call by value', async () => {
    const sent = await play([{ model: one, calls: 1 }, { model: other, calls: 1 }, { model: one }])
    expect(sent).toEqual([[], ['rs_1'], [], ['rs_3'], ['rs_1', 'rs_2']])
  })

  it('is left out after a cut, too', async () => {
    const sent = await play([{ model: one }, { model: other }, { model: one, cut: true }, { model: other }])
    expect(sent).toEqual([[], [], ['rs_1'], ['rs_2']])
  })

  it('is sent from GPT-6.2 on, whose API leaves out what it does not read', async () => {
    const models = ['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6.2-sol']
    expect((await play(models.map((model) => ({ model })))).map(({ length }) => length)).toEqual([0, 1, 2])
  })
})
