import { createContext, type Layer, type Message } from '@lamella/core'
import {
  type ActivityEntry,
  activity,
  bootstrap,
  history,
  message,
  skills,
  system,
  toolRule,
  toolRules,
  tools,
} from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

const start = Date.UTC(2026, 10, 23, 8)

/** A conversation as a run, one minute between requests. The layers are made anew for each, as by a new process. */
function conversation(layersOf: () => readonly Layer[]): () => Promise<RunContext> {
  const session: Message[] = []
  let run: RunState | undefined
  return async () => {
    const question = `Question ${session.length}?`
    const context = await extend(
      createContext()
        .use([...layersOf(), history(), message()])
        .budget({ window: 8_000, reserve: 500 }),
      {
        scope: { tenant: 'acme', kind: 'private' },
        session: [...session],
        message: question,
        now: new Date(start + 30_000 * session.length),
        ...(run && { run }),
      },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    session.push({ role: 'user', content: question }, { role: 'assistant', content: 'Yes.' })
    return context
  }
}

const sent = ({ system: head, messages, run }: RunContext): string => JSON.stringify([head, messages, run])
const last = ({ messages }: RunContext): unknown => messages.at(-1)?.content

const before = 'At most ten words.'
const after = 'At most five words.'

describe('the standard layers in a run', () => {
  it.each<[string, (text: string) => Layer]>([
    ['system', (text) => system({ soul: { read: () => ({ text }) } })],
    ['tools', (text) => tools({ source: { read: () => ({ text: `# Search\n${text}` }) } })],
    ['tool-rules', (text) => toolRules([toolRule.maxCalls('search', text === before ? 10 : 5)])],
  ])('begin a new epoch when a text of the owner changes: %s', async (_, layerOf) => {
    let text = before
    const next = conversation(() => [layerOf(text)])
    const first = await next()
    const same = await next()
    expect(same.report.run).toMatchObject({ epoch: 1, updates: [] })
    expect(same.report.run?.cut).toBeUndefined()
    text = after
    const cut = await next()
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'instructions' } })
    expect(cut.system).not.toEqual(first.system)
    expect(cut.messages.slice(0, same.messages.length)).toEqual(same.messages)
    expect((await next()).system).toEqual(cut.system)
  })

  it('tell new entries of the activity, and not that old ones left the list', async () => {
    let events: readonly ActivityEntry[] = [{ id: 'e1', text: 'Flux went to sleep' }]
    const next = conversation(() => [activity({ render: () => events, limit: 1 })])
    const first = await next()
    events = [{ id: 'e2', text: 'Pattern wrote' }, ...events]
    const second = await next()
    expect(second.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'activity', fragments: ['e2', 'e1'] }] })
    expect(second.system).toEqual(first.system)
    expect(last(second)).toBe('<context-update layer="activity">\n- Pattern wrote\n</context-update>')
    expect((await next()).report.run).toMatchObject({ epoch: 1, updates: [] })
  })

  it('add new skills, and end the epoch when one is no longer listed', async () => {
    let listed = [{ name: 'tax', description: 'Fills in tax forms.' }]
    const source = { skills: () => ({ skills: listed }) }
    const next = conversation(() => [skills({ source, listing: 'list', advertise: 'always' })])
    await next()
    listed = [...listed, { name: 'tea', description: 'Makes tea.' }]
    const more = await next()
    expect(more.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'skills', fragments: ['tea'] }] })
    expect(last(more)).toContain('Makes tea.')
    listed = listed.slice(1)
    const cut = await next()
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'revoked' } })
    expect(sent(cut)).not.toContain('tax forms')
    expect(cut.system.at(-1)?.content).toContain('Makes tea.')
  })

  it('tell the time when what is shown of it changes, and hold the version', async () => {
    let version = '1.4.0'
    const next = conversation(() => [bootstrap({ name: 'Kim', version, clock: 'minute' })])
    await next()
    version = '1.5.0'
    const second = await next()
    expect(second.report.run).toMatchObject({ epoch: 1, updates: [{ layer: 'bootstrap', fragments: ['clock'] }] })
    expect(last(second)).toBe(
      '<context-update layer="bootstrap" part="clock" replaces="earlier">\n' +
        'Date and time: 2026-11-23T08:01Z\n</context-update>',
    )
    expect(sent(second)).not.toContain('1.5.0')
  })
})
