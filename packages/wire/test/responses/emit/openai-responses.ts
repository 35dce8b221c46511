import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses'
import { type Emitted, piecesOf, type Random } from './emitter.ts'

interface Event {
  readonly type: string
}

/**
 * Sends a response as events, as the API reference of OpenAI says: created, each item added and done, in it each part added
 * and done, in it deltas and the whole text, and an event with the whole response. Some servers leave out its output.
 */
export function emitOpenAIResponses(body: Response, random: Random): Emitted[] {
  const { output, usage: _, ...base } = body
  const start = { ...base, status: 'in_progress', incomplete_details: null, output: [] }
  const end = random(2) === 0 ? body : { ...body, output: [] }
  const events: Event[] = [
    event('created', { response: start }),
    event('in_progress', { response: start }),
    ...output.flatMap((item, output_index) => ofItem(item, { output_index, item_id: item.id }, random)),
    event(body.status === 'incomplete' ? 'incomplete' : 'completed', { response: end }),
  ]
  return events.map((data, sequence_number) => ({ name: data.type, data: { ...data, sequence_number } }))
}

function event(name: string, fields: object): Event {
  return { type: `response.${name}`, ...fields }
}

function ofItem(item: ResponseOutputItem, at: object, random: Random): Event[] {
  const [start, events] = insideOf(item, at, random)
  return [
    event('output_item.added', { ...at, item: { ...start, status: 'in_progress' } }),
    ...events,
    event('output_item.done', { ...at, item }),
  ]
}

/** Returns the item as it starts, and the events inside. */
function insideOf(item: ResponseOutputItem, at: object, random: Random): [object, Event[]] {
  const texts = (name: string, field: string, text: string, place = at): Event[] => [
    ...piecesOf(text, random).map((delta) => event(`${name}.delta`, { ...place, delta })),
    event(`${name}.done`, { ...place, [field]: text }),
  ]
  switch (item.type) {
    case 'message':
      return [
        { ...item, content: [] },
        item.content.flatMap((part, index) => ofPart(part, { ...at, content_index: index })),
      ]
    case 'reasoning':
      return [{ ...item, summary: [] }, ofReasoning(item)]
    case 'function_call':
      return [{ ...item, arguments: '' }, texts('function_call_arguments', 'arguments', item.arguments)]
    case 'custom_tool_call':
      return [{ ...item, input: '' }, texts('custom_tool_call_input', 'input', item.input)]
    case 'code_interpreter_call':
      return [{ ...item, code: '' }, texts('code_interpreter_call_code', 'code', item.code ?? '')]
    case 'web_search_call':
      return [item, ['in_progress', 'searching', 'completed'].map((now) => event(`web_search_call.${now}`, at))]
    default:
      return [item, []]
  }

  function ofPart(part: ResponseOutputMessage['content'][number], place: object): Event[] {
    const isText = part.type === 'output_text'
    const start = isText ? { ...part, text: '', annotations: [] } : { ...part, refusal: '' }
    const annotations = isText ? part.annotations : []
    return [
      event('content_part.added', { ...place, part: start }),
      ...(isText ? texts('output_text', 'text', part.text, place) : texts('refusal', 'refusal', part.refusal, place)),
      ...annotations.map((annotation, annotation_index) =>
        event('output_text.annotation.added', { ...place, annotation, annotation_index }),
      ),
      event('content_part.done', { ...place, part }),
    ]
  }

  function ofReasoning({ summary }: ResponseReasoningItem): Event[] {
    return summary.flatMap((part, summary_index) => {
      const place = { ...at, summary_index }
      return [
        event('reasoning_summary_part.added', { ...place, part: { ...part, text: '' } }),
        ...texts('reasoning_summary_text', 'text', part.text, place),
        event('reasoning_summary_part.done', { ...place, part }),
      ]
    })
  }
}
