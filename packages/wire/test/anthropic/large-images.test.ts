import type { Message } from '@lamella/core'
import { encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse } from '@lamella/wire/bedrock-converse'
import { expect, test } from 'vitest'

/** A PNG as far as its size is read: signature, length and type of the header, width, height. */
function png(width: number, height: number): string {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return btoa(String.fromCharCode(...bytes))
}

const shown = (...images: string[]): Message[] => [
  { role: 'user', content: images.map((image) => ({ type: 'image', image })) },
]
const returned = (image: string): Message[] => [
  { role: 'user', content: 'Take one.' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'take', input: {} }] },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'take',
        output: { type: 'content', value: [{ type: 'image-data', data: image, mediaType: 'image/png' }] },
      },
    ],
  },
]
const small = Array.from({ length: 20 }, () => png(1_000, 1_000))

// anthropics/claude-code#12351 (8,000) and #49537 (2,000), NousResearch/hermes-agent#25837: each later request fails, too.
test.each([
  ['8,000 pixels', shown(png(8_000, 800)), 0],
  ['more', shown(png(8_001, 800)), 1],
  ['more, by a tool', returned(png(800, 8_001)), 1],
  ['2,500 pixels', shown(png(2_500, 800)), 0],
  ['2,500 pixels as one of 20', shown(png(2_500, 800), ...small.slice(1)), 0],
  ['2,500 pixels as one of 21', shown(png(2_500, 800), ...small), 1],
  ['2,500 pixels by a tool as one of 21', [...shown(...small), ...returned(png(2_500, 800))], 1],
])('an image of %s on a side: Claude is sent what it accepts', (_, messages, left) => {
  const { request, losses } = encodeAnthropic({ messages }, { model: 'claude-opus-4-5' })
  expect(losses.map(({ code }) => code)).toEqual(Array.from({ length: left }, () => 'media'))
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
})

// Beyond 20 images an earlier one may be too wide, so that no request with it and a further image is accepted: what stood
// before thinking changes (charmbracelet/crush#3810, anthropics/claude-code#49537).
test('thinking that was made with an image that has to go is left out, and later thinking stays', () => {
  const model = 'claude-opus-5-5'
  const messages: Message[] = [...shown(png(2_500, 800))]
  let previous: unknown
  const kept: number[] = []
  const lost = new Set<string>()
  for (let turn = 1; turn <= 24; turn++) {
    const { request, losses } = encodeAnthropic({ messages }, { model })
    expect(validateAnthropic(request, { previous })).toEqual([])
    kept.push(JSON.stringify(request).split('"signature"').length - 1)
    for (const { code, path } of losses) if (code === 'reasoning') lost.add(path)
    previous = request
    const signature = `signed${turn}`
    const reasoning = { type: 'reasoning', text: `Thought ${turn}.`, providerOptions: { anthropic: { signature } } }
    messages.push({ role: 'assistant', content: [reasoning, { type: 'text', text: 'Next.' }] } as Message)
    messages.push(...shown(turn === 3 ? png(2_001, 9) : png(1_000, 1_000)))
  }
  expect(kept).toEqual([...Array.from({ length: 20 }, (_, turn) => turn), 0, 1, 2, 3])
  expect(lost.size).toBe(20)
})

test('the rule about images finds one that is too large', () => {
  const source = { type: 'base64', media_type: 'image/png', data: png(9_000, 9) }
  const request = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'image', source }] }] }
  expect(validateAnthropic(request).map(({ code, path }) => [code, path])).toContainEqual([
    'AN-IMAGE',
    'messages[0].content[0].source.data',
  ])
})

// aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#998 (September 2026): Claude on Bedrock
// has the same limit of many images.
test('Claude on Bedrock is sent what it accepts beside 20 images', () => {
  const signed = (signature: string): Message => ({
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', providerOptions: { bedrock: { signature } } },
      { type: 'text', text: 'Next.' },
    ],
  })
  const messages: Message[] = [
    ...shown(png(2_500, 800)),
    signed('c2lnbmVk'),
    ...shown(...small),
    signed('c2lnbmVkMg=='),
    { role: 'user', content: 'And now?' },
  ]
  const claude = encodeBedrockConverse({ messages }, { model: 'global.anthropic.claude-opus-5-5' })
  expect(claude.losses.map(({ code, path }) => [code, path])).toEqual([
    ['media', 'messages[0].content[0]'],
    ['reasoning', 'messages[1].content[0]'],
  ])
  const nova = encodeBedrockConverse(
    { messages: [...shown(png(2_500, 800), ...small)] },
    { model: 'amazon.nova-pro-v1:0' },
  )
  expect(nova.losses).toEqual([])
})

// "Each image's size, height, and width must be no more than 3.75 MB, 8000 px, and 8000 px" (API_runtime_Message.html).
test.each([
  [8_000, []],
  [8_001, ['media']],
])('an image of %s pixels on a side on Bedrock: %s', (width, expected) => {
  const { losses } = encodeBedrockConverse({ messages: shown(png(width, 9)) }, { model: 'amazon.nova-pro-v1:0' })
  expect(losses.map(({ code }) => code)).toEqual(expected)
})
