import type { FragmentContent, Layer } from '@lamella/core'
import { show } from '../kit/show.ts'
import { isToolOutput } from './tool-output.ts'

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const present: Check = (value) => value !== undefined && value !== null
const truth: Check = (value) => typeof value === 'boolean'

/** Fields that each part must have, by role and type. */
const call = { toolCallId: text, toolName: text }
const parts: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Check>>>>>> = {
  system: {},
  user: { text: { text }, image: { image: present }, file: { data: present, mediaType: text } },
  assistant: {
    text: { text },
    file: { data: present, mediaType: text },
    reasoning: { text },
    'tool-call': { ...call, input: present },
    'tool-result': { ...call, output: isToolOutput },
    'tool-approval-request': { approvalId: text, toolCallId: text },
  },
  tool: {
    'tool-result': { ...call, output: isToolOutput },
    'tool-approval-response': { approvalId: text, approved: truth },
  },
}

/** What is wrong with the kind of a content; `undefined` when nothing is. Messages are looked into by `messageProblem`. */
export function contentProblem(content: unknown, layer: Pick<Layer, 'placement' | 'compose'>): string | undefined {
  if (typeof content === 'string') return undefined
  if (layer.placement === 'system' || layer.compose) {
    return `${show(content)} where a layer with placement "system" or with compose has text`
  }
  if (!Array.isArray(content)) return `${show(content)}, which is neither text nor messages`
  return content.length === 0 ? 'a list of no messages' : undefined
}

/** What is wrong with the messages of a content, `undefined` when nothing is. */
export function messagesProblem(content: FragmentContent): string | undefined {
  if (!Array.isArray(content)) return undefined
  for (const message of content) {
    const problem = messageProblem(message)
    if (problem) return problem
  }
  return undefined
}

function messageProblem(message: unknown): string | undefined {
  if (!isFields(message)) return `${show(message)}, which is not a message`
  const { role, content } = message
  const known = typeof role === 'string' && Object.hasOwn(parts, role) ? parts[role] : undefined
  if (!known) return `the role ${show(role)}`
  if (typeof content === 'string' && role !== 'tool') return undefined
  if (!Array.isArray(content) || role === 'system') return `${show(content)} as the content of a ${role} message`
  for (const part of content) {
    const type = isFields(part) ? String(part['type']) : ''
    if (!Object.hasOwn(known, type)) return `the part ${show(part)} in a ${role} message`
    const wrong = Object.entries(known[type] ?? {}).find(([key, check]) => !check((part as Fields)[key]))
    if (wrong) return `${show((part as Fields)[wrong[0]])} as ${wrong[0]} of a ${type} part`
  }
  return undefined
}

/** Ids of the calls, results and approvals in a content, as text. */
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
