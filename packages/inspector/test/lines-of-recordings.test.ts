import { readRecording } from '@lamella/inspector'
import { describe, expect, it } from 'vitest'
import { recordingReader } from '../src/recording/read-recording.ts'

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

  const header = '{"lamella":"recording","spec":1,"texts":"full"}'
  const build = '{"build":1,"times":{},"error":{"code":"X"},"mood":"calm"}'

  it('keeps fields of a later release, and passes over its kinds of lines', () => {
    const { builds, problems } = readRecording([header, '{"label":"x"}', build])
    expect(builds).toMatchObject([{ build: 1, mood: 'calm' }])
    expect(problems).toMatchObject([{ line: 2 }])
  })

  it('rejects a recording of a newer version, from its header on', () => {
    const newer = { code: 'FORMAT_NEWER', details: { format: 'recording', version: 2, known: 1 } }
    const reader = recordingReader()
    reader.read([header, build])
    expect(() => reader.read([header.replace('"spec":1', '"spec":2')])).toThrow(expect.objectContaining(newer))
    expect(() => reader.read([build])).toThrow(expect.objectContaining(newer))
    reader.read([header, build])
    expect(reader.builds).toHaveLength(2)
  })
})
