import type { Part } from '@lamella/core'
import type { Transcript, TranscriptEntry, TranscriptRequest } from '@lamella/provider-fs/transcripts'

/** Each message as its role and what is in it. */
export function brief(entries: readonly TranscriptEntry[]): readonly string[] {
  return entries.map(({ message: { role, content } }) =>
    typeof content === 'string'
      ? `${role}: ${content}`
      : `${role}: ${(content as readonly Part[]).map(partText).join(' + ')}`,
  )
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'reasoning':
      return `thinks(${part.text})`
    case 'tool-call':
      return `${part.toolName}(${part.toolCallId})`
    case 'tool-result':
      return `${part.toolName}(${part.toolCallId}) ${part.output.type} ${'value' in part.output ? JSON.stringify(part.output.value) : ''}`
    default:
      return part.type
  }
}

/** Uncached input, cache write (-1 if unknown), cache read and output, of each request. */
export function usage(requests: readonly TranscriptRequest[]): readonly (readonly number[])[] {
  return requests.map(({ usage: { input, cacheWrite = -1, cacheRead, output } }) => [
    input,
    cacheWrite,
    cacheRead,
    output,
  ])
}

/** The four numbers of all requests. */
export function total({ requests }: Transcript): readonly number[] {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
  return [0, 1, 2, 3].map((at) => sum(usage(requests).map((one) => Math.max(0, one[at] ?? 0))))
}

/** All texts of all messages, wherever they are. */
export function everywhere({ window, path, branches, subagents, compactions }: Transcript): string {
  return JSON.stringify([window, path, branches, subagents, compactions.map(({ lost, summary }) => [lost, summary])])
}
