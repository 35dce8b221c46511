import type { JsonValue, UserMessage } from '@lamella/core'
import { escapeAttribute, escapeFences, escapeReservedTags, type UpdateMark } from '@lamella/core/plugin'

export interface UpdatePart {
  /** The fragment that the text replaces. Absent: the text is in addition to earlier ones. */
  readonly replaces?: string
  /** `undefined` for a fragment that is gone. */
  readonly text: string | undefined
}

const tag = 'context-update'
const digestTag = 'context-digest'

/** Creates the message of a run that announces a change. */
export function updateMessage(content: string, update: UpdateMark): UserMessage {
  const mark = { ...update } as unknown as JsonValue
  return { role: 'user', content, providerOptions: { lamella: { update: mark } } }
}

/** Writes a digest as fenced data. Nothing in it can close the fence or open another one. */
export function digestText(layer: string, text: string): string {
  return `<${digestTag} layer="${escapeAttribute(layer)}">\n${escapeReservedTags(text)}\n</${digestTag}>`
}

/**
 * Writes an update as fenced data: which layer it is of, and whether it replaces earlier ones. Nothing in it can
 * close the fence or open another one.
 */
export function updateText(layer: string, parts: readonly UpdatePart[]): string {
  return parts
    .map(({ replaces, text }) => {
      const part = replaces === undefined || isOnly(replaces, layer) ? '' : ` part="${escapeAttribute(replaces)}"`
      const rule = replaces === undefined ? '' : ' replaces="earlier"'
      const inside = text === undefined ? '(removed)' : escapeFences(text)
      return `<${tag} layer="${escapeAttribute(layer)}"${part}${rule}>\n${inside}\n</${tag}>`
    })
    .join('\n')
}

/** The only fragment of a layer that returned one text, or that is named like its layer. */
function isOnly(fragment: string, layer: string): boolean {
  return fragment === 'text' || fragment === layer
}
