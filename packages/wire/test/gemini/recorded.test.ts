import { decodeGemini, encodeGemini, type GeminiEncoding, type Violation, validateGemini } from '@lamella/wire/gemini'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { deepFreeze } from '../freeze.ts'
import { normal } from './normal.ts'

interface Recorded {
  readonly src: string
  readonly uri: string
  readonly kind?: string
  readonly body: { readonly [field: string]: unknown }
}

/** The model that a request was sent to. */
const modelOf = ({ uri }: Recorded): string => /models\/([^:]+):/.exec(uri)?.[1] ?? ''

/** Decodes a recorded request, and encodes it again for the same model. */
function again(recorded: Recorded): GeminiEncoding {
  return encodeGemini(decodeGemini(deepFreeze(recorded.body)), { model: modelOf(recorded) })
}

const errorsOf = (recorded: Recorded, request: unknown): Violation[] =>
  validateGemini(request, { model: modelOf(recorded) }).filter(({ level }) => level === 'error')

describe.skipIf(noData !== undefined)('recorded requests', () => {
  const accepted = noData === undefined ? readLines<Recorded>('wire/gemini.accepted-tools.jsonl') : []
  const rejected = noData === undefined ? readLines<Recorded>('wire/rejected-400.jsonl') : []

  test('that Gemini accepted break no rule of level error', () => {
    expect(accepted).toHaveLength(115)
    for (const one of accepted) expect(errorsOf(one, one.body), one.src).toEqual([])
  })

  test('that Gemini accepted keep their meaning in a round trip', () => {
    for (const one of accepted) {
      const { request } = again(one)
      expect(errorsOf(one, request), one.src).toEqual([])
      const takesJsonSchema = !modelOf(one).startsWith('gemini-2.0')
      expect(request, one.src).toEqual(normal(one.body, takesJsonSchema))
    }
  })

  test('that Gemini accepted lose nothing; a placeholder for a missing signature is written again and reported', () => {
    const messages = accepted.flatMap((one) =>
      again(one).losses.map(({ code, what: message }) => `${code}: ${message}`),
    )
    const mark =
      'reasoning: The call has no Gemini thought signature: it is sent with a placeholder that skips validation.'
    expect(messages).toEqual(Array.from({ length: 8 }, () => mark))
  })

  test('that Gemini accepted need no repairs, except for empty texts', () => {
    const rows = accepted.flatMap((one) => again(one).repairs.map(({ code, path }) => `${code} ${path}`))
    const began = ['empty-text messages[0].content[0]', 'empty-message messages[0]', 'alternation messages[1]']
    expect(rows).toEqual([...began, ...began, 'empty-text messages[1].content[0]'])
  })

  // Five requests were rejected. Two break a rule of the format. Three name an image on a server that blocks robots,
  // which no rule can detect.
  test('that Gemini rejected as malformed break a rule', () => {
    const refused = rejected.filter(({ kind }) => kind === 'gemini')
    expect(refused).toHaveLength(5)
    const broken = refused.map((one) => errorsOf(one, one.body).map(({ code, path }) => `${code} ${path}`))
    expect(broken.filter((rules) => rules.length > 0)).toEqual([
      ['GE-ROLE contents[0].role'],
      ['GE-PARAM generationConfig.temperature'],
    ])
    for (const one of refused.filter(({ src }) => src.includes('multimodal'))) {
      expect(JSON.stringify(one.body)).toContain('https://www.gstatic.com/')
    }
  })
})
