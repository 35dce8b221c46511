import { readRecording } from '@lamella/inspector'
import type { WireFormat } from '@lamella/wire/formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf, encodeBuild } from '../page/requests/encode-build.ts'
import { detectFormat, readForeign } from '../page/requests/foreign-request.ts'
import { type PageFormat, pageFormats } from '../page/requests/formats.ts'
import type { ReadBuild } from '../src/recording/read-recording.ts'
import { sampleRecording } from './support/sample-recording.ts'

const formats = pageFormats.map((format) => ({ format, name: format.name }))
let build: ReadBuild
beforeAll(async () => {
  build = readRecording(await sampleRecording()).builds.at(-1) as ReadBuild
})

function requestIn(format: PageFormat): Record<string, unknown> {
  return JSON.parse(JSON.stringify(format.encode(contextOf(build) ?? { messages: [] }).request))
}

describe.each(formats)('a recorded build as a request of $name', ({ format }) => {
  it('has each item in the part that is linked to it', () => {
    const encoded = encodeBuild(build, format)
    if (typeof encoded === 'string') throw new Error(encoded)
    const { items } = build.made?.layout ?? { items: [] }
    expect(items.length).toBeGreaterThan(20)
    for (const [index, { content }] of items.entries()) {
      const parts = encoded.parts.filter((part) => part.items.includes(index))
      expect(parts.length, `item ${index}`).toBeGreaterThan(0)
      const value = build.contentOf(content)
      const [text = ''] = (typeof value === 'string' ? [value] : (value ?? []).map((one) => one.content)).filter(
        (one) => typeof one === 'string',
      )
      expect(parts.some((part) => JSON.stringify(part.value).includes(JSON.stringify(text).slice(1, -1)))).toBe(true)
    }
  })

  it('links the messages of the conversation in order, and to no item twice', () => {
    const encoded = encodeBuild(build, format)
    if (typeof encoded === 'string') throw new Error(encoded)
    const messages = encoded.parts.filter(({ path }) => /^(messages|contents|input)\[/.test(path))
    const linked = messages
      .filter(({ kind }) => kind !== 'system' && kind !== 'developer')
      .flatMap(({ items }) => items)
    expect(linked).toEqual([...new Set(linked)].toSorted((a, b) => a - b))
  })

  it('breaks no rule', () => {
    const encoded = encodeBuild(build, format)
    expect(typeof encoded === 'string' ? encoded : encoded.violations.filter(({ level }) => level === 'error')).toEqual(
      [],
    )
  })
})

describe('a recording without texts', () => {
  it('has no request to show, and says so', async () => {
    const [first] = readRecording(await sampleRecording({ texts: 'hashes' })).builds
    for (const { format } of formats) expect(encodeBuild(first as ReadBuild, format)).toContain('no texts')
  })
})

describe.each(formats)('a request that another program made for $name', ({ format, name }) => {
  it('is recognized', () => expect(detectFormat(requestIn(format))).toBe(name))

  it('is counted: its parts add up, and are near what the build counted', () => {
    const { bar, total, problem } = readForeign(requestIn(format), format)
    expect(problem).toBeUndefined()
    expect(bar.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total)
    const counted = build.made?.tokens.total ?? 0
    expect(total / counted).toBeGreaterThan(0.6)
    expect(total / counted).toBeLessThan(1.5)
  })
})

describe('readForeign', () => {
  const named = (name: WireFormat): PageFormat => pageFormats.find((one) => one.name === name) as PageFormat

  it('names the rules that a request breaks', () => {
    const body = { model: 'gpt-4o', messages: [{ role: 'tool', tool_call_id: 'none', content: 'x' }] }
    expect(readForeign(body, named('openai-chat')).violations.map(({ path }) => path)).toContain('messages[0]')
  })

  it.each([
    [{ messages: 'none' }],
    [{ messages: [null] }],
    [{ messages: [{ role: 'user', content: { a: 1 } }] }],
    [{ contents: 3 }],
    [{ input: [[]] }],
    [{}],
  ])('never throws: %j', (body) => {
    for (const { format } of formats) expect(Array.isArray(readForeign(body, format).parts)).toBe(true)
  })

  it('does not take other objects for requests', () => {
    for (const body of [{}, { lamella: 'recording' }, { input: 'x' }, { messages: 'x' }, { contents: {} }]) {
      expect(detectFormat(body)).toBeUndefined()
    }
  })
})
