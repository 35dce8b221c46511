import type { MemoryEntry } from '@lamella/core'
import { shortenText } from '@lamella/core/plugin'
import { listItem } from '../shared/plain-text.ts'
import { shorterForms } from '../shared/shorter.ts'

/** An entry in its full form and its shorter forms. */
export interface EntryForms {
  readonly content: string
  readonly shorter: readonly string[]
  /** Whether the full form is already cut. */
  readonly cut: boolean
}

/** Returns the text shown for an entry: its day and its speaker, if it has them, and its text. */
export function shownText({ date, speaker, text }: MemoryEntry): string {
  // The date also comes from the source, so it is shown only if it looks like a date.
  const day = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(date ?? '')?.[0]
  // On one line, so that it cannot look like another entry.
  const name = (speaker ?? '').replace(/\s+/g, ' ').trim()
  const said = name === '' ? text : `${name}: ${text.trimStart()}`
  return day === undefined ? said : `[${day}] ${said.trimStart()}`
}

/** Renders a text, cut to `max` characters (UTF-16 units) with a marker, as one item of a list. */
export function entryForms(shown: string, max: number): EntryForms {
  const whole = shown.trim()
  const full = shortenText(whole, max)
  // Cut the whole text, not an already cut one, so there is one marker with the right number.
  const shorter = shorterForms(full, (_, length) => shortenText(whole, length))
  return { content: listItem(full), shorter: shorter.map(listItem), cut: full !== whole }
}
