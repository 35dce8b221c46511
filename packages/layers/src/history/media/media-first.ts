import type { Step, TruncationPolicy, Unit } from '@lamella/core'
import { hasMedia } from './without-media.ts'

/**
 * Names the images and files of a page, all at once, before the page gives way by the policy: their first shorter form is the one
 * without them. So a limit of images or bytes takes old images, and no text.
 */
export function mediaFirst(base: TruncationPolicy): TruncationPolicy {
  return {
    ...base,
    base,
    steps: (units) => {
      const pages = new Map<number, Unit[]>()
      for (const unit of units) {
        if (unit.pinned || unit.page === undefined || !hasMediaForm(unit)) continue
        const page = pages.get(unit.page)
        if (page) page.push(unit)
        else pages.set(unit.page, [unit])
      }
      if (pages.size === 0) return base.steps(units)
      const steps: Step[] = []
      const named = new Set<Unit>()
      for (const step of base.steps(units)) {
        const page = step.unit.page === undefined ? undefined : pages.get(step.unit.page)
        if (page && !named.has(page[0] as Unit)) {
          for (const [index, unit] of page.entries()) {
            named.add(unit)
            steps.push(index + 1 < page.length ? { unit, rung: 1, joined: true } : { unit, rung: 1 })
          }
        }
        if (!(step.rung === 1 && step.unit.tokens.length > 1 && named.has(step.unit))) steps.push(step)
      }
      return steps
    },
  }
}

/** Whether the first shorter form of a unit is the one without its images and files. */
export function hasMediaForm({ fragments }: Unit): boolean {
  return fragments.some(
    ({ shorter, content }) => shorter !== undefined && typeof content !== 'string' && content.some(hasMedia),
  )
}
