import { isLamellaError } from '@lamella/core'
import type { WireContext } from '@lamella/wire/openai-chat'
import { validate } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { damaged } from './broken-histories.ts'
import { type Format, formats } from './formats.ts'
import { deepFreeze } from './freeze.ts'
import { context } from './histories.ts'

const histories = Number(process.env['LAMELLA_RUNS'] ?? 375)
const variants = 10

/** Returns the bytes of the request; undefined if there is nothing to send, which is its own error. */
function bytesOf({ name, encode }: Format, value: WireContext): string | undefined {
  try {
    const { request } = encode(value)
    const errors = validate(name, request).filter(({ level }) => level === 'error')
    if (errors.length > 0) expect(errors).toEqual([])
    return JSON.stringify(request)
  } catch (error) {
    if (isLamellaError(error, 'WIRE_UNENCODABLE')) return undefined
    throw error
  }
}

describe.for(formats)('$name', (format) => {
  test(`${histories} generated histories, intact and damaged, become valid requests`, () => {
    let sent = 0
    fc.assert(
      fc.property(context, fc.nat(), (whole, seed) => {
        deepFreeze(whole)
        for (let variant = 0; variant < variants; variant++) {
          const messages = variant === 0 ? whole.messages : damaged(whole.messages, seed + variant)
          const value = { ...whole, messages }
          const bytes = bytesOf(format, value)
          if (bytes === undefined) continue
          sent++
          // Encodes one in ten again: a difference only has to show once.
          if (variant === seed % variants) expect(bytesOf(format, structuredCloneable(value))).toBe(bytes)
        }
      }),
      { numRuns: Math.ceil(histories / variants) },
    )
    expect(sent).toBeGreaterThan(histories / 5)
  })
})

/** Returns another object with the same content, as another machine would have it; functions in inputs are shared. */
function structuredCloneable(value: WireContext): WireContext {
  return { ...value, messages: value.messages.map((message) => ({ ...message })) }
}
