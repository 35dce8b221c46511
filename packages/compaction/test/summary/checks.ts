import { parseSections } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import { expect } from 'vitest'
import { rawText } from './support.ts'

const headings = [
  'Goal',
  'Decisions and preferences',
  'Open promises',
  'Facts',
  'Facts from tools',
  'Files',
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
  const titles = lines.filter((line) => line.startsWith('#'))
  expect(new Set(titles).size).toBe(titles.length)
  for (const one of titles) expect(headings).toContain(one)
  const refs = '#\\d+(?:-\\d+)?(?:, #\\d+(?:-\\d+)?)*'
  const form = new RegExp(`^(?:- ${refs}: \\S|  was ${refs}: \\S|  now ${refs}: .* -> )`)
  for (const line of lines) if (!line.startsWith('#')) expect([line, form.test(line)]).toEqual([line, true])
  for (const control of text.matchAll(/[\r\v\f\u0085\u2028\u2029]/g)) expect(control).toBeUndefined()
}

/** A line's numbers are in one of the messages that it names. */
export function expectSources(text: string, messages: readonly Message[]): void {
  for (const { text: line, sources, was = [] } of parseSections(text, { start: 0, end: messages.length })) {
    expect([line, sources.length > 0]).toEqual([line, true])
    for (const one of [{ text: line, sources }, ...was]) {
      const named = one.sources.flatMap(({ start, end }) => messages.slice(start, end)).map(rawText)
      const from = was.includes(one) && one.sources === sources ? messages.map(rawText) : named
      for (const [value] of one.text.matchAll(/(?<!\d)1\d{3}(?!\d)/g)) {
        expect([one.text, value, from.some((said) => said.includes(value))]).toEqual([one.text, value, true])
      }
    }
  }
}

/** The line with a replaced value, or what belongs to it, names what replaced it. */
export function expectCorrected(text: string, old: string, now: string): void {
  const blocks = text.split(/\n(?=- |## )/)
  for (const block of blocks.filter((one) => has(one, old))) {
    const facts = block.startsWith('- ') && block.includes(' = ') ? block.split('; ') : [block]
    for (const one of facts.filter((fact) => has(fact, old))) {
      expect([old, now, one, has(one, now)]).toEqual([old, now, one, true])
    }
  }
}
