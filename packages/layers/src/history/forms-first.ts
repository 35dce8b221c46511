import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { hasMedia } from './media/without-media.ts'
import { hasResults } from './results/shorter-results.ts'

/** How many pages after the next one to be dropped have short results already. */
export const shortPages = 1

/**
 * Shortens the old results of a page and names its images and files before the page gives way by the policy: that is the first
 * shorter form of a message. Images go when their own page is next, all at once, so that a limit of images or bytes takes no
 * text. Results go `shortPages` earlier: what was said outlives what was read. The number is fixed, because a history is read
 * only as far back as it can be kept: if all results went before any page, an older message that a larger window reads could
 * shorten one that a smaller window kept whole.
 *
 * @param least The tokens that a step should save at least, so that the cut moves rarely. Results of a page go together up to there,
 *   and with the page that is dropped before them. 0 for single steps.
 */
export function formsFirst(base: TruncationPolicy, least: number = Number.POSITIVE_INFINITY): TruncationPolicy {
  return {
    ...base,
    base,
    steps: (units) => {
      const results = byPage(units.filter(hasResultForm))
      const media = byPage(units.filter((unit) => !hasResultForm(unit) && hasMediaForm(unit)))
      if (results.size === 0 && media.size === 0) return base.steps(units)
      const pages = [...byPage(units).keys()].sort((a, b) => a - b)
      const indexOf = new Map(pages.map((page, index) => [page, index]))
      const steps: Step[] = []
      const shown = new Set<Unit>()
      const show = (list: readonly Unit[] = [], most: number): void => {
        let saved = 0
        for (const [index, unit] of list.entries()) {
          if (shown.has(unit)) return
          shown.add(unit)
          const [full = 0, form = 0] = unit.tokens
          saved += full - form
          const isLast = index + 1 === list.length || saved >= most
          steps.push(isLast ? { unit, rung: 1 } : { unit, rung: 1, joined: true })
          if (isLast) saved = 0
        }
      }
      for (const step of base.steps(units)) {
        const { page } = step.unit
        const index = page === undefined ? -1 : (indexOf.get(page) ?? -1)
        if (index >= 0) {
          for (const one of pages.slice(index, index + shortPages + 1)) show(results.get(one), least)
          show(media.get(page as number), Number.POSITIVE_INFINITY)
        }
        if (step.rung === 1 && step.unit.tokens.length > 1 && shown.has(step.unit)) continue
        // A page that goes takes the results of the next one with it: that is one cut rather than two.
        const isDrop = least > 0 && index >= 0 && step.rung === step.unit.tokens.length
        steps.push(
          isDrop && results.has(pages[index + shortPages + 1] ?? Number.NaN) ? { ...step, joined: true } : step,
        )
      }
      return steps
    },
  }
}

function byPage(units: readonly Unit[]): ReadonlyMap<number, readonly Unit[]> {
  const pages = new Map<number, Unit[]>()
  for (const unit of units) {
    if (unit.pinned || unit.page === undefined) continue
    const page = pages.get(unit.page)
    if (page) page.push(unit)
    else pages.set(unit.page, [unit])
  }
  return pages
}

/** Whether the first shorter form of a unit is the one with short results. */
function hasResultForm({ fragments }: Unit): boolean {
  return fragments.some(
    ({ shorter, content }) => shorter !== undefined && typeof content !== 'string' && content.some(hasResults),
  )
}

/** Whether the first shorter form of a unit is the one without its images and files. */
export function hasMediaForm({ fragments }: Unit): boolean {
  return fragments.some(
    ({ shorter, content }) => shorter !== undefined && typeof content !== 'string' && content.some(hasMedia),
  )
}
