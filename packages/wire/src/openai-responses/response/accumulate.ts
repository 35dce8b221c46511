import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { type Accumulator, partNumbers } from '../../shared/response/accumulator.ts'
import { type StreamIds, streamIdsFor } from '../../shared/response/call-arguments.ts'
import { appendItems, type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { providerError, responseError } from '../../shared/response/problem.ts'
import type { StreamDelta, TornPart } from '../../shared/response/response.ts'
import { addPiece, type Item, indexOf, type PartList, pieceOf } from './item.ts'
import { completed, createItems } from './items.ts'

const title = 'OpenAI Responses'

/**
 * Puts events together: items by `output_index`, their parts by `content_index` or `summary_index`. What has an event of its
 * own when it is done is taken from that; the last event has the whole response. What the end lacks, and the pieces had, is
 * taken from those. Progress of tools that the API runs, audio and partial images say nothing that their items lack.
 *
 * Source: openai 6.49.0, `ResponseStreamEvent` and `accumulateResponse`. Read on 2026-11-23.
 */
export function accumulateResponses(_choice: number, mends: Mends): Accumulator {
  const body: Fields = {}
  const items = createItems(mends)
  const numbers = partNumbers()
  const idOf = streamIdsFor(() => body['id'])
  let state: 'empty' | 'open' | 'done' = 'empty'
  let output: readonly UnknownRecord[] = []
  const malformed = (problem: string): Error => responseError(title, 'malformed', `The stream ${problem}`)
  const take = (response: UnknownRecord): void => {
    setFields(body, response, ['output'])
    output = Array.isArray(response['output']) ? response['output'].filter(isRecord) : []
  }
  const setPart = (list: PartList, event: UnknownRecord): void => {
    const { part } = event
    if (!isRecord(part)) throw malformed('has a part that is not an object')
    const index = indexOf(event, list)
    items
      .of(event, list === 'content' && part['type'] !== 'reasoning_text' ? 'message' : 'reasoning')
      ?.setPart(list, index, part)
  }
  const bodyWith = (whole: readonly unknown[]): UnknownRecord => ({ ...body, output: whole })
  return {
    add(event, emit) {
      const { type } = event
      if (type === 'error') throw providerError(title, event['error'] ?? event)
      // A server that ignores `stream` sends the whole response.
      if (event['object'] === 'response' && Array.isArray(event['output'])) {
        take(event)
        state = 'done'
        return undefined
      }
      if (typeof type !== 'string' || !type.startsWith('response.')) return String(type)
      if (state === 'empty') state = 'open'
      switch (type) {
        case 'response.created':
        case 'response.in_progress':
        case 'response.queued':
        case 'response.completed':
        case 'response.incomplete':
        case 'response.done':
        case 'response.failed': {
          const { response } = event
          if (type === 'response.failed') throw providerError(title, Object(response)['error'] ?? response ?? event)
          const isEnd = type === 'response.completed' || type === 'response.incomplete' || type === 'response.done'
          if (isEnd) state = 'done'
          if (!isRecord(response)) throw malformed(`has ${type} without a response`)
          if (isEnd) take(response)
          else setFields(body, response, ['output'])
          return undefined
        }
        case 'response.output_item.added': {
          if (!isRecord(event['item'])) throw malformed('starts an item that is not an object')
          const item = items.start(event, event['item'])
          if (item?.type === 'function_call' || item?.type === 'custom_tool_call')
            emitInput(item, '', { numbers, idOf, emit })
          return undefined
        }
        case 'response.output_item.done':
          if (!isRecord(event['item'])) throw malformed('ends an item that is not an object')
          items.end(event, event['item'])
          return undefined
        case 'response.content_part.added':
        case 'response.content_part.done':
          setPart('content', event)
          return undefined
        case 'response.reasoning_summary_part.added':
        case 'response.reasoning_summary_part.done':
          setPart('summary', event)
          return undefined
        case 'response.output_text.annotation.added': {
          const part = items.of(event, 'message')?.part('content', indexOf(event, 'content'), 'output_text')
          if (part !== undefined) appendItems(part, 'annotations', [event['annotation']])
          return undefined
        }
        default: {
          const piece = pieceOf(type)
          if (piece === undefined) return progress.test(type) ? undefined : type
          const item = items.of(event, piece.itemType)
          if (item === undefined) return undefined
          const { delta: kind } = piece
          addPiece(item, piece, event, numbers, (text, part) => {
            if (kind === 'tool-input') emitInput(item, text, { numbers, idOf, emit })
            else if (kind !== undefined) emit({ type: kind, part, text })
          })
          return undefined
        }
      }
    },
    state: () => state,
    body: () => bodyWith(completed(output, items.all())),
    kept: () => {
      if (state === 'done') return { body: bodyWith(completed(output, items.all())), torn: [] }
      const torn: TornPart[] = []
      const kept = items.all().flatMap((item) => {
        const fields = item.kept()
        if (fields === undefined && item.type !== 'message') torn.push(item.torn())
        return fields === undefined ? [] : [fields]
      })
      return { body: bodyWith(kept), torn }
    },
  }
}

const progress =
  /^response\.(?:audio|image_generation_call|file_search_call|web_search_call|code_interpreter_call|mcp_call|mcp_list_tools)\./

/** Passes on a piece of the arguments of a call that has a name. */
function emitInput(item: Item, text: string, { numbers, idOf, emit }: Emitting): void {
  const [given, toolName] = [textIn(item.own, 'call_id') || textIn(item.own, 'id'), textIn(item.own, 'name')]
  if (toolName === '') return
  emit({ type: 'tool-input', part: numbers(item), toolCallId: idOf(item, given, toolName), toolName, text })
}

interface Emitting {
  readonly numbers: (part: unknown) => number
  readonly idOf: StreamIds
  readonly emit: (delta: StreamDelta) => void
}
