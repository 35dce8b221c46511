import type { ToolDefinition } from '@lamella/core'
import { cleanText, cutText, escapeReservedTags } from '@lamella/core/plugin'

/** Every character that some reader accepts as the end of a line. */
const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/

/** U+0085 ends lines for some readers, but is not white space in JavaScript. */
const blankStart = /^[\s\u0085]+/

/** The maximum number of characters (UTF-16 units) of a description to show, including the marker of a cut. */
const longestDescription = 200

/**
 * Lists the tools for the system prompt, one line each: the name and the first line of the description. Nothing in a
 * description can look like a separate line or a reserved tag. Returns '' without tools.
 *
 * @example
 * toolsSummary([{ name: 'read_file', description: 'Reads a file.\nPaths are relative.', inputSchema: {} }])
 * // 'Available tools:\n- read_file: Reads a file.'
 */
export function toolsSummary(tools: readonly Pick<ToolDefinition, 'name' | 'description'>[]): string {
  if (tools.length === 0) return ''
  return ['Available tools:', ...tools.map(line)].join('\n')
}

function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim()
}

function line({ name, description = '' }: Pick<ToolDefinition, 'name' | 'description'>): string {
  const text = cutText(oneLine(firstLine(description)), longestDescription, { marker: () => '…' })
  return escapeReservedTags(text === '' ? `- ${oneLine(name)}` : `- ${oneLine(name)}: ${text}`)
}

function firstLine(text: string): string {
  const start = text.replace(blankStart, '')
  const end = start.search(lineEnd)
  return end < 0 ? start : start.slice(0, end)
}
