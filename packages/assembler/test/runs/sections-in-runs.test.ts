import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import type { AssemblyInputs } from '../../src/assembly/inputs.ts'
import { sectionLayers } from '../../src/assembly/section-layers.ts'
import { tool } from '../assembler/support.ts'

type Shown = Pick<AssemblyInputs, 'skills' | 'tools' | 'additional' | 'datetime'>

const math = {
  id: 'math',
  name: 'Mathematics',
  instructions: 'Count twice.',
  tools: [],
  examples: [],
  order: 0,
  priority: 1,
}
const code = { ...math, id: 'code', name: 'Code', instructions: 'Write tests.' }
const base: Shown = { skills: [math], tools: [tool('read')], additional: 'The shop is open.', datetime: 'Monday' }

/** A conversation as a run over the sections of an assembler. */
function conversation(): (shown: Partial<Shown>, motto?: string) => Promise<RunContext> {
  const session: Message[] = []
  let run: RunState | undefined
  return async (shown, motto = 'Be kind.') => {
    const sections = [{ name: 'motto', content: motto, order: 150 }]
    const question = `Question ${session.length}?`
    const context = await extend(
      createContext()
        .use([...sectionLayers({ sections, generateToolsSummary: true }), history(), message()])
        .budget({ window: 8_000, reserve: 500 }),
      {
        scope: { tenant: 'acme' },
        session: [...session],
        message: question,
        assembly: { ...base, ...shown } as AssemblyInputs,
        ...(run && { run }),
      },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    session.push({ role: 'user', content: question }, { role: 'assistant', content: 'Yes.' })
    return context
  }
}

const sent = ({ system, messages, run }: RunContext): string => JSON.stringify([system, messages, run])

describe('the sections of an assembler in a run', () => {
  it.each<[string, Partial<Shown>, string]>([
    ['datetime', { datetime: 'Tuesday' }, 'Tuesday'],
    ['additional', { additional: 'The shop is closed.' }, 'The shop is closed.'],
    ['tools-summary', { tools: [tool('write')] }, 'Available tools:\n- write: Does write.'],
  ])('tell a changed text, which replaces the one before: %s', async (layer, shown, text) => {
    const next = conversation()
    const first = await next({})
    const second = await next(shown)
    expect(second.report.run).toMatchObject({ epoch: 1, updates: [{ layer }] })
    expect(second.report.run?.cut).toBeUndefined()
    expect(second.system).toEqual(first.system)
    expect(second.messages.at(-1)?.content).toMatch(
      new RegExp(`^<context-update layer="${layer}"[^>]* replaces="earlier">\\n${text}\\n</context-update>$`),
    )
    expect((await next(shown)).report.run?.updates).toEqual([])
  })

  it('add the instructions of a new skill', async () => {
    const next = conversation()
    await next({})
    const second = await next({ skills: [math, code] })
    expect(second.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'active-skills' }] })
    expect(second.messages.at(-1)?.content).toContain('Write tests.')
    expect(second.messages.at(-1)?.content).not.toContain('Count twice.')
  })

  it('do not send the instructions of a skill again that is no longer active', async () => {
    const next = conversation()
    await next({ skills: [math, code] })
    const cut = await next({ skills: [code] })
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'revoked' } })
    expect(sent(cut)).not.toContain('Count twice.')
    expect(cut.system.map(({ content }) => content).join('\n')).toContain('Write tests.')
  })

  it('begin a new epoch for another text of the configuration, which is the owner’s', async () => {
    const next = conversation()
    await next({})
    const cut = await next({}, 'Be brief.')
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'instructions' } })
    expect(sent(cut)).not.toContain('Be kind.')
  })
})
