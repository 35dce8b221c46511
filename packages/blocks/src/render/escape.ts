import { seenText } from '@lamella/core/plugin'

/** Two ways to find lines: some readers treat a control character as the end of a line, others do not see it. */
const lines = [/[^\p{Cc}\p{Zl}\p{Zp}]+/gu, /[^\n]+/g]

/** Puts a backslash before each line that looks like the header of a section. */
export function escapeHeaders(text: string): string {
  if (!text.includes('=')) return text
  return lines.reduce((all, line) => all.replace(line, (one) => (isHeader(one) ? `\\${one}` : one)), text)
}

function isHeader(line: string): boolean {
  const seen = line.includes('=') ? seenText(line) : ''
  return seen.length >= 6 && seen.startsWith('===') && seen.endsWith('===')
}
