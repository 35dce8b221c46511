import { defineLayer, type Message, type RequestPrefix, type ToolDefinition } from '@lamella/core'
import { previousRequest } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

/** Checks whether a request whose only message has this part repeats one whose message had that part. */
async function repeats(now: object, before: object): Promise<boolean> {
  const message = (part: object): Message => ({ role: 'user', content: [part as never] })
  const previous: RequestPrefix = { tools: [], system: [], messages: [message(before)] }
  const layer = defineLayer('one', { placement: 'messages', load: () => [{ id: 'a', content: [message(now)] }] })
  const { report } = await start()
    .use(layer)
    .budget({ window: 10_000, reserve: 0 })
    .build({ scope, previous: previousRequest(previous) })
  return report.cache.brokenBy === undefined
}

async function repeatsTool(now: ToolDefinition, before: ToolDefinition): Promise<boolean> {
  const previous: RequestPrefix = { tools: [before], system: [], messages: [] }
  const builder = start().use(defineLayer('one', { load: () => undefined }))
  const { report } = await builder
    .tools([now])
    .budget({ window: 10_000, reserve: 0 })
    .build({ scope, previous: previousRequest(previous) })
  return report.cache.brokenBy === undefined
}

const text = (more: object): object => ({ type: 'text', text: 'x', ...more })
const image = (value: unknown): object => ({ type: 'image', image: value })
const options = (value: unknown): object => text({ providerOptions: { a: { b: value } } })
const bytes = (...values: number[]): Uint8Array => new Uint8Array(values)

class Card {
  readonly id = 1
}
const loop = (): object => {
  const value: Record<string, unknown> = {}
  value['again'] = { and: [value, value] }
  return value
}
const deep = (levels: number): object => {
  let value: object = {}
  for (let level = 0; level < levels; level++) value = { value }
  return value
}
/** One object nested a billion times in itself, without being large. */
const laughs = (): object => {
  let value: object = { ha: 1 }
  for (let level = 0; level < 60; level++) value = { a: value, b: value }
  return value
}
const card = new Card()
const map = new Map([[1, 2]])
const knot = loop()

describe('equality of values in two requests', () => {
  it.each<[string, object, object]>([
    ['plain data', options([1, 'a', null, true, { c: [] }]), options([1, 'a', null, true, { c: [] }])],
    ['fields in a different order', text({ providerOptions: {} }), { providerOptions: {}, text: 'x', type: 'text' }],
    ['an undefined field and an omitted one', text({ providerOptions: undefined }), text({})],
    ['functions, which are never sent', text({ run: () => 1 }), text({})],
    ['values that JSON turns into null', options([Number.NaN, undefined, -0]), options([null, null, 0])],
    ['an invalid date and null', options(new Date(Number.NaN)), options(null)],
    ['dates', options(new Date(5)), options(new Date(5))],
    ['a date and its text', options(new Date(5)), options('1970-01-01T00:00:00.005Z')],
    ['URLs', image(new URL('https://a.example/b')), image(new URL('https://a.example/b'))],
    ['a URL and its text', image(new URL('https://a.example/b')), image('https://a.example/b')],
    ['bytes', image(bytes(1, 2)), image(bytes(1, 2))],
    ['a buffer and its bytes', image(bytes(1, 2).buffer), image(bytes(1, 2))],
    ['bytes in the middle of a buffer', image(bytes(0, 1, 2, 3).subarray(1, 3)), image(bytes(1, 2))],
    ['objects without a prototype', options(Object.assign(Object.create(null), { c: 1 })), options({ c: 1 })],
    ['keys with a bad name', options(JSON.parse('{"__proto__":1}')), options(JSON.parse('{"__proto__":1}'))],
    ['the same class instance', options(card), options(card)],
    ['the same map', options(map), options(map)],
    ['the same object that contains itself', options(knot), options(knot)],
    ['values of realistic depth', options(deep(200)), options(deep(200))],
  ])('includes %s', async (_, now, before) => {
    expect(await repeats(now, before)).toBe(true)
    expect(await repeats(before, now)).toBe(true)
  })

  it.each<[string, object, object]>([
    ['a number and its text', options(1), options('1')],
    ['null and undefined', options(null), options(undefined)],
    ['a list and an object', options([]), options({})],
    ['lists of different lengths', options([1]), options([1, 2])],
    ['different fields', options({ c: 1 }), options({ d: 1 })],
    ['an additional field', options({ c: 1 }), options({ c: 1, d: 1 })],
    ['keys with a bad name', options(JSON.parse('{"__proto__":1}')), options({})],
    ['a value that every object inherits', options(JSON.parse('{"__proto__":{}}')), options({ c: {} })],
    ['keys that every object inherits', options({ toString: 1 }), options({ other: 1 })],
    ['different dates', options(new Date(5)), options(new Date(6))],
    ['different URLs', image(new URL('https://a.example/b')), image('https://a.example/c')],
    ['different bytes', image(bytes(1, 2)), image(bytes(1, 3))],
    ['more bytes', image(bytes(1, 2)), image(bytes(1, 2, 3))],
    ['bytes and numbers', image(bytes(1, 2)), image([1, 2])],
    ['different class instances', options(new Card()), options(new Card())],
    ['a class instance and a plain object', options(new Card()), options({ id: 1 })],
    ['different maps', options(new Map([[1, 2]])), options(new Map([[1, 2]]))],
    ['different objects that contain themselves', options(loop()), options(loop())],
    ['values of excessive depth', options(deep(600)), options(deep(600))],
    ['an object nested a billion times in itself', options(laughs()), options(laughs())],
  ])('excludes %s', async (_, now, before) => {
    expect(await repeats(now, before)).toBe(false)
    expect(await repeats(before, now)).toBe(false)
  })

  it('is false for values that throw when read', async () => {
    const getter = Object.defineProperty({}, 'c', { enumerable: true, get: () => expect.unreachable('read outside') })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(await repeats(options({ c: 1 }), options(getter))).toBe(false)
    expect(await repeats(options({ c: 1 }), options(proxy))).toBe(false)
    expect(await repeats(text({}), proxy)).toBe(false)
  })

  it('requires the same key order in JSON text', async () => {
    const schema = (...keys: string[]): ToolDefinition => {
      return { name: 'look', inputSchema: { properties: Object.fromEntries(keys.map((key) => [key, {}])) } }
    }
    expect(await repeatsTool(schema('b', 'a'), schema('b', 'a'))).toBe(true)
    expect(await repeatsTool(schema('b', 'a'), schema('a', 'b'))).toBe(false)
    expect(await repeatsTool({ ...schema('a'), description: 'd' }, schema('a'))).toBe(false)
  })

  it('ignores fields that reach no provider', async () => {
    const stored = { name: 'look', inputSchema: {}, id: 7 }
    expect(await repeatsTool({ name: 'look', inputSchema: {} }, stored)).toBe(true)
    const layer = defineLayer('one', { load: () => 'Be kind.' })
    const system = [{ role: 'system' as const, content: 'Be kind.', layer: 'an older name' }]
    const previous: RequestPrefix = { tools: [], system, messages: [] }
    const { report } = await start()
      .use(layer)
      .budget({ window: 100, reserve: 0 })
      .build({ scope, previous: previousRequest(previous) })
    expect(report.cache).toMatchObject({ prefix: report.tokens.total })
  })
})
