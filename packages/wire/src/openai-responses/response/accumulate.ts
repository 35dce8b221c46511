import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Accumulator } from '../../shared/response/accumulator.ts'
import { appendItems, type Fields, inOrder, setFields, textIn } from '../../shared/response/fields.ts'
import { readIndex } from '../../shared/response/indexes.ts'
import { partNumbers } from '../../shared/response/parts.ts'
import { providerError, responseError } from '../../shared/response/problem.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'
import { createItem, type Item } from './item.ts'
import { addPiece, pieceOf } from './pieces.ts'

const title = 'OpenAI Responses'

/**
 * Puts events together: items by `output_index`, their parts by `content_index` or `summary_index`. What has an event of its
 * own when it is done is taken from that; the last event has the whole response, and counts if its output is not empty (some
 * servers leave it out). Progress of tools that the API runs, audio and partial images say nothing that their items lack.
 *
 * Source: openai 6.49.0, `ResponseStreamEvent` and `accumulateResponse`. Read on 2026-11-23.
 */
export function accumulateResponses(): Accumulator {
  const body: Fields = {}
  const items = new Map<number, Item>()
  const numbers = partNumbers()
  let state: 'empty' | 'open' | 'done' = 'empty'
  let output: readonly unknown[] = []
  const refuse = (problem: string): never => {
    throw responseError(title, 'malformed', `The stream ${problem}`)
  }
  const openItem = (event: UnknownRecord): Item => {
    const index = readIndex(title, event['output_index'], 'output_index')
    const item = items.get(index) ?? refuse(`continues item ${index}, which has not started`)
    return item.isDone ? refuse(`continues item ${index}, which is done`) : item
  }
  const partOf = (event: UnknownRecord): UnknownRecord =>
    isRecord(event['part']) ? event['part'] : refuse('has a part that is not an object')
  const bodyWith = (whole: readonly unknown[]): UnknownRecord => ({ ...body, output: whole })
  return {
    add(event, emit) {
      const { type } = event
      if (type === 'error') throw providerError(title, event['error'] ?? event)
      if (typeof type !== 'string' || !type.startsWith('response.')) return String(type)
      if (state === 'empty') state = 'open'
      switch (type) {
        case 'response.created':
        case 'response.in_progress':
        case 'response.queued':
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed': {
          const { response } = event
          if (!isRecord(response)) return refuse(`has ${type} without a response`)
          if (type === 'response.failed') throw providerError(title, response['error'] ?? response)
          setFields(body, response, ['output'])
          if (type !== 'response.completed' && type !== 'response.incomplete') return undefined
          state = 'done'
          output = Array.isArray(response['output']) ? [...response['output']] : []
          return undefined
        }
        case 'response.output_item.added': {
          const index = readIndex(title, event['output_index'], 'output_index')
          if (items.has(index)) refuse(`starts item ${index} twice`)
          if (!isRecord(event['item'])) return refuse('starts an item that is not an object')
          const item = createItem(event['item'])
          items.set(index, item)
          if (item.type === 'function_call' || item.type === 'custom_tool_call')
            emit(inputDelta(item, numbers(item), ''))
          return undefined
        }
        case 'response.output_item.done': {
          const index = readIndex(title, event['output_index'], 'output_index')
          if (!isRecord(event['item'])) return refuse('ends an item that is not an object')
          const item = items.get(index) ?? createItem(event['item'])
          if (item.isDone) refuse(`ends item ${index} twice`)
          items.set(index, item)
          const copy: Fields = {}
          setFields(copy, event['item'])
          item.finish(copy)
          return undefined
        }
        case 'response.content_part.added':
        case 'response.content_part.done': {
          const index = readIndex(title, event['content_index'], 'content_index')
          openItem(event).setPart('content', index, partOf(event))
          return undefined
        }
        case 'response.reasoning_summary_part.added':
        case 'response.reasoning_summary_part.done': {
          const index = readIndex(title, event['summary_index'], 'summary_index')
          openItem(event).setPart('summary', index, partOf(event))
          return undefined
        }
        case 'response.output_text.annotation.added': {
          const index = readIndex(title, event['content_index'], 'content_index')
          appendItems(openItem(event).part('content', index, 'output_text'), 'annotations', [event['annotation']])
          return undefined
        }
        default: {
          const piece = pieceOf(type)
          if (piece !== undefined) {
            const item = openItem(event)
            const { delta: type } = piece
            addPiece(title, item, piece, event, numbers, (text, part) => {
              if (type !== undefined) emit(type === 'tool-input' ? inputDelta(item, part, text) : { type, part, text })
            })
            return undefined
          }
          return progress.test(type) ? undefined : type
        }
      }
    },
    state: () => state,
    body: () => bodyWith(output.length > 0 ? output : inOrder(items).map((item) => item.fields())),
    kept: () => {
      if (output.length > 0) return { body: bodyWith(output), torn: [] }
      const torn: TornPart[] = []
      const kept = inOrder(items).flatMap((item) => {
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

function inputDelta({ own }: Item, part: number, text: string): Parameters<Parameters<Accumulator['add']>[1]>[0] {
  return { type: 'tool-input', part, toolCallId: textIn(own, 'call_id'), toolName: textIn(own, 'name'), text }
}
