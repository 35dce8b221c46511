import type { Message, Part, ToolOutput } from '@lamella/core'
import type { Loss, WireContext, WireRepair } from '@lamella/wire/openai-chat'

/** A request, and what became of the context on the way. */
export interface Told {
  readonly request: object
  readonly losses: readonly Loss[]
  readonly repairs: readonly WireRepair[]
}

/** What a context says that is neither in the request nor told with its place. */
export function untold(context: WireContext, { request, losses, repairs }: Told): string[] {
  const text = JSON.stringify(request)
  const told = [...losses, ...repairs].map(({ path }) => path)
  return saidIn(context).flatMap(([path, said]) => {
    const isTold = told.some((place) => place === path || place.startsWith(`${path}.`))
    // OpenAI has the input of a call as JSON text.
    const isSent = text.includes(written(said)) || text.includes(written(JSON.stringify(said).slice(1, -1)))
    return isTold || isSent ? [] : [`${path}: ${said}`]
  })
}

/** A text as it stands in a request: without halves of surrogate pairs, escaped. */
function written(text: string): string {
  return JSON.stringify(Buffer.from(text, 'utf8').toString('utf8')).slice(1, -1)
}

/** What a context says, by the message or tool that says it. */
export function saidIn({ system = [], messages, tools = [] }: WireContext): [path: string, said: string][] {
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
