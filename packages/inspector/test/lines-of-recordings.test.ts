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

  const unit = { n: 0, fragments: [{ id: 'soul', contents: ['a'] }], tokens: [5] }
  const layer = { n: 0, name: 'system', order: 0, priority: 9, stability: 'static', placement: 'system', min: 0 }
  const made = {
    tokens: { total: 5 },
    available: 90,
    framing: { request: 0, system: 0, separator: 0 },
    cache: { prefix: 0 },
    start: 0,
    toolsEnd: 0,
    items: '',
    tools: '',
    layers: [{ layer: 0, units: '0', got: 5 }],
  }
  const line = (value: object): string => JSON.stringify({ build: 1, times: {}, ...value })

  it.each([
    ['a unit', { new: { layers: [layer], units: [null] }, made }],
    ['a fragment', { new: { layers: [layer], units: [{ ...unit, fragments: [5] }] }, made }],
    ['the contents of a fragment', { new: { layers: [layer], units: [{ ...unit, fragments: [{ id: 'a' }] }] }, made }],
    ['the name of a layer', { new: { layers: [{ ...layer, name: 5 }], units: [unit] }, made }],
  ])('says that %s is missing if it is damaged, and reads the rest', (_, damaged) => {
    const whole = readRecording([header, line({ new: { layers: [layer], units: [unit] }, made })])
    expect(whole.problems).toEqual([])
    expect(whole.builds[0]?.made?.layers[0]?.units[0]?.fragments).toMatchObject([{ id: 'soul', contents: ['a'] }])
    const { builds, problems } = readRecording([header, line(damaged)])
    expect(problems).toEqual([{ line: 2, problem: 'names 1 things whose line is missing' }])
    expect(builds).toHaveLength(1)
  })

  it.each([
    ['tokens', { ...made, tokens: 0 }],
    ['cache', { ...made, cache: null }],
    ['framing', { ...made, framing: undefined }],
    ['layers', { ...made, layers: [null] }],
    ['units', { ...made, layers: [{ layer: 0 }] }],
  ])('passes over a build whose %s are damaged', (_, damaged) => {
    const { builds, problems } = readRecording([header, line({ made: damaged }), build])
    expect(problems).toEqual([{ line: 2, problem: 'is not a line of a recording' }])
    expect(builds).toHaveLength(1)
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
