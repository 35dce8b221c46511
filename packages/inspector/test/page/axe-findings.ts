import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds, in words. `evaluate` runs outside of the policy of the page. */
export async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>
      }
    }
    // What passes on a large page, which nobody reads, would take longer than what does not.
    const { violations } = await own.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  })
}
