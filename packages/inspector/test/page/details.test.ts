import { createContext, type Message } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, memory, message } from '@lamella/layers'
import { requestLimiter } from '@lamella/models'
import { bm25 } from '@lamella/ranker-bm25'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'

const entries = ['Ada likes green tea.', 'Kim is allergic to nuts.'].map((text, index) => ({ id: `m${index}`, text }))
const session = Array.from(
  { length: 12 },
  (_, index): Message =>
    index % 2 === 0
      ? {
          role: 'user',
          content: [
            { type: 'text', text: `Look at ${index}.` },
            { type: 'file', mediaType: 'image/png', data: 'aGVs'.repeat(20) },
          ],
        }
      : { role: 'assistant', content: 'Seen.' },
)

describe.skipIf(!hasBrowser)('details of a build in a browser', () => {
  let text: string
  beforeAll(async () => {
    const lines: string[] = []
    const tracer = recorder({ write: (line) => void lines.push(line) }, { explain: true, every: 2 })
    const builder = createContext()
      .use([memory({ source: { entries: () => ({ entries }) }, ranker: bm25() }), history(), message()])
      .budget({ window: 50_000, reserve: 500, limits: requestLimiter({ images: 3, bytes: 1_000_000 }) })
      .observe(tracer)
    await builder.build({ scope: { tenant: 'acme', kind: 'private' }, session, message: 'Which tea does Ada like?' })
    await tracer.flush()
    text = lines.join('\n')
  })

  it('shows why a memory is ranked where it is, with the share of each term', async () => {
    const { page, complaints } = await openPage()
    await openInPage(page, 'agent.jsonl', text)
    await page.getByRole('option', { name: /Ada likes green tea/ }).click()
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    const shown = await detail.innerText()
    expect(shown).toMatch(/1\. of 2 by bm25 for “Which tea does Ada like\?”, score \d+\.\d\d/)
    expect(shown).toMatch(/tea: \d+\.\d\d/)
    expect(complaints).toEqual([])
  })

  it.each([1_280, 400])('shows limits with their use, and plans with them, %s pixels wide', async (width) => {
    const { page } = await openPage({ width, height: 900 })
    await openInPage(page, 'agent.jsonl', text)
    const limits = page.getByRole('region', { name: 'Other limits' })
    await expect.poll(() => limits.innerText()).toMatch(/images\s+[1-3] of 3\s+\d+ %/)
    // A limit that is far away is not worth a line.
    await expect.poll(() => limits.innerText()).not.toContain('bytes of the body')
    // A larger window keeps no image more: only the limit takes them.
    await page.locator('#window').press('End')
    await expect.poll(() => page.locator('.outcome').innerText()).toBe('The same fragments as recorded.')
    await expect
      .poll(() => page.locator('#fragments').innerText())
      .toMatch(/did not keep a limit other than the window/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('tab', { name: 'Run' }).click()
    await page.getByText('Builds were left out of this recording').waitFor()
  })
})
