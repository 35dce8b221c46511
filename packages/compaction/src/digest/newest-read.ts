import type { Message, Part } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'

/** The most characters of the newest messages that are read in full, and of what users said before them. */
const most = { all: 200_000, users: 50_000 }

/** Returns the messages that a digest reads, so that its time is bounded: the newest in full, before them what users said. */
export function newestRead(gone: readonly PlacedMessage[]): readonly PlacedMessage[] {
  const read: PlacedMessage[] = []
  let { all, users } = most
  for (let index = gone.length - 1; index >= 0 && users > 0; index--) {
    const one = gone[index] as PlacedMessage
    if (all > 0) all -= lengthOf(one.message)
    else if (one.message.role === 'user') users -= lengthOf(one.message)
    else continue
    read.push(one)
  }
  return read.reverse()
}

function lengthOf({ content }: Message): number {
  if (typeof content === 'string') return content.length
  return (content as readonly Part[]).reduce((sum, part) => {
    if (part.type === 'text') return sum + part.text.length
    if (part.type === 'tool-result' && part.output.type === 'text') return sum + part.output.value.length
    return part.type === 'tool-result' || part.type === 'tool-call' ? sum + JSON.stringify(part).length : sum
  }, 0)
}
