import { parseSections } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { expect } from 'vitest'
import { rawText } from './support.ts'

const headings = [
  'Goal',
  'Decisions and preferences',
  'Open promises',
  'Facts',
  'Users',
  'Assistant',
  'Results',
  'Files',
  'Values',
  'State',
].map((one) => `## ${one}`)

/** Whether a text names a value, not as a part of another. */
export function has(text: string, value: string): boolean {
  return new RegExp(`(?<![\\w.])${value.replace(/[.]/g, '\\.')}(?![\\w])`).test(text)
}

/** Each heading once, and nothing but lines with numbers of messages. */
export function expectForm(text: string): void {
  if (text === '') return
  const [, ...lines] = text.split('\n')
  const titles = lines.filter((line) => line.startsWith('## '))
  expect(new Set(titles).size).toBe(titles.length)
  for (const one of titles) expect(headings).toContain(one)
  const form = /^#\d+(?:-\d+)?(?:, #\d+(?:-\d+)?)*: \S/
  for (const line of lines) if (!line.startsWith('## ')) expect([line, form.test(line)]).toEqual([line, true])
  for (const control of text.matchAll(/[\r\v\f\u0085\u2028\u2029]/g)) expect(control).toBeUndefined()
}

/** A line's numbers are in one of the messages that it names. */
export function expectSources(text: string, messages: readonly Message[]): void {
  for (const { text: line, sources } of parseSections(text, { start: 0, end: messages.length })) {
    expect([line, sources.length > 0]).toEqual([line, true])
    const named = sources.flatMap(({ start, end }) => messages.slice(start, end)).map(rawText)
    // What a value of a tool was has the numbers of the present one.
    const [now = line] = line.split(' (was ')
    for (const [value] of now.matchAll(/(?<!\d)1\d{3}(?!\d)/g)) {
      expect([line, value, named.some((said) => said.includes(value))]).toEqual([line, value, true])
    }
  }
}

/** A text that has a replaced value has what replaced it, too, and after it. */
export function expectCorrected(text: string, old: string, now: string): void {
  expect([old, now, text, has(text, now)]).toEqual([old, now, text, true])
}
