import { describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/digest/words.ts'

const handles = [`blob:${'q7'.repeat(13)}`, `blob:${'abcdef'.repeat(4)}gh`]

describe('wordsOf', () => {
  it.each(handles)('has no word for the letters of a handle: %s', (handle) => {
    expect(wordsOf(`The log is in ${handle}, from line 12`)).toEqual(wordsOf('The log is in , from line 12'))
  })

  it.each([
    [
      'of words without a digit their beginning',
      'Copper for the northern wing',
      ['copper', 'for', 'the', 'northe', 'wing'],
    ],
    ['numbers, ids and paths with digits as they are', '4,871 at src/v2/run.ts', ['4,871', 'at', 'src/v2/run.ts']],
    ['pairs of characters where a script has no spaces', '北棟は銅', ['北棟', 'は', '銅']],
    ['what only looks like a handle', 'blob:short1', ['blob:short1']],
  ])('returns %s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})
