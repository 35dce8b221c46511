import { createDocument } from '@lamella/blocks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textEdits } from '../../src/document/text-edits.ts'

const words = fc.constantFrom('tea', ' ', '\n', '😀', '👩‍👩‍👧', '漢字', 'é', '.', 'ab', 'x')
const texts = fc.array(words, { maxLength: 30 }).map((all) => all.join(''))

function text(content = '') {
  const doc = createDocument({ schema: { type: 'text' }, label: 't' })
  if (content !== '') doc.setText(content)
  return doc
}

describe('textEdits', () => {
  it('turns one text into another, from end to start, and never splits a surrogate pair', () => {
    const property = fc.property(texts, texts, texts, (start, middle, end) => {
      const [before, after] = [start + middle + end, start + end + middle]
      let made = before
      let last = Number.POSITIVE_INFINITY
      for (const { at, remove, insert } of textEdits(before, after)) {
        expect(at + remove).toBeLessThanOrEqual(last)
        for (const place of [at, at + remove]) expect(before.slice(0, place)).toSatisfy(isWellFormed)
        made = made.slice(0, at) + insert + made.slice(at + remove)
        last = at
      }
      expect(made).toBe(after)
    })
    fc.assert(property, { numRuns: 3000 })
  })

  it('changes only the words that differ', () => {
    expect(textEdits('the quick brown fox jumps', 'the slow brown fox leaps')).toEqual([
      { at: 20, remove: 5, insert: 'leaps' },
      { at: 4, remove: 5, insert: 'slow' },
    ])
  })

  it('replaces the whole changed range if many words differ, and compares long words in pieces', () => {
    const [a, b] = [0, 1].map((from) => Array.from({ length: 2000 }, (_, index) => `w${index * 2 + from}`).join(' '))
    expect(textEdits(a ?? '', b ?? '')).toHaveLength(1)
    const long = 'x'.repeat(100_000)
    expect(textEdits(long, `${long}y`)).toEqual([{ at: 100_000, remove: 0, insert: 'y' }])
  })
})

describe('texts', () => {
  it('are replaced literally, and the result says whether there was a match', () => {
    const property = fc.property(texts, texts, texts, (content, old, replacement) => {
      fc.pre(old !== '')
      const doc = text(content)
      expect(doc.replaceText(old, replacement)).toBe(content.includes(old))
      expect(doc.getText()).toBe(content.replace(old, () => replacement))
      doc.close()
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('insert replacements literally', () => {
    const doc = text('cost: X')
    doc.replaceText('X', "$& $$ $' $1")
    expect(doc.getText()).toBe("cost: $& $$ $' $1")
  })

  it('reject values that are not texts, half surrogate pairs, and an empty search text', () => {
    const doc = text('a😀b')
    const refused = expect.objectContaining({ code: 'BLOCK_VALUE_INVALID' })
    expect(() => doc.replaceText('', 'x')).toThrow(refused)
    for (const bad of ['\ud83d', '\ude00', 'a\ud800b', 7, null, undefined, {}]) {
      expect(() => doc.setText(bad as string)).toThrow(refused)
      expect(() => doc.appendText(bad as string)).toThrow(refused)
      expect(() => doc.replaceText(bad as string, 'x')).toThrow(refused)
      expect(() => doc.replaceText('a', bad as string)).toThrow(refused)
    }
    expect(doc.getText()).toBe('a😀b')
    expect(doc.replaceText('😀', '👩‍👩‍👧')).toBe(true)
    expect(doc.getText()).toBe('a👩‍👩‍👧b')
  })

  it('send updates proportional to the change, not to the text', () => {
    const doc = text('A sentence about nothing in particular. '.repeat(2500))
    const before = doc.version()
    const whole = doc.exportSnapshot().length
    doc.setText(doc.getText().replace('particular. A', 'general. A'))
    const update = doc.exportUpdates(before)
    expect(update?.length).toBeLessThan(250)
    expect(doc.exportUpdates()?.length).toBeGreaterThan(1000)
    expect(whole).toBeGreaterThan(1000)
  })
})

function isWellFormed(value: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(value)
}
