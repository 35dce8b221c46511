import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { noRecordings, recordings } from '../../bench/src/prefix/conversations.ts'
import { claude, drive, type LocalProvider, openAI } from './support/drive.ts'
import { hosts } from './support/hosts.ts'
import { partsOf } from './support/replay.ts'
import type { Version } from './support/versions.ts'

if (noRecordings !== undefined) console.log(`skipped: recorded conversations, since ${noRecordings}`)

const scope = { tenant: 'acme' }

/** How many conversations of the airline each test replays, and how many messages of the coding agent. */
const most = Number(process.env['LAMELLA_REPLAYS'] ?? 10)
const length = Number(process.env['LAMELLA_REPLAY_LENGTH'] ?? 120)

const [airline = [], [coding = []] = []] =
  noRecordings === undefined ? recordings().map(({ conversations }) => conversations) : []
const half = airline.length / 2
const [forOpenAI, forClaude] = [airline.slice(0, half).slice(0, most), airline.slice(half).slice(0, most)]

/** Drives recorded turns through the loop of the SDK, with a session. */
async function withSession(version: Version, messages: readonly Message[], provider: LocalProvider, window: number) {
  const asked: HostedRequest[] = []
  const sessions = createSessionStore()
  const builder = createContext().use([history(), message()]).budget({ window, reserve: 1_000 })
  const middleware = lamella({ builder, sessions, scope, onRequest: (request) => asked.push(request) })
  const providerOptions = { lamella: { session: 's' }, anthropic: { thinking: { type: 'adaptive' } } }
  const call = (prompt: string): object => ({ prompt, maxOutputTokens: 1_000, providerOptions })
  const bodies = await drive(messages, { version, provider, middleware, call })
  const stored = (await sessions.page(scope, 's', { messages: 10_000 })).messages.map((one) => one.message)
  return { bodies, asked, stored }
}

const invalid = (format: 'openai-chat' | 'anthropic', bodies: readonly object[]): readonly unknown[] =>
  bodies.flatMap((body) => validate(format, body).filter(({ level }) => level === 'error'))

describe.skipIf(noRecordings !== undefined).each(hosts)('recorded loops, driven by $name,', (host) => {
  it('of an airline make no invalid request for OpenAI Chat, with windows that cut', async () => {
    let [requests, cuts] = [0, 0]
    for (const messages of forOpenAI) {
      const { bodies, asked, stored } = await withSession(host, messages, openAI, 5_000)
      expect(invalid('openai-chat', bodies)).toEqual([])
      expect(bodies.length).toBe(stored.filter(({ role }) => role === 'assistant').length)
      requests += bodies.length
      cuts += asked.filter(({ context }) => context.report.run?.cut).length
    }
    expect(requests).toBeGreaterThan(5 * forOpenAI.length)
    expect(cuts).toBeGreaterThan(0)
  })

  it('of an airline keep every thought valid for Claude, through cuts, and store it as it came', async () => {
    let thoughts = 0
    for (const messages of forClaude) {
      const { bodies, stored } = await withSession(host, messages, claude(), 5_000)
      expect(invalid('anthropic', bodies)).toEqual([])
      const kept = stored.flatMap(partsOf).filter((part) => part.type === 'reasoning')
      expect(kept).toHaveLength(bodies.length)
      for (const part of kept) expect(part.providerOptions?.['anthropic']?.['signature']).toMatch(/^signed-/)
      thoughts += kept.length
    }
    expect(thoughts).toBeGreaterThan(5 * forClaude.length)
  })

  it('of a coding agent make no invalid request, and most of each repeats the one before', async () => {
    const { bodies, asked } = await withSession(host, coding.slice(0, length), claude(), 24_000)
    expect(invalid('anthropic', bodies)).toEqual([])
    const totals = asked.map(({ context }) => context.report.tokens.total)
    const repeated = asked.map(({ context }) => context.report.cache.prefix ?? 0)
    const share = repeated.reduce((sum, one) => sum + one, 0) / totals.reduce((sum, one) => sum + one, 0)
    expect(bodies.length).toBeGreaterThan(40)
    expect(share).toBeGreaterThan(0.8)
  })
})
