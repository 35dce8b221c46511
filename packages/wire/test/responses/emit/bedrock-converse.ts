import { type Emitted, piecesOf, type Random } from './emitter.ts'

interface Block {
  readonly text?: string
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: object }
  readonly reasoningContent?: {
    readonly reasoningText?: { readonly text: string; readonly signature: string }
    readonly redactedContent?: string
  }
}

/** A response of Converse. */
export interface ConverseBody {
  readonly output: { readonly message: { readonly role: 'assistant'; readonly content: readonly Block[] } }
  readonly stopReason: string
  readonly usage: object
}

/**
 * Sends a response as ConverseStream does: a start, blocks with deltas and a stop, of which only calls have a start, the stop
 * reason, and metadata with the usage.
 */
export function emitBedrockConverse({ output, stopReason, usage }: ConverseBody, random: Random): Emitted[] {
  const events = [
    { messageStart: { role: 'assistant' } },
    ...output.message.content.flatMap((block, contentBlockIndex) => {
      const { toolUse } = block
      const start = toolUse && { toolUse: { toolUseId: toolUse.toolUseId, name: toolUse.name } }
      return [
        ...(start === undefined ? [] : [{ contentBlockStart: { start, contentBlockIndex } }]),
        ...deltasOf(block, random).map((delta) => ({ contentBlockDelta: { delta, contentBlockIndex } })),
        { contentBlockStop: { contentBlockIndex } },
      ]
    }),
    { messageStop: { stopReason } },
    { metadata: { usage, metrics: { latencyMs: 1 } } },
  ]
  return events.map((data) => ({ data }))
}

function deltasOf({ text, toolUse, reasoningContent }: Block, random: Random): object[] {
  if (text !== undefined) return piecesOf(text, random).map((piece) => ({ text: piece }))
  if (toolUse !== undefined)
    return piecesOf(JSON.stringify(toolUse.input), random).map((input) => ({ toolUse: { input } }))
  const said = reasoningContent?.reasoningText
  if (said === undefined) return [{ reasoningContent }]
  const texts = piecesOf(said.text, random).map((piece) => ({ reasoningContent: { text: piece } }))
  return [...texts, { reasoningContent: { signature: said.signature } }]
}
