import type { UnknownRecord } from '../../shared/guards.ts'
import type { StreamDelta } from '../../shared/response/delta.ts'
import { appendItems, appendText, type Fields, setFields, textIn } from '../../shared/response/fields.ts'
import { parsedInput } from '../../shared/response/parsed-input.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { TornPart } from '../../shared/response/torn-part.ts'

/** A block of the content while it arrives. */
export interface Block {
  /** Passes on what the start already has. */
  begin(emit: (delta: StreamDelta) => void): void
  /** Applies a delta. Returns its type if it is unknown. */
  add(delta: UnknownRecord, emit: (delta: StreamDelta) => void): string | undefined
  close(): void
  /** Returns the block as it is in a whole response. */
  fields(): Fields
  /** Whether it is a text without text. */
  isEmpty(): boolean
  /** Returns what is left of a block that broke off. Text is whole at any length. */
  torn(): TornPart | undefined
}

/** @param part The number of the block among those that have started. */
export function createBlock(title: string, start: UnknownRecord, part: number): Block {
  const fields: Fields = {}
  setFields(fields, start)
  const type = textIn(fields, 'type')
  let json: string | undefined
  let isOpen = true
  const isCall = type.endsWith('tool_use')
  const input = (text: string): StreamDelta => {
    return { type: 'tool-input', part, toolCallId: textIn(fields, 'id'), toolName: textIn(fields, 'name'), text }
  }
  return {
    begin(emit) {
      const text = textIn(fields, 'text')
      const thinking = textIn(fields, 'thinking')
      if (type === 'tool_use') emit(input(''))
      else if (type === 'text' && text !== '') emit({ type: 'text', part, text })
      else if (type === 'thinking' && thinking !== '') emit({ type: 'reasoning', part, text: thinking })
    },
    add(delta, emit) {
      if (!isOpen) throw responseError(title, 'malformed', 'The stream continues a block that has stopped')
      const kind = textIn(delta, 'type')
      switch (kind) {
        case 'text_delta':
          if (appendText(fields, 'text', delta['text'])) emit({ type: 'text', part, text: textIn(delta, 'text') })
          return undefined
        case 'thinking_delta':
          if (appendText(fields, 'thinking', delta['thinking']))
            emit({ type: 'reasoning', part, text: textIn(delta, 'thinking') })
          return undefined
        case 'signature_delta':
          setFields(fields, { signature: delta['signature'] })
          return undefined
        case 'input_json_delta': {
          const text = textIn(delta, 'partial_json')
          json = (json ?? '') + text
          if (type === 'tool_use' && text !== '') emit(input(text))
          return undefined
        }
        case 'citations_delta':
          appendItems(fields, 'citations', [delta['citation']])
          return undefined
        case 'compaction_delta':
          // The whole summary at once, or null if there is none.
          for (const name of ['content', 'encrypted_content']) if (name in delta) fields[name] = delta[name]
          return undefined
        default:
          return kind === '' ? 'delta without a type' : kind
      }
    },
    close() {
      isOpen = false
    },
    fields: () => (json === undefined || json.trim() === '' ? { ...fields } : { ...fields, input: parsedInput(json) }),
    isEmpty: () => type === 'text' && textIn(fields, 'text') === '',
    torn() {
      if (!isOpen) return undefined
      if (isCall)
        return {
          type: 'tool-call',
          toolCallId: textIn(fields, 'id'),
          toolName: textIn(fields, 'name'),
          text: json ?? '',
        }
      // All others are whole from their start.
      const isTorn = (type === 'thinking' && textIn(fields, 'signature') === '') || type === 'compaction'
      return isTorn ? { type: 'reasoning', text: textIn(fields, 'thinking') } : undefined
    },
  }
}
