import { canonical, foldTexts, isSameContent, unfoldTexts } from '@lamella/host'
import { describe, expect, it } from 'vitest'

const long = 'The flight leaves at noon, and boards at eleven.'
const other = 'The flight is late, and leaves at a quarter to one.'
const own = 'host'

describe('foldTexts', () => {
  it('replaces long texts that the content has by references, and keeps short and other texts', () => {
    const form = { said: [long, 'Yes.', other], id: 'x' }
    const folded = foldTexts(
      form,
      [
        { type: 'text', text: long },
        { type: 'text', text: 'Yes.' },
      ],
      own,
    )
    expect(JSON.stringify(folded)).not.toContain(long)
    expect(folded).toMatchObject({ said: [expect.any(Object), 'Yes.', other], id: 'x' })
    expect(form.said[0]).toBe(long)
  })

  it('finds the texts that hosts make of inputs and media', () => {
    const content = [
      { type: 'tool-call', input: { question: long } },
      { type: 'file', mediaType: 'application/pdf', data: 'JVBERi0xLjcKJcKlwrHDqwoKMSAwIG9iago8PA==' },
    ]
    const form = {
      arguments: JSON.stringify({ question: long }),
      file: `data:application/pdf;base64,${content[1]?.data}`,
    }
    const folded = foldTexts(form, content, own)
    expect(JSON.stringify(folded).length).toBeLessThan(JSON.stringify(form).length / 2)
    expect(unfoldTexts(folded, content, own)).toEqual(form)
  })

  it('takes nothing that is kept under its own key for content', () => {
    const kept = [{ type: 'text', text: 'Yes.', providerOptions: { [own]: { item: long } } }]
    expect(foldTexts({ said: long }, kept, own)).toEqual({ said: long })
  })
})

describe('unfoldTexts', () => {
  it('returns the texts that the content has now', () => {
    const folded = foldTexts({ said: [long, 'Yes.'] }, [{ type: 'text', text: long }], own)
    expect(unfoldTexts(folded, [{ type: 'text', text: long }], own)).toEqual({ said: [long, 'Yes.'] })
    expect(unfoldTexts(folded, [{ type: 'text', text: 'Cut.' }], own)).toEqual({ said: ['Cut.', 'Yes.'] })
  })
})

describe('isSameContent', () => {
  const text = (providerOptions: object) => [{ type: 'text', text: long, providerOptions }]

  it('ignores what is kept and marked, and nothing else', () => {
    expect(
      isSameContent(text({ [own]: { item: 1 }, lamella: { stale: true } }), [{ type: 'text', text: long }], own),
    ).toBe(true)
    expect(isSameContent(text({ openai: { itemId: 'a' } }), text({ openai: { itemId: 'b' } }), own)).toBe(false)
    expect(isSameContent([{ type: 'text', text: long }], [{ type: 'text', text: other }], own)).toBe(false)
  })
})

describe('canonical', () => {
  it('is the same for keys in another order, and differs for items in another order', () => {
    expect(canonical({ a: [{ b: 1, c: 2 }], d: 3 })).toBe(canonical({ d: 3, a: [{ c: 2, b: 1 }] }))
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]))
    expect(canonical({ a: undefined })).toBe(canonical({}))
  })
})
