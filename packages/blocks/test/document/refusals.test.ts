import { type BlockSchema, createDocument, type StructuredDocument } from '@lamella/blocks'
import { isLamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'

const admin = { label: 'b', permission: 'Admin' } as const

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (isLamellaError(error)) return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('an index', () => {
  it('that nothing stands at is told with those that there are', () => {
    const doc = createDocument({ schema: { type: 'list' }, ...admin })
    expect(messageOf(() => doc.deleteItem(0))).toBe(
      'index is 0, and there are 0 items. Add an item first. [BLOCK_VALUE_INVALID]',
    )
    doc.pushItem('a')
    const look = 'and look at the list first: others may have changed it. [BLOCK_VALUE_INVALID]'
    expect(messageOf(() => doc.deleteItem(3))).toBe(
      `index is 3, and there is 1 item. Give a whole number from 0 to 0, ${look}`,
    )
    expect(messageOf(() => doc.insertItem(-1, 'b'))).toBe(
      `index is -1, and there is 1 item. Give a whole number from 0 to 1, ${look}`,
    )
    expect(messageOf(() => doc.updateItem('0' as never, 'b'))).toMatch(/^index is a string, and there is 1 item\./)
  })

  it('of a field is told likewise, and other numbers by what they must be', () => {
    const fields = [
      { name: 'tags', type: 'list' },
      { name: 'score', type: 'counter' },
    ] as const
    const doc = createDocument({ schema: { type: 'map', fields }, ...admin })
    expect(messageOf(() => doc.removeFromListField('tags', 2))).toMatch(/^index is 2, and there are 0 items\./)
    expect(messageOf(() => doc.incrementCounter('score', 0.5))).toMatch(/^by is 0\.5, not a whole number\./)
    const log = createDocument({
      schema: { type: 'log', displayLimit: 5, entry: { fields: [{ name: 'a', type: 'text' }] } },
      ...admin,
    })
    expect(messageOf(() => log.logEntries(-1))).toMatch(/^limit is -1, not a whole number, 0 or more\./)
  })
})

describe('what is refused', () => {
  const fields = [{ name: 'name', type: 'text' }] as const
  const schema: BlockSchema = { type: 'map', fields }
  const map = (): StructuredDocument => createDocument<BlockSchema>({ schema, ...admin })

  it('is told in a few words, however much was given', () => {
    const huge = 'x'.repeat(1_000_000)
    const list = createDocument({ schema: { type: 'list', item: { type: 'map', fields } }, ...admin })
    const log = createDocument({
      schema: { type: 'log', displayLimit: 5, entry: { agent: true, fields } },
      ...admin,
      agent: 'entropy',
    })
    const messages = [
      messageOf(() => map().setField(huge, 'x')),
      messageOf(() => map().subscribeTo({ section: huge }, () => {})),
      messageOf(() => list.pushItem({ [huge]: 'x' } as never)),
      messageOf(() => log.appendLogEntry({ agent: huge })),
    ]
    for (const message of messages) expect(message.length, message.slice(0, 300)).toBeLessThan(400)
    expect(messageOf(() => list.pushItem({ nam: 'x' } as never))).toBe(
      'item.nam is not a field of the schema, which has name. Correct what is given; nothing was changed. ' +
        '[BLOCK_VALUE_INVALID]',
    )
  })

  it('is also what cannot be read, after which the document goes on', () => {
    const doc = createDocument({ schema: { type: 'list' }, ...admin })
    const trap = {
      get value(): string {
        throw new Error('mine')
      },
    }
    const proxy = new Proxy({}, { ownKeys: () => [][0] as never })
    for (const item of [trap, [trap], proxy]) {
      expect(messageOf(() => doc.pushItem(item as never))).toMatch(/^item has a property that cannot be read\./)
    }
    doc.pushItem('fine')
    expect(doc.items()).toEqual(['fine'])
  })

  it('are more arguments than an operation takes, options among them, and a section that is missing', () => {
    const doc = createDocument({ schema: { type: 'text' }, ...admin })
    const setText = (...all: unknown[]): void => (doc.setText as (...all: unknown[]) => void).call(doc, ...all)
    for (const more of [undefined, null, 1, [], 'system', { system: true }, { other: true }]) {
      expect(messageOf(() => setText('x', more))).toMatch(/^setText was called with 2 arguments and takes 1\./)
    }
    const schema = { type: 'composite', sections: [{ name: 'notes', schema: { type: 'text' } }] } as const
    const diary = createDocument({ schema, ...admin })
    expect(messageOf(() => diary.setTextInSection('x', undefined as never))).toMatch(/^Block 'b' has no section ''\./)
    const setTextInSection = (...all: unknown[]): void => Reflect.apply(diary.setTextInSection, diary, all)
    expect(messageOf(() => setTextInSection('x', 'notes', { system: true }))).toMatch(
      /^setText was called with 2 arguments and takes 1\./,
    )
    expect(messageOf(() => (doc as { getText(...all: unknown[]): string }).getText({}, 1))).toMatch(
      /^getText was called with 2 arguments and takes 0\./,
    )
    expect(doc.getText()).toBe('')
  })
})
