import { describe, expect, it } from 'vitest'
import { digestsIn, entriesOf } from '../../../src/prefix/needed/digest-entries.ts'

describe('a digest', () => {
  it('is the text between its tags, and nothing else', () => {
    const text =
      'Before <context-digest from="3">\n#0 W100\n</context-digest> after <context-digest>#1 W200</context-digest>'
    expect(digestsIn(text)).toEqual(['\n#0 W100\n', '#1 W200'])
    expect(digestsIn('<context-digest> not closed, #0 W100')).toEqual([])
    expect(digestsIn('no digest')).toEqual([])
  })

  it('has entries at positions, with and without labels', () => {
    expect(entriesOf('Values of earlier messages:\n#12 user id: ada_byron; W100\n#3 zip: 10115')).toEqual([
      { position: 12, label: 'user id', value: 'ada_byron' },
      { position: 12, value: 'W100' },
      { position: 3, label: 'zip', value: '10115' },
    ])
  })

  it('marks values that were replaced', () => {
    expect(entriesOf('#4 seat: 12A (was 9C); W200 (was W100)')).toEqual([
      { position: 4, label: 'seat', value: '12A', was: '9C' },
      { position: 4, value: 'W200', was: 'W100' },
    ])
  })

  it('is read without its escaping', () => {
    expect(entriesOf('#1 path: a&lt;b&gt;&amp;lt;1')).toEqual([{ position: 1, label: 'path', value: 'a<b>&lt;1' }])
  })
})
