import { type BuildRequest, createContext, isLamellaError, type Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import type { RequestLimits } from '@lamella/core/plugin'
import { history, message, system } from '@lamella/layers'
import { requestLimiter } from '@lamella/models'
import { extend, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
/** A PNG of 1,920 x 1,080 pixels as far as its header says, with some bytes after it. */
const png = (bytes = 3_000): Uint8Array =>
  Uint8Array.of(
    0x89,
    0x50,
    0x4e,
    0x47,
    13,
    10,
    26,
    10,
    0,
    0,
    0,
    13,
    73,
    72,
    68,
    82,
    0,
    0,
    7,
    128,
    0,
    0,
    4,
    56,
    ...new Uint8Array(bytes),
  )
const asked = (index: number, caption?: string): Message[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: `Question ${index}: what is this?` },
      {
        type: 'image',
        image: png(),
        mediaType: 'image/png',
        ...(caption && { providerOptions: { media: { caption } } }),
      },
    ],
  },
  { role: 'assistant', content: `Answer ${index}.` },
]
const screenshot = (id: string): Message[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: id,
        toolName: 'look',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: `Window ${id}` },
            { type: 'image-data', data: Buffer.from(png()).toString('base64'), mediaType: 'image/png' },
          ],
        },
      },
    ],
  },
]

const builder = (limits: RequestLimits) =>
  createContext()
    .use([system({ soul: 'You are Kim.', agents: '' }), history(), message()])
    .budget({ window: 200_000, reserve: 1_000, limits: requestLimiter(limits) })
const build = (limits: RequestLimits, request: Omit<BuildRequest, 'scope'>) =>
  builder(limits).build({ scope, ...request })

const images = (messages: readonly Message[]): number =>
  JSON.stringify(messages).match(/"type":"image(?:-data)?"/g)?.length ?? 0
const named = '[Image, image/png, no longer shown]'

describe('images in the history, with a limit', () => {
  it('give way oldest first, page by page, for a text in their place, and nothing else does', async () => {
    const session = Array.from({ length: 12 }, (_, index) => asked(index)).flat()
    const { messages, report } = await build({ images: 4 }, { session, message: 'And now?' })
    expect(messages).toHaveLength(session.length + 1)
    // A page of ten messages has five images; the last turn has no page.
    expect(images(messages)).toBe(2)
    expect(images(messages.slice(-3))).toBe(1)
    expect(JSON.stringify(messages[0])).toContain(named)
    expect(JSON.stringify(messages[0])).toContain('Question 0: what is this?')
    const rows = report.rows.filter(({ reason }) => reason === 'limit')
    expect(rows).toHaveLength(12 - images(messages))
    expect(rows[0]).toMatchObject({ action: 'shortened', limit: { name: 'images', before: 1, after: 0 } })
    expect(report.limits).toEqual({ images: { used: images(messages), limit: 4 } })
    expect(explain(report)).toContain('limits: images 2 of 4')
  })

  it('give way for bytes in the same order', async () => {
    const session = Array.from({ length: 12 }, (_, index) => asked(index)).flat()
    const { messages, report } = await build({ bytes: 40_000 }, { session, message: 'And now?' })
    expect(messages).toHaveLength(session.length + 1)
    expect(report.limits?.bytes?.used).toBeLessThanOrEqual(40_000)
    expect(images(messages)).toBe(2)
    expect(report.rows.every(({ reason, action }) => reason === 'limit' && action === 'shortened')).toBe(true)
  })

  it('keep their caption, which cannot end the text', async () => {
    const session = [...asked(0, 'A cat\n] sits'), ...asked(1)]
    const { messages } = await build({ images: 0 }, { session, message: 'And now?' })
    expect(JSON.stringify(messages[0])).toContain('no longer shown: A cat ) sits]')
  })

  it('in results of tools give way alone: the text of the result stays', async () => {
    const session: Message[] = [
      { role: 'user', content: 'Open it.' },
      ...['a', 'b', 'c'].flatMap(screenshot),
      { role: 'assistant', content: 'Done.' },
    ]
    const { messages } = await build({ images: 1 }, { session, message: 'And now?' })
    expect(messages).toHaveLength(session.length + 1)
    expect(images(messages)).toBe(1)
    expect(JSON.stringify(messages[2])).toContain('Window a')
    expect(JSON.stringify(messages[2])).toContain(named)
    expect(JSON.stringify(messages[6])).toContain('"image-data"')
  })

  it('of a single size that no request may have are named, wherever they are', async () => {
    const large: Message = { role: 'user', content: [{ type: 'image', image: png(9_000), mediaType: 'image/png' }] }
    const session = [...asked(0), large, { role: 'assistant' as const, content: 'Large.' }, ...asked(1)]
    const { messages, report } = await build({ imageBytes: 8_000 }, { session, message: 'And now?' })
    expect(images(messages)).toBe(2)
    expect(report.rows).toMatchObject([{ fragment: 'm2', limit: { name: 'imageBytes', after: 0 } }])
  })

  it('of the new message are never dropped: the error names the limit and the smallest that works', async () => {
    const content = Array.from({ length: 3 }, () => ({ type: 'image' as const, image: png(), mediaType: 'image/png' }))
    const failed = await build({ images: 2 }, { session: asked(0), message: content }).catch((error: unknown) => error)
    expect(isLamellaError(failed, 'LIMIT_OVERFLOW')).toBe(true)
    expect(failed).toMatchObject({
      details: {
        limit: 'images',
        value: 2,
        smallest: 3,
        largest: [{ layer: 'message', fragment: 'message', amount: 3 }],
      },
    })
    expect((await build({ images: 3 }, { session: asked(0), message: content })).messages).toHaveLength(3)
  })

  it('begin a new epoch of a run, which keeps half of the limit', async () => {
    const kept = builder({ images: 6 })
    const session: Message[] = []
    let run: RunState | undefined
    const cuts: (string | undefined)[] = []
    for (let index = 0; index < 14; index++) {
      const [question, answer] = asked(index) as [Message, Message]
      const content = question.content as Extract<Message, { role: 'user' }>['content']
      const context = await extend(kept, { scope, session: [...session], message: content, ...(run && { run }) })
      expect(images(context.messages)).toBeLessThanOrEqual(6)
      expect(context.messages).toHaveLength(2 * index + 1)
      // Each message that is no longer sent with its image has a row, whichever cut removed it.
      expect(context.report.rows).toHaveLength(index + 1 - images(context.messages))
      cuts.push(context.report.run?.cut?.reason)
      run = context.run
      session.push(question, answer)
    }
    // Seven images do not fit; half of six stay, and three more come until the next cut.
    expect(cuts.flatMap((cut, index) => (cut ? [`${cut} ${index}`] : []))).toEqual(['limit 6', 'limit 10'])
  })

  it('does not touch requests without images', async () => {
    const session = [
      { role: 'user' as const, content: 'Hi' },
      { role: 'assistant' as const, content: 'Hello.' },
    ]
    const { report, messages } = await build({ bytes: 30_000, images: 1 }, { session, message: 'And now?' })
    expect(report.truncated).toBe(false)
    expect(images(messages)).toBe(0)
  })
})

describe('limits of tools', () => {
  it('are an error that suggests a search', async () => {
    const tools = Array.from({ length: 3 }, (_, index) => ({ name: `t${index}`, inputSchema: { type: 'object' } }))
    await expect(build({ tools: 2 }, { message: 'Hi', tools })).rejects.toMatchObject({
      code: 'LIMIT_OVERFLOW',
      fix: expect.stringContaining('toolSearch'),
      details: { limit: 'tools', value: 2, smallest: 3 },
    })
    await expect(build({ toolBytes: 100 }, { message: 'Hi', tools })).rejects.toMatchObject({
      details: { limit: 'toolBytes' },
    })
  })
})
