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
  it('out of range is rejected with the valid range', () => {
    const doc = createDocument({ schema: { type: 'list' }, ...admin })
    expect(messageOf(() => doc.deleteItem(0))).toBe(
      'index is 0, and the list has 0 items. Add an item first. [BLOCK_VALUE_INVALID]',
    )
    doc.pushItem('a')
    const look = 'Read the list again, because others may have changed it, and pass a number from 0 to'
    expect(messageOf(() => doc.deleteItem(3))).toBe(
      `index is 3, and the list has 1 item. ${look} 0. [BLOCK_VALUE_INVALID]`,
    )
    expect(messageOf(() => doc.insertItem(-1, 'b'))).toBe(
      `index is -1, and the list has 1 item. ${look} 1. [BLOCK_VALUE_INVALID]`,
    )
    expect(messageOf(() => doc.updateItem('0' as never, 'b'))).toMatch(/^index is a string, and the list has 1 item\./)
  })

  it('into a list field is rejected in the same way, and other numbers with their requirements', () => {
    const fields = [
      { name: 'tags', type: 'list' },
      { name: 'score', type: 'counter' },
    ] as const
    const doc = createDocument({ schema: { type: 'map', fields }, ...admin })
    expect(messageOf(() => doc.removeFromListField('tags', 2))).toMatch(/^index is 2, and the list has 0 items\./)
    expect(messageOf(() => doc.incrementCounter('score', 0.5))).toMatch(/^by is 0\.5, not a whole number\./)
    const log = createDocument({
      schema: { type: 'log', displayLimit: 5, entry: { fields: [{ name: 'a', type: 'text' }] } },
      ...admin,
    })
    expect(messageOf(() => log.logEntries(-1))).toMatch(/^limit is -1, not a whole number, 0 or more\./)
  })
})

describe('rejected values', () => {
  const fields = [{ name: 'name', type: 'text' }] as const
  const schema: BlockSchema = { type: 'map', fields }
  const map = (): StructuredDocument => createDocument<BlockSchema>({ schema, ...admin })

  it('have short error messages, however long the value is', () => {
    const huge = 'x'.repeat(1_000_000)
    const list = createDocument({ schema: { type: 'list', item: { type: 'map', fields } }, ...admin })
    const log = createDocument({
      schema: { type: 'log', displayLimit: 5, entry: { agent: true, fields } },
      ...admin,
      agent: 'entropy',
    })
    const messages = [
      messageOf(() => map().setField(huge, 'x')),
      messageOf(() => map().subscribe(() => {}, { section: huge })),
      messageOf(() => list.pushItem({ [huge]: 'x' } as never)),
      messageOf(() => log.appendLogEntry({ agent: huge })),
    ]
    for (const message of messages) expect(message.length, message.slice(0, 300)).toBeLessThan(400)
    expect(messageOf(() => list.pushItem({ nam: 'x' } as never))).toBe(
      'item.nam is not a field of the schema, which has name. Correct the value. Nothing was changed. ' +
        '[BLOCK_VALUE_INVALID]',
    )
  })

  it('include unreadable objects, and the document stays usable', () => {
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

  it('include additional arguments, such as options, and a missing section', () => {
    const doc = createDocument({ schema: { type: 'text' }, ...admin })
    const setText = (...all: unknown[]): void => (doc.setText as (...all: unknown[]) => void).call(doc, ...all)
    for (const more of [undefined, null, 1, [], 'system', { system: true }, { other: true }]) {
      expect(messageOf(() => setText('x', more))).toMatch(/^setText takes 1 argument, not 2\./)
    }
    const schema = { type: 'composite', sections: [{ name: 'notes', schema: { type: 'text' } }] } as const
    const diary = createDocument({ schema, ...admin })
    expect(messageOf(() => diary.section(undefined as never))).toMatch(/^Block 'b' has no section ''\./)
    const notes = diary.section('notes')
    const setNotes = (...all: unknown[]): void => Reflect.apply(notes.setText, notes, all)
    expect(messageOf(() => setNotes('x', { system: true }))).toMatch(/^setText takes 1 argument, not 2\./)
    expect(messageOf(() => (doc as { getText(...all: unknown[]): string }).getText({}, 1))).toMatch(
      /^getText takes 0 arguments, not 2\./,
    )
    expect(doc.getText()).toBe('')
  })
})
