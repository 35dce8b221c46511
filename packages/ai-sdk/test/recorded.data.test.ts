import { type LamellaReport, lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { createSessionStore } from '@lamella/core/memory'
import { history, message } from '@lamella/layers'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { airline, coding, noData } from './support/data.ts'
import { claude, drive, type LocalProvider, openAI } from './support/drive.ts'
import { partsOf } from './support/replay.ts'

const scope = { tenant: 'acme' }

/** Drives recorded turns through the loop of the SDK, with a session. */
async function withSession(messages: readonly Message[], provider: LocalProvider, window: number) {
  const reports: LamellaReport[] = []
  const sessions = createSessionStore()
  const builder = createContext().use([history(), message()]).budget({ window, reserve: 1_000 })
  const middleware = lamella({ builder, sessions, scope, onReport: (report) => reports.push(report) })
  const providerOptions = { lamella: { session: 's' }, anthropic: { thinking: { type: 'adaptive' } } }
  const call = (prompt: string): object => ({ prompt, maxOutputTokens: 1_000, providerOptions })
  const bodies = await drive(messages, { provider, middleware, call })
  const stored = (await sessions.page(scope, 's', { messages: 10_000 })).messages.map((one) => one.message)
  return { bodies, reports, stored }
}

const invalid = (format: 'openai-chat' | 'anthropic', bodies: readonly object[]): readonly unknown[] =>
  bodies.flatMap((body) => validate(format, body).filter(({ level }) => level === 'error'))

describe.skipIf(noData !== undefined)('recorded loops, driven by the SDK', () => {
  it('of an airline make no invalid request for OpenAI Chat, with windows that cut', async () => {
    let [requests, cuts] = [0, 0]
    for (const messages of airline().slice(0, 20)) {
      const { bodies, reports, stored } = await withSession(messages, openAI, 5_000)
      expect(invalid('openai-chat', bodies)).toEqual([])
      expect(bodies.length).toBe(stored.filter(({ role }) => role === 'assistant').length)
      requests += bodies.length
      cuts += reports.filter(({ report }) => report.run?.cut).length
    }
    expect(requests).toBeGreaterThan(100)
    expect(cuts).toBeGreaterThan(3)
  })

  it('of an airline keep every thought valid for Claude, through cuts, and store it as it came', async () => {
    let thoughts = 0
    for (const messages of airline().slice(20, 40)) {
      const { bodies, stored } = await withSession(messages, claude(), 5_000)
      expect(invalid('anthropic', bodies)).toEqual([])
      const kept = stored.flatMap(partsOf).filter((part) => part.type === 'reasoning')
      expect(kept).toHaveLength(bodies.length)
      for (const part of kept) expect(part.providerOptions?.['anthropic']?.['signature']).toMatch(/^signed-/)
      thoughts += kept.length
    }
    expect(thoughts).toBeGreaterThan(100)
  })

  it('of a coding agent make no invalid request, and most of each repeats the one before', async () => {
    const { bodies, reports } = await withSession(coding(160), claude(), 24_000)
    expect(invalid('anthropic', bodies)).toEqual([])
    const totals = reports.map(({ report }) => report.tokens.total)
    const repeated = reports.map(({ report }) => report.cache.prefix ?? 0)
    const share = repeated.reduce((sum, one) => sum + one, 0) / totals.reduce((sum, one) => sum + one, 0)
    expect(bodies.length).toBeGreaterThan(40)
    expect(share).toBeGreaterThan(0.8)
  })
})
