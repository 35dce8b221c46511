import type { Message, Part, ToolOutput } from '@lamella/core'
import { encodeGemini, type WireContext } from '@lamella/wire/gemini'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { context as anyContext } from '../histories.ts'
import { googleContext } from './google-contexts.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 2_000)
const context = fc.oneof(anyContext, googleContext)
const model = fc.constantFrom('gemini-2.0-flash', 'gemini-2.5-pro', 'gemini-3-pro-preview')

/** A text as it stands in a request: without halves of surrogate pairs, escaped. */
const written = (text: string): string => JSON.stringify(Buffer.from(text, 'utf8').toString('utf8')).slice(1, -1)

test('whatever is not in a request is told, with its place', { timeout: 300_000 }, () => {
  let looked = 0
  fc.assert(
    fc.property(context, model, (value, name) => {
      const { request, losses, repairs } = encodeGemini(value, { model: name })
      const text = JSON.stringify(request)
      const told = [...losses, ...repairs].map(({ path }) => path)
      for (const [path, said] of saidIn(value)) {
        looked++
        if (text.includes(written(said))) continue
        expect(
          told.some((place) => place === path || place.startsWith(`${path}.`)),
          `${path}: ${said}`,
        ).toBe(true)
      }
    }),
    { numRuns },
  )
  expect(looked).toBeGreaterThan(numRuns)
})

/** What a context says, by the message or tool that says it. */
function saidIn({ system = [], messages, tools = [] }: WireContext): [path: string, said: string][] {
  return [
    ...system.map(({ content }, index): [string, string] => [`system[${index}]`, content]),
    ...messages.flatMap((message, index) =>
      textsOf(message).map((said): [string, string] => [`messages[${index}]`, said]),
    ),
    // Tools of a provider are in its own words.
    ...tools.map(({ description = '', providerOptions }, index): [string, string] => [
      `tools[${index}]`,
      providerOptions === undefined ? description : '',
    ]),
  ]
}

function textsOf({ content }: Message): string[] {
  return typeof content === 'string' ? [content] : (content as readonly Part[]).flatMap(textsOfPart)
}

function textsOfPart(part: Part): string[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [part.text]
    case 'tool-call':
      return typeof part.input === 'string' ? [part.input] : []
    case 'tool-result':
      return textsOfOutput(part.output)
    case 'file':
      return typeof part.data === 'string' && part.data.startsWith('https:') ? [part.data] : []
    default:
      return []
  }
}

function textsOfOutput(output: ToolOutput): string[] {
  if (output.type === 'text' || output.type === 'error-text') return [output.value]
  if (output.type === 'execution-denied') return [output.reason ?? '']
  return output.type === 'content' ? output.value.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])) : []
}
