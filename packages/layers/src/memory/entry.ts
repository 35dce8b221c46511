import type { MemoryEntry } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { listItem } from '../shared/plain-text.ts'
import { shorterForms } from '../shared/shorter.ts'

/** An entry as it is shown, in full and shorter. */
export interface EntryForms {
  readonly content: string
  readonly shorter: readonly string[]
  /** Whether the full form was cut already. */
  readonly cut: boolean
}

/** What is shown of an entry: its day, if it has one, and its text. */
export function shownText({ date, text }: MemoryEntry): string {
  // A date is text of the source too: only what looks like one is shown.
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(date ?? '')?.[0]
  return day === undefined ? text : `[${day}] ${text.trimStart()}`
}

/** Renders a text, cut to `max` characters (UTF-16 units) with a marker, as one item of a list. */
export function entryForms(shown: string, max: number): EntryForms {
  const whole = shown.trim()
  const full = cutText(whole, max)
  // Cut from the whole, not from what was cut already: one marker, with the right number.
  const shorter = shorterForms(full, (_, length) => cutText(whole, length))
  return { content: listItem(full), shorter: shorter.map(listItem), cut: full !== whole }
}
