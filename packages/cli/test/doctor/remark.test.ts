import { describe, expect, it } from 'vitest'
import { remarkOf } from '../../src/doctor/remark.ts'

describe('converting a notice to a remark', () => {
  it("returns a problem with the notice's fix", () => {
    expect(remarkOf({ code: 'FILE_NOT_TEXT', what: 'It is not text.', fix: 'Save it as UTF-8.' })).toEqual({
      mark: 'problem',
      text: 'It is not text.',
      fix: 'Save it as UTF-8.',
      code: 'FILE_NOT_TEXT',
    })
  })

  it.each(['SESSION_LINE_BROKEN', 'INDEX_INCONSISTENT', 'CODE_OF_A_THIRD_PARTY'])(
    'returns a problem with a fix even if the notice has no fix: %s',
    (code) => {
      expect(remarkOf({ code, what: 'It is wrong.' })).toMatchObject({
        mark: 'problem',
        fix: expect.stringMatching(/\.$/),
      })
    },
  )

  it.each(['NOTES_OMITTED', 'SESSION_SYSTEM_OMITTED', 'SESSION_MARK_REMOVED'])(
    'returns a note, in full, for an intended omission: %s',
    (code) => {
      expect(remarkOf({ code, what: 'Some were left out.', fix: 'Raise the limit.' })).toEqual({
        mark: 'note',
        text: 'Some were left out. Raise the limit.',
        code,
      })
    },
  )
})
