import { describe, expect, it } from 'vitest'
import { remember, rememberByFields, rememberLast } from '../../src/shared/remember.ts'

describe('remember', () => {
  it('creates a value once', () => {
    let made = 0
    const lengths = remember(2, (text: string) => {
      made++
      return text.length
    })
    expect([lengths('one'), lengths('one'), lengths('three')]).toEqual([3, 3, 5])
    expect(made).toBe(2)
  })

  it('evicts the oldest value above its limit', () => {
    const made: string[] = []
    const same = remember(2, (text: string) => {
      made.push(text)
      return text
    })
    for (const text of ['a', 'b', 'c', 'b', 'a']) expect(same(text)).toBe(text)
    expect(made).toEqual(['a', 'b', 'c', 'a'])
  })
})

describe('rememberByFields', () => {
  it('creates a value again only if a field has changed', () => {
    let made = 0
    const nameOf = rememberByFields(['name'], ({ name }: { name: string; size: number }) => {
      made++
      return name
    })
    const thing = { name: 'a', size: 1 }
    expect([nameOf(thing), nameOf(thing)]).toEqual(['a', 'a'])
    thing.size = 2
    expect([nameOf(thing), made]).toEqual(['a', 1])
    thing.name = 'b'
    expect([nameOf(thing), nameOf({ ...thing }), made]).toEqual(['b', 'b', 3])
  })
})

describe('rememberLast', () => {
  it('creates a text once for consecutive equal lists, and again for any other list', () => {
    let made = 0
    const listOf = rememberLast((items) => {
      made++
      return items.join(',')
    })
    const lists = [['a', 'b'], ['a', 'b'], ['a'], ['a', 'c'], [], [], ['a', 'b']]
    expect(lists.map((list) => [listOf(list), made])).toEqual([
      ['a,b', 1],
      ['a,b', 1],
      ['a', 2],
      ['a,c', 3],
      ['', 4],
      ['', 4],
      ['a,b', 5],
    ])
  })
})
