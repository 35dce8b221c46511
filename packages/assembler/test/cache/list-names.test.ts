import { createContextAssembler } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { createListNames } from '../../src/cache/list-names.ts'

const say = (content: string): Message => ({ role: 'user', content })

describe('a name of a list', () => {
  it('is the same for the same content, whatever the objects and the order of their members', () => {
    const nameOf = createListNames(10)
    const name = nameOf('s', [say('a'), { role: 'assistant', content: [{ type: 'text', text: 'b' }] }])
    expect(nameOf('s', [say('a'), { content: [{ text: 'b', type: 'text' }], role: 'assistant' }])).toBe(name)
  })

  it('is another one for each difference, at any place', () => {
    const base = (): Record<string, unknown>[] => Array.from({ length: 5 }, (_, n) => ({ ...say(`m${n}`), id: n }))
    const changes: ((list: Record<string, unknown>[]) => void)[] = [
      (list) => list.pop(),
      (list) => list.push({ ...say('new') }),
      (list) => list.reverse(),
      ...[0, 2, 4].flatMap((at): ((list: Record<string, unknown>[]) => void)[] => [
        (list) => Object.assign(list[at] as object, { content: 'edited' }),
        (list) => Object.assign(list[at] as object, { role: 'assistant' }),
        (list) => Object.assign(list[at] as object, { providerOptions: { x: { y: 1 } } }),
        (list) => Reflect.deleteProperty(list[at] as object, 'id'),
      ]),
    ]
    for (const change of changes) {
      const nameOf = createListNames(10)
      const seen = new Set([nameOf('s', base())])
      const changed = base()
      change(changed)
      seen.add(nameOf('s', changed))
      seen.add(nameOf('s', base()))
      expect(seen.size).toBe(3)
    }
  })

  it('finds no message unchanged that has a member more than its role and text', () => {
    const nameOf = createListNames(10)
    const first = nameOf('s', [say('a')])
    expect(nameOf('s', [{ ...say('a'), providerOptions: {} }])).not.toBe(first)
  })
})

describe('a store without revisions', () => {
  it('has cached answers while its messages are the same, and never afterwards', async () => {
    let list: Message[] = Array.from({ length: 3_000 }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: `message ${n}`,
    }))
    const assembler = createContextAssembler(
      { sessionStore: { getMessages: async () => structuredClone(list) }, now: () => new Date(0) },
      { model: 'gpt-4o' },
    )
    const ask = async (): Promise<readonly [boolean, string]> => {
      const { metadata, messages } = await assembler.assemble('s')
      return [metadata.cached, JSON.stringify(messages)]
    }
    const [, first] = await ask()
    expect(await ask()).toEqual([true, first])
    list = list.with(2_999, { role: 'assistant', content: 'edited' })
    const [isCached, edited] = await ask()
    expect(isCached).toBe(false)
    expect(edited).toContain('edited')
    // A message at the start that the request may not even show.
    list = list.with(0, { role: 'user', content: 'edited first' })
    expect((await ask())[0]).toBe(false)
    expect((await ask())[0]).toBe(true)
  })
})
