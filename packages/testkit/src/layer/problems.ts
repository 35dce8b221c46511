import type { FragmentContent, Layer } from '@lamella/core'
import { messageProblem } from '@lamella/core/plugin'
import { show } from '../kit/show.ts'

type Fields = Readonly<Record<string, unknown>>
/** Describes the problem with the kind of content; `undefined` if it is valid. `messageProblem` checks the messages. */
export function contentProblem(content: unknown, layer: Pick<Layer, 'placement' | 'compose'>): string | undefined {
  if (typeof content === 'string') return undefined
  if (layer.placement === 'system' || layer.compose) {
    return `${show(content)}, but a layer with placement "system" or with compose needs text`
  }
  if (!Array.isArray(content)) return `${show(content)}, which is neither text nor messages`
  return content.length === 0 ? 'an empty list of messages' : undefined
}

/** Describes the problem with the messages in content; `undefined` if they are valid. */
export function messagesProblem(content: FragmentContent): string | undefined {
  if (!Array.isArray(content)) return undefined
  for (const [index, message] of content.entries()) {
    const found = messageProblem(message)
    if (found) return `messages[${index}]${found.path}, which ${found.problem}: ${show(message)},`
  }
  return undefined
}

/** Ids of the calls, results and approvals in content, as text. */
export function toolIds(content: FragmentContent): string {
  if (!Array.isArray(content)) return ''
  const all = content.flatMap((message) => (Array.isArray(message?.content) ? message.content : []))
  return all.flatMap((part) => (isFields(part) ? idsOf(part) : [])).join(', ')
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function idsOf(part: Fields): readonly string[] {
  return ['toolCallId', 'approvalId'].flatMap((key) => (key in part ? [`${part['type']} ${String(part[key])}`] : []))
}
