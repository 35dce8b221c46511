import {
  createEstimator,
  type FilePart,
  type Framing,
  type ImagePart,
  type Message,
  type Tokenizer,
} from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { createTokenEstimator, imageSize, simpleFraming } from '@lamella/wire/measure'
import { describe, expect, it } from 'vitest'
import { base64, png } from './pictures.ts'

/** One character, one token. */
const charTokenizer: Tokenizer = { name: 'char', exact: true, count: (text) => text.length }

const framing: Framing = {
  name: 'test',
  request: 3,
  message: 2,
  toolCall: 5,
  toolResult: 4,
  tool: 7,
  image: 11,
  systemSeparator: '\n\n',
}

/** Four characters per token. */
const simple: Tokenizer = { name: 'simple', exact: false, count: (text) => Math.ceil(text.length / 4) }

const image = (width: number, height: number): ImagePart => ({ type: 'image', image: png(width, height) })

describe('an estimator', () => {
  it('counts a text, a message and tools with the defaults', async () => {
    const estimator = createTokenEstimator()
    const hello = estimator.estimateText('Hello, world!')
    expect(await hello).toBe(createEstimator().count('Hello, world!'))
    expect(estimator.estimateMessage({ role: 'user', content: 'Hello' })).toBe(
      defaultFraming.message + estimator.estimateText('Hello'),
    )
    const tools = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]
    expect(estimator.estimateTools(tools)).toBe(
      defaultFraming.tool +
        [...['look', 'Looks.', '{"type":"object"}']].reduce((sum, text) => sum + estimator.estimateText(text), 0),
    )
    expect(estimator.estimateTools([])).toBe(0)
    expect(estimator.exact).toBe(false)
  })

  it('counts by any tokenizer and any framing', () => {
    const estimator = createTokenEstimator(charTokenizer, framing)
    expect(estimator.exact).toBe(true)
    expect(estimator.estimateText('abc')).toBe(3)
    expect(estimator.estimateMessage({ role: 'user', content: 'abc' })).toBe(2 + 3)
    expect(
      estimator.estimateMessages([
        { role: 'user', content: 'abc' },
        { role: 'assistant', content: 'de' },
      ]),
    ).toBe(3 + 2 + 3 + 2 + 2)
    expect(estimator.estimateMessages([])).toBe(3)
  })

  it('counts a call at a flat rate: its name, its input and 5 tokens', () => {
    const { estimateMessage } = createTokenEstimator(simple, simpleFraming)
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'weather_now', input: { city: 'Bern' } }],
    }
    expect(estimateMessage(call)).toBe(3 + 4 + 5)
    expect(estimateMessage({ role: 'user', content: 'Hello' })).toBe(2)
  })

  it('counts an image at a flat rate of 85 to 255, by its size', () => {
    const { estimateImage, estimateMessage } = createTokenEstimator(simple, simpleFraming)
    expect(estimateImage(image(1, 1))).toEqual({ tokens: 85, exact: true })
    expect(estimateImage(image(256, 256))).toEqual({ tokens: 85 + 43, exact: true })
    expect(estimateImage(image(512, 512))).toEqual({ tokens: 255, exact: true })
    expect(estimateImage(image(4_000, 3_000))).toEqual({ tokens: 255, exact: true })
    expect(estimateImage({ type: 'image', image: 'https://x.test/a.png' })).toEqual({ tokens: 255, exact: false })
    expect(estimateMessage({ role: 'user', content: [{ type: 'text', text: 'What?' }, image(256, 256)] })).toBe(2 + 128)
  })

  it('marks an image as inexact if its size is unknown or the framing has no rule', () => {
    const ruled: Framing = { ...framing, measureImage: ({ data }) => imageSize(data ?? '')?.width ?? 99 }
    const file: FilePart = { type: 'file', data: base64(png(7, 5)), mediaType: 'image/png' }
    expect(createTokenEstimator(simple, ruled).estimateImage(file)).toEqual({ tokens: 7, exact: true })
    expect(createTokenEstimator(simple, framing).estimateImage(file)).toEqual({ tokens: 11, exact: false })
    const url: ImagePart = { type: 'image', image: new URL('https://x.test/a.png') }
    expect(createTokenEstimator(simple, ruled).estimateImage(url)).toEqual({ tokens: 99, exact: false })
  })
})
