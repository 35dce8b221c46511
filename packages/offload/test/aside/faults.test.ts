import type { Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import {
  contentsOf,
  handleOf,
  headOf,
  lines,
  outputOf,
  readAll,
  result,
  scope,
  testPlace,
  textResult,
} from '../support/place.ts'

// Each of these is a reported fault of another library; the issue is named beside it.
describe('faults of other libraries', () => {
  const long = lines(2_000)

  it('deletes contents with their session (deepagents#2055)', async () => {
    const { append, sessions, blobs } = testPlace()
    await append(textResult(long))
    expect(await contentsOf(blobs)).toHaveLength(1)
    await sessions.delete(scope, 's')
    expect((await blobs.list(scope, 's')).blobs).toEqual([])
    expect((await blobs.sessions(scope)).sessions).toEqual([])
  })

  it('removes the oldest contents beyond the limit of a session, and says so (deepagents#2055)', async () => {
    const notices: string[] = []
    let time = 0
    const place = testPlace({
      storage: { maxBytes: 200_000, whenFull: 'remove-oldest' },
      now: () => new Date(++time * 1_000),
      onNotice: ({ code }) => notices.push(code),
    })
    for (let index = 0; index < 5; index++)
      await place.append(textResult(lines(1_500, (n) => `${index} ${long.slice(n, n + 40)}`)))
    expect((await place.blobs.list(scope, 's')).bytes).toBeLessThanOrEqual(200_000)
    expect(notices).toContain('OFFLOAD_REMOVED')
    const heads = (await place.messages()).map(headOf)
    expect(await place.read({ handle: handleOf(heads[4] as string) })).toMatch(/^4 /)
    expect(await place.read({ handle: handleOf(heads[0] as string) })).toMatch(/^error: .*it was removed/)
  })

  it('keeps what does not fit whole in its message, if that is the policy', async () => {
    const notices: string[] = []
    const place = testPlace({ storage: { maxBytes: 10, whenFull: 'keep' }, onNotice: ({ code }) => notices.push(code) })
    await place.append(textResult(long))
    expect((await place.messages())[0]).toEqual(textResult(long))
    expect(notices).toEqual(['OFFLOAD_FULL'])
  })

  it('keeps what a search for tools listed and a skill that was loaded, up to what they return by default', async () => {
    const { append, messages } = testPlace()
    const listed = JSON.stringify({ tools: [{ name: 'look', description: 'a b '.repeat(2_900) }] })
    const kept = [textResult(listed, 'find_tool', 'c1'), textResult(listed, 'load_skill', 'c2')]
    await append(...kept, textResult(listed, 'bash', 'c3'), textResult(long.repeat(2), 'find_tool', 'c4'))
    const after = await messages()
    expect(after.slice(0, 2)).toEqual(kept)
    expect(after.slice(2).map((message) => headOf(message).includes('blob:'))).toEqual([true, true])
    const own = testPlace({ tools: { find_tool: { limit: 1_000 } } })
    await own.append(textResult(listed, 'find_tool'))
    expect(headOf((await own.messages())[0])).toContain('blob:')
  })

  it('keeps calls and thoughts of an answer, and all other parts of a message (deepagents#4682)', async () => {
    const { append, messages } = testPlace({ texts: 1_000 })
    const answer: Message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: long, providerOptions: { anthropic: { signature: 's' } } },
        { type: 'text', text: long },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'bash', input: { script: long } },
      ],
    }
    const question: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'text', text: long },
      ],
    }
    await append(question, answer)
    const [asked, said] = await messages()
    expect(said).toEqual(answer)
    expect(asked?.content[0]).toEqual({ type: 'text', text: 'Look' })
    expect(asked?.content[1]).toHaveProperty('text')
    expect(JSON.parse(JSON.stringify(asked?.content[1] ?? {})).text).toMatch(
      /read_result \{"handle":"blob:[a-z2-7]{26}"\}\]$/,
    )
  })

  it('does not depend on the id of a call: one of 1.5 KB, or none (deepagents#5560, #6302)', async () => {
    const place = testPlace()
    const ids = [`call_1__thought__${'A'.repeat(1_400)}`, '', '']
    for (const [index, id] of ids.entries())
      await place.append(
        textResult(
          lines(2_000, (n) => `${index}: ${n} words here`),
          'bash',
          id,
        ),
      )
    const heads = (await place.messages()).map(headOf)
    for (const [index, head] of heads.entries()) {
      expect(head).not.toContain('AAAA')
      expect(await readAll(place, { handle: handleOf(head) })).toBe(lines(2_000, (n) => `${index}: ${n} words here`))
    }
  })

  it('fails loudly if a content cannot be kept, and appends nothing (deepagents#5560)', async () => {
    const { blobs, sessions } = testPlace()
    Object.assign(blobs, { put: () => Promise.reject(new Error('disk full')) })
    await expect(sessions.append(scope, 's', [textResult(long)])).rejects.toThrow('disk full')
    expect(await sessions.info(scope, 's')).toBeUndefined()
  })

  it.each(['info', 'list'] as const)(
    'appends although the blob store fails afterwards, and says so: %s',
    async (name) => {
      const notices: string[] = []
      const onNotice = ({ code, what }: { readonly code: string; readonly what: string }) =>
        notices.push(`${code}: ${what}`)
      const storage = { maxBytes: 1_000_000, whenFull: 'remove-oldest' } as const
      const { sessions, blobs, plain, append } = testPlace({ storage, now: () => new Date(0), onNotice })
      const { append: appendPlain } = plain
      plain.append = async (...given) => {
        const appended = await appendPlain(...given)
        Object.assign(blobs, { [name]: () => Promise.reject(new Error('disk full')) })
        return appended
      }
      await append(textResult(long))
      expect(notices).toEqual([expect.stringMatching(/^OFFLOAD_UNSETTLED: .*disk full$/)])
      expect(await sessions.info(scope, 's')).toMatchObject({ length: 1 })
    },
  )

  it('keeps ids, names, the kind of an error, and provider options (deepagents#1482)', async () => {
    const { append, messages } = testPlace()
    const providerOptions = { acme: { trace: 'x' } }
    const message: Message = {
      role: 'tool',
      providerOptions,
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'query',
          providerOptions,
          output: {
            type: 'error-json',
            value: Array.from({ length: 900 }, (_, id) => ({ id, name: 'n' })),
            providerOptions,
          },
        },
        { type: 'tool-result', toolCallId: 'c2', toolName: 'query', output: { type: 'text', value: 'short' } },
      ],
    }
    await append(message)
    const [kept] = await messages()
    const output = {
      type: 'error-text',
      value: headOf(kept),
      providerOptions: { ...providerOptions, 'lamella:aside': expect.any(Object) },
    }
    expect(kept).toEqual({ ...message, content: [{ ...(message.content[0] as object), output }, message.content[1]] })
  })

  it('never puts aside again what was read back, nor a head (nanobot#4153)', async () => {
    const place = testPlace({ limit: 400 })
    await place.append(textResult(long))
    const [head] = await place.messages()
    const { value } = await place.reader.execute({ handle: handleOf(headOf(head)) })
    expect(value.length).toBeGreaterThan(7_000)
    await place.append(textResult(value, 'read_result', 'c2'), head as Message)
    expect((await place.messages()).slice(1)).toEqual([textResult(value, 'read_result', 'c2'), head])
    expect(await contentsOf(place.blobs)).toHaveLength(1)
  })

  it('leaves a head of a larger limit as it is', async () => {
    const before = testPlace({ limit: 8_000, head: 2_000 })
    await before.append(textResult(lines(8_000)))
    const [head] = await before.messages()
    const { append, messages } = testPlace({ blobs: before.blobs, limit: 400 })
    await append(head as Message)
    expect(await messages()).toEqual([head])
  })

  it('reads results in part, whatever the lengths of their lines (harness-sdk#2223, deepagentsjs#82)', async () => {
    const place = testPlace()
    const text = lines(5, (n) => `${n}`.repeat(20_000))
    await place.append(textResult(text))
    const handle = handleOf(headOf((await place.messages())[0]))
    for (const input of [{}, { lines: '2' }, { pattern: '3' }, { lines: '1-5' }]) {
      const { value } = await place.reader.execute({ handle, ...input })
      expect(value.length).toBeLessThanOrEqual(8_000)
    }
    expect(await readAll(place, { handle, lines: '2' })).toBe('2'.repeat(20_000))
    expect(await readAll(place, { handle })).toBe(text)
  })

  it('leaves the results of a tool whole, or gives it a limit of its own (harness-sdk#2548)', async () => {
    const { append, messages } = testPlace({ tools: { read_file: 'keep', constructor: { limit: 100_000 } } })
    const whole = [textResult(long, 'read_file'), textResult(long, 'constructor', 'c2')]
    await append(...whole, textResult(long, 'bash', 'c3'))
    const kept = await messages()
    expect(kept.slice(0, 2)).toEqual(whole)
    expect(headOf(kept[2]).length).toBeLessThan(5_000)
  })

  it('puts the texts of a list of pieces aside (deepagents#674)', async () => {
    const place = testPlace()
    const image = { type: 'image-data', data: 'aGk=', mediaType: 'image/png' } as const
    const pieces = [{ type: 'text', text: lines(900) } as const, { type: 'text', text: lines(900) } as const, image]
    await place.append(result({ type: 'content', value: pieces }))
    const output = outputOf((await place.messages())[0])
    expect(output).toMatchObject({ type: 'content', value: [{ type: 'text' }, image] })
    expect(await readAll(place, { handle: handleOf(JSON.stringify(output)) })).toBe(`${lines(900)}\n${lines(900)}`)
  })
})
