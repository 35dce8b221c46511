import type { BetaContentBlock, BetaMessage } from '@anthropic-ai/sdk/resources/beta/messages/messages'
import { type Emitted, piecesOf, type Random } from './emitter.ts'

/**
 * Sends a message as events, as "Streaming messages" of Anthropic says: a start with empty content, each block with its
 * start, deltas and stop, a delta with the stop reason and the cumulative usage, a stop; pings anywhere.
 */
export function emitAnthropic(message: BetaMessage, random: Random): Emitted[] {
  const { content, stop_reason, stop_sequence, usage } = message
  const start = {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  const events = [
    { type: 'message_start', message: start },
    ...content.flatMap((block, index) => ofBlock(block, index, random)),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage.output_tokens } },
    { type: 'message_stop' },
  ]
  return events
    .flatMap((event) => (random(8) === 0 ? [{ type: 'ping' }, event] : [event]))
    .map((data) => ({ name: data.type, data }))
}

function ofBlock(block: BetaContentBlock, index: number, random: Random): { readonly type: string }[] {
  const [start, deltas] = partsOf(block, random)
  return [
    { type: 'content_block_start', index, content_block: start } as { type: string },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index } as { type: string },
  ]
}

/** Returns the block as it starts, and its deltas. */
function partsOf(block: BetaContentBlock, random: Random): [object, object[]] {
  switch (block.type) {
    case 'text': {
      const texts = piecesOf(block.text, random).map((text) => ({ type: 'text_delta', text }))
      const citations = (block.citations ?? []).map((citation) => ({ type: 'citations_delta', citation }))
      return [{ ...block, text: '', ...(block.citations && { citations: [] }) }, [...citations, ...texts]]
    }
    case 'thinking': {
      const texts = piecesOf(block.thinking, random).map((thinking) => ({ type: 'thinking_delta', thinking }))
      const signature = { type: 'signature_delta', signature: block.signature }
      return [{ ...block, thinking: '', signature: '' }, [...texts, signature]]
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const isEmpty = Object.keys(block.input as object).length === 0
      const json = isEmpty ? [''] : ['', ...piecesOf(JSON.stringify(block.input), random)]
      return [{ ...block, input: {} }, json.map((partial_json) => ({ type: 'input_json_delta', partial_json }))]
    }
    case 'compaction': {
      const { content, encrypted_content } = block
      return [{ ...block, content: null }, [{ type: 'compaction_delta', content, encrypted_content }]]
    }
    default:
      return [block, []]
  }
}
