import { describe, expect, it } from 'vitest'
import { remarkOf } from '../../src/doctor/remark.ts'

describe('a notice as a remark', () => {
  it('is a problem with the fix of the notice', () => {
    expect(remarkOf({ code: 'FILE_NOT_TEXT', what: 'It is not text.', fix: 'Save it as UTF-8.' })).toEqual({
      mark: 'problem',
      text: 'It is not text.',
      fix: 'Save it as UTF-8.',
      code: 'FILE_NOT_TEXT',
    })
  })

  it.each(['SESSION_INCONSISTENT', 'MESSAGE_UNREADABLE', 'BLOCK_INCONSISTENT', 'CODE_OF_A_THIRD_PARTY'])(
    'is a problem with a fix even if the notice has none: %s',
    (code) => {
      expect(remarkOf({ code, what: 'It is wrong.' })).toMatchObject({
        mark: 'problem',
        fix: expect.stringMatching(/\.$/),
      })
    },
  )

  it.each(['NOTES_OMITTED', 'SESSION_SYSTEM_OMITTED', 'SESSION_MARK_REMOVED'])(
    'is a note in full for an intended omission: %s',
    (code) => {
      expect(remarkOf({ code, what: 'Some were left out.', fix: 'Raise the limit.' })).toEqual({
        mark: 'note',
        text: 'Some were left out. Raise the limit.',
        code,
      })
    },
  )
})
