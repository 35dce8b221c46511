import type { PlainItem } from './plain-item.ts'
import type { ReadItem } from './read-item.ts'
import { writeAnswerPart, writeResult, writeUser } from './write-item.ts'

/** Writes what was read from an item as if it came from elsewhere. */
export function writeRead(read: ReadItem): readonly PlainItem[] {
  switch (read.role) {
    case 'system':
      return [{ type: 'message', role: 'system', content: read.text }]
    case 'user':
      return [writeUser(read.content)]
    case 'assistant':
      return read.parts.flatMap(writeAnswerPart)
    case 'tool':
      return read.parts.flatMap((part) =>
        part.type === 'tool-result' ? [writeResult(part, 'function_call', undefined)] : [],
      )
    default:
      return read satisfies never
  }
}
