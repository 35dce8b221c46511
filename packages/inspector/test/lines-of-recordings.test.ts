import { readRecording } from '@lamella/inspector'
import { describe, expect, it } from 'vitest'

describe('readRecording', () => {
  it.each([5, null, undefined, {}, 'a whole text'])('rejects what is not a list of lines: %j', (lines) => {
    const error = { code: 'OPTION_INVALID', details: { what: 'readRecording', option: 'lines' } }
    expect(() => readRecording(lines as never)).toThrow(expect.objectContaining(error))
  })

  it('reports a line that is not text, as it does one that is torn', () => {
    const { builds, problems } = readRecording([5, '{"torn'] as never)
    expect(builds).toEqual([])
    expect(problems).toMatchObject([{ line: 1, problem: 'is not text' }, { line: 2 }])
  })
})
