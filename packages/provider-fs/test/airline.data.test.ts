import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, createContext, createEstimator, isLamellaError, type Message } from '@lamella/core'
import { workspace } from '@lamella/provider-fs'
import { fromOpenAIChat, openaiChatFraming, toOpenAIChat, validateOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { dataPath, hasData } from './helpers/data.ts'

const windows = [1_000, 2_000, 4_000, 16_000]
const reserve = 200
/** Looks at every nth prefix of a conversation. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 30)
const scope = { tenant: 'airline', kind: 'private' } as const

describe.skipIf(!hasData)('real conversations in a real workspace (LAMELLA_DATA)', () => {
  const conversations = (): readonly (readonly Message[])[] =>
    readFileSync(dataPath('traces/tau-bench-airline.openai.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => fromOpenAIChat((JSON.parse(line) as { readonly messages: readonly unknown[] }).messages))
      .map((messages) => messages.filter((message) => message.role !== 'system'))

  it('fit every window at each prefix, with calls, message and system layer intact, or the error names the smallest window that works', async () => {
    const root = dataPath('workspaces/assistant')
    const read = (name: string): string =>
      readFileSync(join(root, name), 'utf8')
        .replace(/^---\n[\s\S]*?\n---\n+/, '')
        .trim()
    const prompt = ['SOUL.md', 'IDENTITY.md', 'AGENTS.md', 'USER.md'].map(read).join('\n\n')
    // A long time to live: this tests planning, not reading the same files a million times.
    const base = createContext().use(
      workspace(root, { ttl: { instructions: 3_600_000, tools: 3_600_000 }, skills: { advertise: 'always' } }),
    )
    const builder = base.tokenizer(createEstimator()).framing(openaiChatFraming)
    const seen = { built: 0, overflows: 0, truncated: 0 }

    const build = async (messages: readonly Message[], window: number): Promise<Context | number> => {
      const last = messages.at(-1)
      const asks = last?.role === 'user'
      const session = asks ? messages.slice(0, -1) : messages
      try {
        return await builder.budget({ window, reserve }).build({ scope, session, ...(asks ? { message: last } : {}) })
      } catch (error) {
        if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return error.details.smallestWindow
        throw error
      }
    }

    const check = (context: Context, messages: readonly Message[], window: number): void => {
      const { tokens, truncated } = context.report
      expect(tokens.total + reserve).toBeLessThanOrEqual(window)
      expect(context.system[0]?.layer).toBe('system')
      expect(context.system[0]?.content).toBe(prompt)
      const newest = messages.findLast((message) => message.role === 'user')
      // The message itself, not an equal earlier one.
      if (newest) expect(context.messages.findLast((message) => message.role === 'user')).toBe(newest)
      const errors = validateOpenAIChat(toOpenAIChat(context, { model: 'gpt-4o' })).filter(
        (violation) => violation.level === 'error',
      )
      expect(errors).toEqual([])
      seen.built++
      if (truncated) seen.truncated++
    }

    for (const [index, conversation] of conversations().entries()) {
      for (let end = 1 + (index % every); end <= conversation.length; end += every) {
        const messages = conversation.slice(0, end)
        for (const window of windows) {
          const result = await build(messages, window)
          if (typeof result !== 'number') {
            check(result, messages, window)
            continue
          }
          seen.overflows++
          expect(result).toBeGreaterThan(window)
          if (seen.overflows % 10 !== 1) continue
          const smallest = await build(messages, result)
          if (typeof smallest === 'number') expect.unreachable('the smallest window does not work')
          else check(smallest, messages, result)
        }
      }
    }
    console.log(`airline: ${JSON.stringify(seen)}`)
    expect(seen.built).toBeGreaterThan(4_000 / every)
    expect(seen.truncated).toBeGreaterThan(1_000 / every)
    expect(seen.overflows).toBeGreaterThan(4_000 / every)
  })
})
