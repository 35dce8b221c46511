import { defineLayer } from '@lamella/core'
import { extend, type RunState } from '@lamella/runs'
import { beforeAll, describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { calls, converse, talk, user } from '../support/runs.ts'

const builder = talk().use([
  defineLayer('rules', { order: 1, stability: 'static', load: () => 'Be kind.' }),
  defineLayer('examples', {
    order: 2,
    placement: 'messages',
    stability: 'static',
    load: () => [{ id: 'a', content: [user('Hi')] }],
  }),
  defineLayer('clock', { order: 3, load: ({ message }) => `At ${JSON.stringify(message?.content)}` }),
])

/** A run that has something in every field. */
let valid: RunState
beforeAll(async () => {
  const talking = converse(builder.parameters({ model: 'm' }))
  await talking.turn('One', calls('c1'), { tools: [{ name: 'look', inputSchema: {} }] })
  await talking.turn('Two', undefined, { tools: [{ name: 'look', inputSchema: {} }] })
  await talking.ask('Three', { tools: [{ name: 'look', inputSchema: {} }] })
  valid = { ...(talking.run as RunState), stale: [[0, 1]] }
})

const build = (run: unknown): Promise<unknown> => extend(builder, { scope, message: 'Next', run: run as RunState })

/** Sets the value at a path of a copy. */
function withValue(path: readonly (string | number)[], value: unknown): unknown {
  const copy = structuredClone(valid) as unknown
  let holder = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>
  const last = path.at(-1) as string
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

describe('a run from a store', () => {
  it('is accepted as it was given', async () => {
    expect(valid).toMatchObject({ model: 'm', inserts: [{ at: 3 }, { at: 5 }], forms: { 1: {} } })
    await expect(build(valid)).resolves.toMatchObject({
      report: { run: { epoch: expect.any(Number) } },
      run: { spec: 1 },
    })
  })

  it.each([null, 7, 'run', [], {}, true])('that is %j is refused', async (run) => {
    await expect(build(run)).rejects.toMatchObject({ code: 'RUN_INVALID' })
  })

  const message = { role: 'user', content: 7 }
  it.each<[string, (string | number)[], readonly unknown[]]>([
    ['run.spec', ['spec'], [undefined, 0, '1']],
    ['run.scope', ['scope'], [undefined, null, {}, { tenant: 7 }, { tenant: 'acme', user: 7 }]],
    ['run.epoch', ['epoch'], [undefined, 0, -1, 1.5, '1', Number.NaN, 2 ** 60]],
    ['run.model', ['model'], [null, 7, {}]],
    ['run.summaries', ['summaries'], [undefined, null, 7]],
    ['run.head', ['head'], [undefined, null, [], 'head']],
    ['run.head.tools', ['head', 'tools'], [undefined, {}, 'look']],
    ['run.head.tools[0]', ['head', 'tools', 0], [null, 'look', ['look'], ['look', 7], ['a', 'b', 'c'], {}]],
    ['run.head.system', ['head', 'system'], [undefined, null, {}]],
    ['run.head.system[0]', ['head', 'system', 0], [null, 'Be kind.', {}]],
    ['run.head.system[0]', ['head', 'system', 0, 'role'], [undefined, 'user']],
    ['run.head.system[0]', ['head', 'system', 0, 'content'], [undefined, 7, []]],
    ['run.head.system[0]', ['head', 'system', 0, 'layer'], [undefined, 7]],
    ['run.head.system[0]', ['head', 'system', 0, 'stability'], [undefined, 'always', 7]],
    ['run.head.lead', ['head', 'lead'], [undefined, {}]],
    [
      'run.head.lead[0]',
      ['head', 'lead', 0],
      [null, user('Hi'), { layer: 'examples', message }, { layer: 7, message: user('Hi') }],
    ],
    ['run.head.left', ['head', 'left'], [undefined, [], { rules: {} }, { rules: [7] }]],
    ['run.turn', ['turn'], [null, 7, []]],
    ['run.turn.question', ['turn', 'question'], [undefined, 7]],
    [
      'run.turn.shown',
      ['turn', 'shown'],
      [
        undefined,
        [],
        { clock: {} },
        ...[
          null,
          { content: 'At' },
          { id: 'a', content: 7 },
          { id: 'a', content: [message] },
          { id: 'a', content: 'At', rank: '1' },
          { id: 'a', content: 'At', origin: {} },
          { id: 'a', content: 'At', update: 'later' },
        ].map((shown) => ({ clock: [shown] })),
      ],
    ],
    ['run.head.told', ['head', 'told'], [undefined, [], { rules: [] }, { rules: null }, { rules: { text: 7 } }]],
    [
      'run.kept',
      ['kept'],
      [
        undefined,
        {},
        [],
        [
          [4, 5],
          [0, 2],
        ],
        [[3, 1]],
        [
          [0, 4],
          [2, 6],
        ],
      ],
    ],
    ['run.kept[0]', ['kept', 0], [null, [0], [0, '1'], [-1, 2], [0, 1, 2], [0.5, 2]]],
    ['run.stale', ['stale'], [undefined, {}]],
    ['run.stale[0]', ['stale', 0], [null, [0], ['0', 1], [0, -1]]],
    [
      'run.marks',
      ['marks'],
      [
        undefined,
        {},
        [],
        [
          { at: 3, hash: '' },
          { at: 1, hash: '' },
        ],
      ],
    ],
    ['run.marks[0]', ['marks', 0], [null, { at: 0 }, { at: -1, hash: '' }, { at: 0, hash: 7 }]],
    ['run.inserts', ['inserts'], [undefined, {}]],
    ['run.inserts[0]', ['inserts', 0], [null, [], {}]],
    ['run.inserts[0]', ['inserts', 0, 'at'], [undefined, -1, '3']],
    ['run.inserts[0]', ['inserts', 0, 'layer'], [undefined, 7]],
    ['run.inserts[0]', ['inserts', 0, 'message'], [undefined, message, 'text']],
    ['run.inserts[0]', ['inserts', 0, 'told'], [undefined, [], { a: 7 }]],
    [
      'run.forms',
      ['forms'],
      [
        undefined,
        [],
        { 1: null },
        { 1: { hash: 7, messages: [] } },
        { 1: { hash: '', messages: [message] } },
        { 1: { hash: '' } },
      ],
    ],
  ])('is refused for a wrong %s', async (path, at, values) => {
    for (const value of values) {
      await expect(build(withValue(at, value)), JSON.stringify(value)).rejects.toMatchObject({
        code: 'RUN_INVALID',
        details: { path },
      })
    }
  })

  it('is refused with another code if a later release wrote it', async () => {
    await expect(build(withValue(['spec'], 2))).rejects.toMatchObject({
      code: 'FORMAT_NEWER',
      details: { version: 2, known: 1 },
    })
  })

  it('may have members named like those of objects', async () => {
    const stored = JSON.stringify(valid)
      .replace('"told":{', () => '"told":{"__proto__":{"constructor":"a","__proto__":"b"},')
      .replace(
        '"forms":{',
        () => '"forms":{"__proto__":{"hash":"","messages":[]},"constructor":{"hash":"","messages":[]},',
      )
    const context = await extend(builder, { scope, message: 'Next', run: JSON.parse(stored) as RunState })
    // A layer of that name told something, and is gone.
    expect(context.report.run?.cut?.reason).toBe('revoked')
    expect(Object.keys(context.run.head.told)).toEqual(builder.layers.map(({ name }) => name))
    expect(({} as { hash?: string }).hash).toBeUndefined()
  })

  it('with one tool named twice sends each tool once', async () => {
    const tools = [{ name: 'look', inputSchema: {} }]
    const first = await extend(talk(), { scope, message: 'One', tools })
    const [look] = first.run.head.tools
    const run = { ...first.run, head: { ...first.run.head, tools: [look, look] } } as RunState
    expect((await extend(talk(), { scope, message: 'One', tools, run })).tools).toHaveLength(1)
  })

  it('says how to fix it', async () => {
    await expect(build({})).rejects.toThrow(/run\.spec is not 1.*context\.run/s)
  })

  it('is refused for another tenant or user, even if both sessions are empty', async () => {
    const own = { tenant: 'acme', user: 'ada' }
    const { run } = await extend(talk(), { scope: own, message: 'One' })
    for (const scope of [{ tenant: 'acme', user: 'bob' }, { tenant: 'acme' }, { tenant: 'other', user: 'ada' }]) {
      await expect(extend(talk(), { scope, message: 'One', run })).rejects.toMatchObject({ code: 'SCOPE_MISMATCH' })
    }
    const agent = extend(talk(), { scope: { ...own, agent: 'kim' }, message: 'One', run })
    await expect(agent).resolves.toMatchObject({ run: { scope: own, epoch: 1 } })
  })
})
