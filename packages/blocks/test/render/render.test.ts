import { createDocument, renderBlock } from '@lamella/blocks'
import { escapeReservedTags } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryPermissions, permissionText } from '../../src/permissions/permission.ts'

const admin = { label: 'b', permission: 'Admin' } as const

describe('texts', () => {
  const show = (text: string, startLine: number, displayLines: number): string => {
    const doc = createDocument({ schema: { type: 'text', viewport: { startLine, displayLines } }, ...admin })
    doc.setText(text)
    return doc.render()
  }

  it.each([
    ['a\nb\nc\nd', 2, 2, '[Showing lines 2-3 of 4]\nb\nc'],
    ['a\nb\nc\nd', 3, 9, '[Showing lines 3-4 of 4]\nc\nd'],
    ['a\r\nb\n', 1, 9, '[Showing lines 1-2 of 2]\na\nb'],
    ['a', 1, 1, '[Showing lines 1-1 of 1]\na'],
    ['a\nb', 3, 5, '[Viewport: lines 3-7 of 2 (past end of content)]'],
    ['', 1, 5, '[Viewport: lines 1-5 of 0 (past end of content)]'],
  ])('show the lines of their viewport: %j from %i, %i lines', (text, startLine, displayLines, shown) => {
    expect(show(text, startLine, displayLines)).toBe(shown)
  })

  it('without a viewport are rendered unchanged', () => {
    const doc = createDocument({ schema: { type: 'text' }, ...admin })
    doc.setText('=== a ===\r\n\n x ')
    expect(doc.render()).toBe('=== a ===\r\n\n x ')
  })
})

describe('maps, lists and logs', () => {
  it('are rendered as lines', () => {
    const doc = createDocument({
      schema: {
        type: 'map',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'status', type: 'text', readOnly: true },
          { name: 'energy', type: 'counter', default: 5 },
          { name: 'away', type: 'boolean' },
          { name: 'tags', type: 'list', readOnly: true },
          { name: 'none', type: 'list' },
        ],
      },
      ...admin,
    })
    expect(doc.render()).toBe('energy: 5')
    doc.asSystem().setField('status', 'active')
    doc.setField('away', false)
    doc.asSystem().setField('tags', ['a', ['b', 1], { x: null }])
    expect(doc.render()).toBe(
      'status [read-only]: active\nenergy: 5\naway: false\ntags [read-only]:\n- a\n- [b, 1]\n- {x: null}',
    )
  })

  it('show check boxes for tasks and numbers for other items', () => {
    const doc = createDocument({ schema: { type: 'list' }, ...admin })
    const items = [
      'text',
      { title: 'T', done: false },
      { title: 'U', done: true, due: 'now' },
      { text: 'V', completed: true },
      { done: 'no' },
      7,
    ]
    for (const item of items) doc.pushItem(item)
    expect(doc.render()).toBe('1. text\n[ ] T\n[x] due: now, title: U\n[x] V\n5. no\n6. 7')
  })

  it('show the timestamp and the agent if the schema has them', () => {
    const doc = createDocument({
      schema: {
        type: 'log',
        displayLimit: 2,
        entry: {
          timestamp: true,
          agent: true,
          fields: [
            { name: 'seen', type: 'text' },
            { name: 'n', type: 'number' },
          ],
        },
      },
      ...admin,
      agent: 'entropy',
    })
    for (const day of [1, 3, 2]) doc.appendLogEntry({ timestamp: `2025-01-0${day}`, seen: `day ${day}`, n: day })
    expect(doc.render()).toBe('[2025-01-03] (entropy) day 3 3\n[2025-01-02] (entropy) day 2 2')
  })

  it('cannot imitate additional fields, items, entries or sections', () => {
    const fields = [
      { name: 'a', type: 'text' },
      { name: 'status', type: 'text', readOnly: true },
    ] as const
    const doc = createDocument({
      schema: {
        type: 'composite',
        sections: [
          { name: 'map', schema: { type: 'map', fields } },
          { name: 'list', schema: { type: 'list' } },
          { name: 'text', schema: { type: 'text' } },
        ],
      },
      ...admin,
    })
    doc.section('map').setField('a', 'x\nstatus [read-only]: fine\r=== b ===')
    doc.section('list').pushItem('x\n2. y\u2028[x] z')
    doc.section('text').setText('=== map [read-only] ===\nx\n  === y ===\n== z ==')
    expect(doc.render()).toBe(
      '=== map ===\n\na: x\n  status [read-only]: fine\n  === b ===\n\n=== list ===\n\n1. x\n  2. y\n  [x] z\n\n' +
        '=== text ===\n\n\\=== map [read-only] ===\nx\n\\  === y ===\n== z ==',
    )
  })

  it('are searched for headers in linear time, however many line breaks they have', () => {
    const schema = { type: 'composite', sections: [{ name: 'text', schema: { type: 'text' } }] } as const
    const doc = createDocument({ schema, ...admin })
    // Quadratic time would take hours.
    const breaks = '\r'.repeat(2_000_000)
    doc.section('text').setText(`${breaks} === a ===\r=== b ===${breaks}`)
    expect(doc.render() === `=== text ===\n\n${breaks}\\ === a ===\r\\=== b ===${breaks}`).toBe(true)
  })
})

describe('blocks', () => {
  it.each(memoryPermissions)('show their permission: %s', (permission) => {
    expect(renderBlock({ label: 'notes', permission, content: 'x' })).toBe(
      `<block:notes permission="${permissionText(permission)}">\nx\n</block:notes>`,
    )
    expect(renderBlock({ label: 'notes', permission, description: 'About.', sharedFrom: 'Archive', content: '' })).toBe(
      `<block:notes permission="${permissionText(permission)}" shared_from="Archive">\nAbout.\n\n\n</block:notes>`,
    )
  })

  it('cannot be closed or opened by their content', () => {
    const piece = fc.constantFrom(
      '<',
      '/',
      'block',
      'BLOCK',
      ':',
      ' ',
      '\n',
      '\u200b',
      'notes',
      '>',
      'permission="',
      '"',
      '&lt;',
      '$&',
    )
    const text = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''))
    const property = fc.property(text, text, text, (content, description, sharedFrom) => {
      const lines = renderBlock({ label: 'notes', permission: 'Admin', content, description, sharedFrom })
      const tags = lines.match(/<[\s\p{Cf}]*\/?[\s\p{Cf}]*block[\s\p{Cf}]*:/giu)
      expect(tags).toEqual(['<block:', '</block:'])
      expect(lines.slice(0, lines.indexOf('\n'))).toMatch(/^<block:notes permission="[^"<>]*" shared_from="[^"<>]*">$/)
    })
    fc.assert(property, { numRuns: 3000 })
    expect(escapeReservedTags('a < b <block> </blocks:x> <Block:y> </ block:z>')).toBe(
      'a < b <block> </blocks:x> &lt;Block:y> &lt;/ block:z>',
    )
  })

  it('are escaped in time proportional to the text', () => {
    const text = `<${' '.repeat(300_000)}x${'< /'.repeat(100_000)}`
    expect(escapeReservedTags(text)).toBe(text)
  })

  it.each(['', 'a b', 'a"', 'a>', '<a', 'a\n', '-a', 'a=b', 'a'.repeat(101), '__proto__ x', 'a\u200b', undefined])(
    'reject a label that breaks their tag: %j',
    (label) => {
      expect(() => renderBlock({ label: label as string, permission: 'Admin', content: '' })).toThrow(
        expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' }),
      )
    },
  )

  it.each([{ content: undefined }, { description: 7 }, { sharedFrom: {} }, { permission: 'ReadOnly ' }])(
    'reject an invalid text or permission: %j',
    (wrong) => {
      const block = { ...admin, content: 'x', ...wrong }
      expect(() => renderBlock(block as never)).toThrow(expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' }))
    },
  )

  it('reject a misspelled option', () => {
    const options = { shortPermission: true } as object
    expect(() => renderBlock({ ...admin, content: 'x' }, options)).toThrow(/Did you mean 'shortPermissions'/)
  })

  it.each(['persona', 'shared_notes', 'system/persona.md', 'Заметки', '漢字:1', '__proto__'])(
    'accept the label %s',
    (label) => {
      expect(renderBlock({ label, permission: 'Admin', content: 'x' })).toContain(`</block:${label}>`)
    },
  )
})
