import { createContext, type Layer } from '@lamella/core'
import { activity, memory, skills, system, tools } from '@lamella/layers'
import { describe, expect, it } from 'vitest'

const build = (layer: Layer): Promise<unknown> =>
  createContext()
    .use({ ...layer, onError: 'fail' })
    .budget({ window: 1_000, reserve: 0 })
    .build({ scope: { tenant: 'acme', kind: 'private' } })

describe('what a source of an application returns', () => {
  it.each<[string, Layer, string]>([
    [
      'a bare list',
      memory({ source: { entries: () => [] as never } }),
      'source.entries() must return { entries: [...] }',
    ],
    ['nothing', memory({ source: { entries: () => undefined as never } }), 'source.entries() must return { entries'],
    [
      'an entry that is null',
      memory({ source: { entries: () => ({ entries: [null as never] }) } }),
      'a list of objects.',
    ],
    ['a bare list', skills({ source: { skills: () => [] as never } }), 'source.skills() must return { skills: [...] }'],
    ['a skill that is null', skills({ source: { skills: () => ({ skills: [null as never] }) } }), 'a list of objects.'],
    [
      'an entry without a text',
      memory({ source: { entries: () => ({ entries: [{ id: 'a', text: 'x' }, { id: 'b' }] as never }) } }),
      'source.entries() returned item 1 without a text as its text.',
    ],
    [
      'a skill without a description',
      skills({ source: { skills: () => ({ skills: [{ name: 'a' }] as never }) } }),
      'source.skills() returned item 0 without a text as its description.',
    ],
    [
      'an event without an id',
      activity({ render: () => [{ text: 'x' }] as never }),
      'render() returned item 0 without a text as its id.',
    ],
    [
      'a bare text',
      system({ soul: { read: () => 'You are Kim.' as never } }),
      'source.read() must return { text }, or undefined',
    ],
    [
      'a text of another type',
      tools({ source: { read: () => ({ text: 7 }) as never } }),
      'source.read() must return { text }, or undefined',
    ],
    ['a text', activity({ render: () => 'nothing new' as never }), 'render() must return a list of objects.'],
  ])('is named where it is wrong: %s, in layer %o', async (_, layer, what) => {
    await expect(build(layer)).rejects.toMatchObject({ code: 'LAYER_FAILED', message: expect.stringContaining(what) })
  })
})
