import { lamella } from '@lamella/ai-sdk'
import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { hosts, text } from './support/hosts.ts'

const budget = { window: 8_000, reserve: 500 }
const providerOptions = { lamella: { tenant: 'acme', session: 's' } }

describe.each(hosts)('a message that no layer of the builder takes, in $name', ({ sdk, mock }) => {
  it('is an error that names message(), and nothing is sent', async () => {
    const { model, requests } = mock(() => [text('Hello.')])
    const middleware = lamella({
      builder: createContext().use(history()).budget(budget),
      sessions: createSessionStore(),
    })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    await expect(sdk.generateText({ model: wrapped, prompt: 'Hello', providerOptions } as never)).rejects.toThrow(
      /no layer shows it.*message\(\)/s,
    )
    expect(requests).toEqual([])
  })

  it('and a session that none reads is a notice that names history()', async () => {
    const sessions = createSessionStore()
    await sessions.append({ tenant: 'acme' }, 's', [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: '1' },
    ])
    const seen: unknown[] = []
    const { model } = mock(() => [text('Hello.')])
    const middleware = lamella({
      builder: createContext().use(message()).budget(budget),
      sessions,
      onRequest: ({ context: { report } }) => seen.push(...(report.notices ?? [])),
    })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    await sdk.generateText({ model: wrapped, prompt: 'Hello', providerOptions } as never)
    expect(seen).toContainEqual(
      expect.objectContaining({ code: 'SESSION_NOT_READ', fix: expect.stringContaining('history()') }),
    )
  })
})
