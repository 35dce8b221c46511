import type { Message, Part, ToolOutput } from '@lamella/core'
import type { Loss, WireContext, WireRepair } from '@lamella/wire/openai-chat'

/** A request, with the losses and repairs of its encoding. */
export interface Encoding {
  readonly request: object
  readonly losses: readonly Loss[]
  readonly repairs: readonly WireRepair[]
}

/** Returns content of a context that is neither in the request nor reported with its place. */
export function unreported(context: WireContext, { request, losses, repairs }: Encoding): string[] {
  const sent = JSON.stringify(request)
  const reported = [...losses, ...repairs].map(({ path }) => path)
  return textsIn(context).flatMap(([path, text]) => {
    const isReported = reported.some((place) => place === path || place.startsWith(`${path}.`))
    // OpenAI sends a call's input as JSON text.
    const isSent = sent.includes(written(text)) || sent.includes(written(JSON.stringify(text).slice(1, -1)))
    return isReported || isSent ? [] : [`${path}: ${text}`]
  })
}

/** Returns a text as it appears in a request: without lone surrogates, escaped. */
function written(text: string): string {
  return JSON.stringify(Buffer.from(text, 'utf8').toString('utf8')).slice(1, -1)
}

/** Returns the content of a context, by message or tool. */
export function textsIn({ system = [], messages, tools = [] }: WireContext): [path: string, text: string][] {
  return [
    ...system.map(({ content }, index): [string, string] => [`system[${index}]`, content]),
    ...messages.flatMap((message, index) =>
      textsOf(message).map((text): [string, string] => [`messages[${index}]`, text]),
    ),
    // Provider tools have their own format.
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
