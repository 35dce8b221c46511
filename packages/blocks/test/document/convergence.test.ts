import { createDocument, defineSchema, type StructuredDocument } from '@lamella/blocks'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const schema = defineSchema({
  type: 'composite',
  sections: [
    { name: 'text', schema: { type: 'text' } },
    {
      name: 'map',
      schema: {
        type: 'map',
        fields: [
          { name: 'status', type: 'text', default: 'new' },
          { name: 'level', type: 'number' },
          { name: 'tags', type: 'list' },
          { name: 'score', type: 'counter', default: 10 },
        ],
      },
    },
    {
      name: 'list',
      schema: {
        type: 'list',
        maxItems: 5,
        item: {
          type: 'map',
          fields: [
            { name: 'task', type: 'text', required: true },
            { name: 'done', type: 'boolean', default: false },
          ],
        },
      },
    },
    {
      name: 'log',
      schema: {
        type: 'log',
        displayLimit: 4,
        entry: { timestamp: true, agent: true, fields: [{ name: 'said', type: 'text' }] },
      },
    },
  ],
})
type Replica = StructuredDocument<typeof schema>

const word = fc.constantFrom('tea', 'coffee ', '漢字', '😀', ' and ', '\n')
const texts = fc.array(word, { maxLength: 5 }).map((words) => words.join(''))
const small = fc.nat({ max: 6 })

/** Changes a replica; `kept` counts the changes that must not be lost. */
type Act = (replica: Replica, kept: { score: number; said: number }) => void

const act: fc.Arbitrary<Act> = fc.oneof(
  texts.map(
    (text): Act =>
      (doc) =>
        doc.section('text').setText(text),
  ),
  texts.map(
    (text): Act =>
      (doc) =>
        doc.section('text').appendText(text),
  ),
  fc.tuple(word, texts).map(
    ([old, text]): Act =>
      (doc) =>
        void doc.section('text').replaceText(old, text),
  ),
  texts.map(
    (text): Act =>
      (doc) =>
        doc.section('map').setTextField('status', text),
  ),
  small.map(
    (level): Act =>
      (doc) =>
        doc.section('map').setField('level', level),
  ),
  fc.array(small, { maxLength: 3 }).map(
    (tags): Act =>
      (doc) =>
        doc.section('map').setField('tags', tags),
  ),
  texts.map(
    (tag): Act =>
      (doc) =>
        doc.section('map').appendToListField('tags', tag),
  ),
  small.map(
    (by): Act =>
      (doc, kept) => {
        doc.section('map').incrementCounter('score', by - 3)
        kept.score += by - 3
      },
  ),
  texts.map(
    (task): Act =>
      (doc) => {
        if (doc.section('list').items().length < 5) doc.section('list').pushItem({ task })
      },
  ),
  fc.tuple(small, texts, fc.boolean()).map(
    ([at, task, done]): Act =>
      (doc) => {
        if (at < doc.section('list').items().length) doc.section('list').updateItem(at, { task, done })
      },
  ),
  small.map(
    (at): Act =>
      (doc) => {
        if (at < doc.section('list').items().length) doc.section('list').deleteItem(at)
      },
  ),
  fc.tuple(small, texts).map(
    ([hour, said]): Act =>
      (doc, kept) => {
        doc.section('log').appendLogEntry({ timestamp: `2025-01-01T0${hour}:00:00Z`, said })
        kept.said++
      },
  ),
)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at: fc.nat({ max: 3 }), act }) },
  { weight: 2, arbitrary: fc.record({ from: fc.nat({ max: 3 }), to: fc.nat({ max: 3 }), whole: fc.boolean() }) },
)

function send(from: Replica, to: Replica, whole: boolean): void {
  const bytes = whole ? from.exportSnapshot() : from.exportUpdates(to.version())
  if (bytes !== undefined) to.import(bytes, { system: true })
}

const runs = Number(process.env['LAMELLA_RUNS'] ?? 125)

it(`merges four replicas to equal content, whatever their operations and the order of their exchanges: ${runs} runs`, () => {
  const property = fc.property(fc.array(step, { minLength: 4, maxLength: 20 }), fc.boolean(), (steps, backwards) => {
    const replicas = [0, 1, 2, 3].map((peer) =>
      createDocument({ schema, label: 'b', permission: 'Admin', agent: `agent ${peer}`, peer: BigInt(peer) }),
    )
    const kept = { score: 10, said: 0 }
    const at = (index: number): Replica => replicas[index] as Replica
    for (const one of steps) {
      if ('act' in one) one.act(at(one.at), kept)
      else if (one.from !== one.to) send(at(one.from), at(one.to), one.whole)
    }
    // One replica exchanges its changes with all others.
    const hub = at(backwards ? 3 : 0)
    const rest = replicas.filter((doc) => doc !== hub)
    for (const doc of rest) send(doc, hub, false)
    for (const doc of rest) send(hub, doc, false)
    const [first, ...others] = replicas.map((doc) => JSON.stringify([doc.content(), doc.render(), doc.notices()]))
    for (const other of others) expect(other).toBe(first)
    expect(at(0).section('map').getField('score')).toBe(kept.score)
    expect(at(0).section('log').logEntries(1000)).toHaveLength(kept.said)
    expect(at(0).section('list').items().length).toBeLessThanOrEqual(5)
    for (const doc of replicas) expect(doc.exportUpdates(at(0).version())).toBeUndefined()
    for (const doc of replicas) doc.close()
  })
  fc.assert(property, { numRuns: runs })
  console.log(`${runs} runs`)
})

it('keeps what two replicas wrote in one text', () => {
  const [a, b] = [1n, 2n].map((peer) => createDocument({ schema: { type: 'text' }, label: 't', peer }))
  if (!a || !b) throw new Error('no replicas')
  a.setText('The quick brown fox jumps over the lazy dog')
  b.import(a.exportSnapshot(), { system: true })
  a.setText('The slow brown fox jumps over the lazy dog')
  b.replaceText('lazy', 'sleeping')
  b.appendText('!')
  a.import(b.exportSnapshot(), { system: true })
  expect(a.getText()).toBe('The slow brown fox jumps over the sleeping dog!')
})

it('keeps one of two new texts of a field, and merges edits of the same text', () => {
  const schema = { type: 'map', fields: [{ name: 'focus', type: 'text' }] } as const
  const [a, b] = [1n, 2n].map((peer) => createDocument({ schema, label: 'm', peer }))
  if (!a || !b) throw new Error('no replicas')
  const exchange = (): void => {
    a.import(b.exportSnapshot(), { system: true })
    b.import(a.exportSnapshot(), { system: true })
  }
  a.setField('focus', 'writing a letter')
  b.setField('focus', 'gardening')
  exchange()
  expect(['writing a letter', 'gardening']).toContain(a.getField('focus'))
  expect(b.getField('focus')).toBe(a.getField('focus'))
  a.setTextField('focus', 'writing a long letter')
  b.setTextField('focus', a.getField('focus') as string)
  exchange()
  a.setTextField('focus', 'writing a very long letter')
  b.import(a.exportSnapshot(), { system: true })
  a.setTextField('focus', 'writing a very long letter to Ada')
  b.setTextField('focus', 'reading a very long letter')
  exchange()
  expect(a.getField('focus')).toBe('reading a very long letter to Ada')
})

it('merges changes to different keys of one item', () => {
  const schema = { type: 'list' } as const
  const [a, b] = [1n, 2n].map((peer) => createDocument({ schema, label: 'l', peer }))
  if (!a || !b) throw new Error('no replicas')
  a.pushItem({ task: 'Review', done: false })
  b.import(a.exportSnapshot(), { system: true })
  a.updateItem(0, { task: 'Review PR', done: false })
  b.updateItem(0, { task: 'Review', done: true })
  a.import(b.exportSnapshot(), { system: true })
  expect(a.items()).toEqual([{ done: true, task: 'Review PR' }])
})
