import type { Fragment, Skill } from '@lamella/core'
import { cutText, escapeAttribute, escapeReservedTags } from '@lamella/core/plugin'
import { oneLine } from '../shared/plain-text.ts'
import { originOf } from '../shared/read-text.ts'

/** Formats the list of skills below its heading. */
export interface Listing {
  readonly open: string
  readonly close: string
  /** Formats one skill; without a location if it is `undefined`, without a description if it is ''. */
  item(name: string, description: string, location: string | undefined): string
}

/** The heading above every list. */
export function headingFor(loadWith: string | undefined): string {
  return `Available skills:
When a task fits a description, ${loadIt(loadWith)}\n`
}

/** The id of the sentence that takes the place of a list, which no skill can have. */
export const searchId = ' '

/** Makes the sentence that takes the place of a list that is too long. */
export function searchFragment(findWith: string, loadWith: string | undefined): Fragment {
  const content = `Search for a skill${withTool(findWith)}. When one fits a task, ${loadIt(loadWith)}`
  return { id: searchId, content, origin: originOf('owner', undefined) }
}

function loadIt(loadWith: string | undefined): string {
  return `load that skill${withTool(loadWith)} and follow it before you begin.`
}

function withTool(name: string | undefined): string {
  return name === undefined ? '' : ` with the tool ${oneLine(name)}`
}

/** Escapes a value for use inside an element, on one line. Quotes are escaped too, as in the reference implementation. */
const inElement = (value: string): string => escapeAttribute(oneLine(value))

/** The format of the Agent Skills reference implementation. */
const xml: Listing = {
  open: '<available_skills>\n',
  close: '\n</available_skills>',
  item: (name, description, location) => {
    const elements = [`<name>${inElement(name)}</name>`]
    if (description !== '') elements.push(`<description>${inElement(description)}</description>`)
    if (location !== undefined) elements.push(`<location>${inElement(location)}</location>`)
    // A name alone takes one line, because it is what remains when tokens are scarce.
    if (elements.length === 1) return `  <skill>${elements.join('')}</skill>`
    return ['  <skill>', ...elements.map((element) => `    ${element}`), '  </skill>'].join('\n')
  },
}

/** One line per skill. */
const list: Listing = {
  open: '',
  close: '',
  item: (name, description, location) => {
    const parts = [`- ${oneLine(name)}`]
    if (description !== '') parts.push(`: ${oneLine(description)}`)
    if (location !== undefined) parts.push(` (${oneLine(location)})`)
    return escapeReservedTags(parts.join(''))
  },
}

export const listings: { readonly xml: Listing; readonly list: Listing } = { xml, list }

/** The lengths to which a description is cut, in characters (UTF-16 units), before only the name remains. */
const cuts = [120, 60] as const

/**
 * Makes the fragment of a skill: full, with its description cut to 120 and then to 60 characters, then its name only.
 * Every skill has all four forms, even if two are alike: the policy `fair` goes down level by level, and a skill with a
 * short description must not be dropped before one whose long description is merely cut less.
 */
export function skillFragment(skill: Skill, listing: Listing): Fragment {
  const { name, location } = skill
  const description = oneLine(skill.description)
  const shorter = cuts.map((max) => listing.item(name, cutText(description, max, { marker: () => '…' }), location))
  return Object.freeze({
    id: oneLine(name),
    content: listing.item(name, description, location),
    shorter: Object.freeze([...shorter, listing.item(name, '', undefined)]),
    origin: originOf('owner', location),
  })
}
