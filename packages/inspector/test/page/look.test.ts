import { readRecording } from '@lamella/inspector'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording } from '../support/sample-recording.ts'

describe.skipIf(!hasBrowser)('the page in a browser', () => {
  let lines: readonly string[]
  beforeAll(async () => {
    lines = await sampleRecording()
  })

  async function opened(): Promise<{ page: Page; complaints: readonly string[] }> {
    const { page, complaints } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n'))
    await page.getByRole('option', { name: /^6 / }).click()
    return { page, complaints }
  }
  const numberIn = async (page: Page, selector: string): Promise<number> =>
    Number((await page.locator(selector).first().innerText()).replaceAll(/\D/g, ''))

  it('says what to do before a file is open', async () => {
    const { page, complaints } = await openPage()
    await expect(page.getByRole('heading', { name: 'Drop a recording here' }).isVisible()).resolves.toBe(true)
    expect(complaints).toEqual([])
  })

  it('shows a window whose parts add up to what the report counted', async () => {
    const { page, complaints } = await opened()
    const { tokens } = readRecording(lines).builds[5]?.made ?? {}
    expect(await numberIn(page, '.headline strong')).toBe(tokens?.total)
    const parts = await page.locator('.legend .number:not(.faint)').allInnerTexts()
    expect(parts.reduce((sum, text) => sum + Number(text.replaceAll(/\D/g, '')), 0)).toBe(tokens?.window)
    expect(complaints).toEqual([])
  })

  it('opens a file that is dropped', async () => {
    const { page } = await openPage()
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'dropped.jsonl'))
      return data
    }, lines.join('\n'))
    await page.dispatchEvent('.page', 'drop', { dataTransfer: transfer })
    await page.getByText('6 builds').waitFor()
    await expect.poll(() => page.locator('.source').innerText()).toBe('dropped.jsonl')
  })

  it('finds fragments by what is in their texts, and shows why one is not kept', async () => {
    const { page } = await opened()
    await page.getByLabel('Search in the fragments').fill('change and confirm refunds')
    await expect.poll(() => page.locator('#fragments [role=option]').count()).toBe(1)
    await page.locator('#fragments [role=option]').click()
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.getByRole('heading').innerText()).toBe('skills/refunds/SKILL.md')
    await expect.poll(() => detail.innerText()).toContain('skill/refunds')
    await expect.poll(() => detail.innerText()).toMatch(/dropped: did not fit the window/)
    await expect.poll(() => detail.innerText()).toContain('skills/refunds/SKILL.md')
    await page.getByLabel('Search in the fragments').fill('nobody has said this')
    await page.getByText('No fragment matches.').waitFor()
  })

  it('plans again while the window is dragged, and goes back to what was recorded', async () => {
    const { page } = await opened()
    const recorded = await numberIn(page, '.headline strong')
    const slider = page.locator('#window')
    const box = await slider.boundingBox()
    if (!box) throw new Error('There is no slider.')
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2)
    await page.mouse.down()
    const seen = new Set<number>()
    for (let at = 0.75; at > 0.3; at -= 0.05) {
      await page.mouse.move(box.x + box.width * at, box.y + box.height / 2)
      seen.add(await numberIn(page, '.headline strong'))
    }
    await page.mouse.up()
    expect(seen.size).toBeGreaterThan(4)
    expect(Math.min(...seen)).toBeLessThan(recorded * 0.7)
    await expect.poll(() => page.locator('.outcome').innerText()).toMatch(/\d+ fragments shortened or dropped besides/)
    await page.getByRole('button', { name: 'As recorded' }).click()
    await expect.poll(() => numberIn(page, '.headline strong')).toBe(recorded)
  })

  it('leaves a layer out, and gives its room to the others', async () => {
    const { page } = await opened()
    await page.getByText('Layers, minima and policies').click()
    await page.getByLabel('memory: include').uncheck()
    await expect.poll(() => page.locator('.legend').innerText()).not.toContain('memory')
    await expect.poll(() => page.locator('.outcome').innerText()).toMatch(/; [1-9]\d* kept longer/)
    await page.getByLabel('skills: policy').selectOption('fair')
    await page.getByLabel('history: minimum in tokens').fill('3000')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator('.outcome').innerText()).toMatch(/fragments? shortened/)
  })

  it('says what it would take to keep a fragment, and that window keeps it', async () => {
    const { page } = await opened()
    await page.getByLabel('Which fragments').selectOption('given')
    await page.locator('#fragments [role=option]').first().click()
    await page.getByRole('button', { name: 'What would it take to keep this?' }).click()
    await expect.poll(() => page.locator('.keep').innerText()).toMatch(/A window of [\d,]+ tokens keeps it/)
    await page.getByRole('button', { name: 'Try it' }).click()
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.locator('dd').nth(2).innerText()).toBe('kept')
  })
})
