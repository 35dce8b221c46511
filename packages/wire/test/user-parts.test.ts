import type { UserPart } from '@lamella/core'
import { loadFormat, wireFormatNames } from '@lamella/wire/formats'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = 'JVBERi0xLjQKJSVFT0Y='
const parts: { readonly [Kind in UserPart['type']]: UserPart } = {
  text: { type: 'text', text: 'Hello' },
  image: { type: 'image', image: png, mediaType: 'image/png' },
  file: { type: 'file', data: pdf, mediaType: 'application/pdf', filename: 'a.pdf' },
}

/** Returns all texts and keys in a request. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...wordsOf(one)])
}

describe.each(wireFormatNames)('the user parts that the %s decoder lists', (name) => {
  it.each(Object.entries(parts))('are what its encoder writes, and round-trip: %s', async (kind, part) => {
    const { decode } = await loadFormat(name)
    const format = formats.find((one) => one.name === name)
    const said = { type: 'text', text: 'Look:' } as const
    const request = format?.encode({ messages: [{ role: 'user', content: [said, part] }] }, {}).request ?? {}
    const words = wordsOf(request)
    expect(decode.userParts[kind as UserPart['type']].filter((word) => words.includes(word))).not.toEqual([])
    const [message] = format?.decode(request) ?? []
    const types = Array.isArray(message?.content) ? message.content.map(({ type }) => type) : ['text']
    expect(types).toContain(kind)
  })
})
