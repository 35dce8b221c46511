import { createContext, defineLayer, isLamellaError, type Message } from '@lamella/core'
import type { WireContext } from '@lamella/wire/openai-chat'
import { validate } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Format, formats } from './formats.ts'
import { context } from './histories.ts'
import { malformed } from './malformed-histories.ts'
import { unreported } from './unreported.ts'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 75)

/** Returns the code of the error; anything else that is thrown fails the test. */
function codeOf(error: unknown): string {
  if (!isLamellaError(error)) throw error
  return error.code
}

/** Returns a valid request that omits nothing silently, or the code of an error. */
function outcome(format: Format, value: WireContext): string {
  let encoded: ReturnType<Format['encode']>
  try {
    encoded = format.encode(value)
  } catch (error) {
    return codeOf(error)
  }
  const errors = validate(format.name, encoded.request).filter(({ level }) => level === 'error')
  if (errors.length > 0) expect(errors).toEqual([])
  const lost = unreported(value, encoded)
  if (lost.length > 0) expect(lost).toEqual([])
  return 'sent'
}

const all = defineLayer('all', {
  placement: 'messages',
  load: async ({ session, signal }) => {
    const messages = await session.read(0, session.length, { signal })
    return messages.map((message, index) => ({ id: `m${index}`, content: [message] }))
  },
})
const builder = createContext().use(all).budget({ window: 10_000_000, reserve: 0 })

describe('malformed histories', () => {
  test.for(formats)('are refused with a code, or become valid requests: $name', (format) => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(context, fc.nat(), (whole, seed) => {
        const messages = malformed(whole.messages, seed)
        const found = outcome(format, { ...whole, messages })
        seen.set(found, (seen.get(found) ?? 0) + 1)
      }),
      { numRuns: runs },
    )
    console.log(format.name, Object.fromEntries(seen))
    for (const code of seen.keys()) expect(['sent', 'MESSAGE_INVALID', 'WIRE_UNENCODABLE']).toContain(code)
    // The rarest, Anthropic, is about a tenth: even 50 runs have one.
    expect(seen.get('sent')).toBeGreaterThan(0)
    expect(seen.get('MESSAGE_INVALID')).toBeGreaterThan(0)
  })

  test('are refused by a build with a code, or become valid requests in all formats', async () => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(context, fc.nat(), async (whole, seed) => {
        const session: readonly Message[] = malformed(whole.messages, seed)
        const built = await builder.build({ scope: { tenant: 'a' }, session }).catch(codeOf)
        const found = typeof built === 'string' ? [built] : formats.map((format) => outcome(format, built))
        for (const one of found) seen.set(one, (seen.get(one) ?? 0) + 1)
      }),
      { numRuns: runs },
    )
    console.log('builds', Object.fromEntries(seen))
    for (const code of seen.keys()) expect(['sent', 'MESSAGE_INVALID', 'WIRE_UNENCODABLE']).toContain(code)
    expect(seen.get('sent')).toBeGreaterThan(0)
  })
})
