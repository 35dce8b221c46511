import { compareBuilds, readRecording } from '@lamella/inspector'
import { modelPrices, requestCost } from '@lamella/models'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording } from '../support/sample-recording.ts'

describe.skipIf(!hasBrowser)('what a request costs, in a browser', () => {
  let lines: readonly string[]
  beforeAll(async () => {
    lines = await sampleRecording()
  })

  /** Opens the run view of the second build, with another name of the model that was recorded. */
  async function shown(model: string): Promise<() => Promise<string>> {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n').replaceAll('claude-opus-5-5', model))
    await page.getByRole('option', { name: /^2 / }).click()
    await page.getByRole('tab', { name: 'Run' }).click()
    return () => page.locator('.price').innerText()
  }
  /** In dollars, as `requestCost` has it. */
  function expected(model: string): { readonly cached: number; readonly uncached: number } {
    const [first, second] = readRecording(lines).builds
    const prices = modelPrices(model)
    if (!first || !second?.made || !prices) throw new Error('A build or a price is missing.')
    const { tokens, layout } = second.made
    const prefix = compareBuilds(first, second)?.repeated
    const cost = requestCost({ tokens, tools: layout.tools, items: layout.items, prefix }, prices)
    return { cached: cost.cached, uncached: cost.uncached }
  }

  it.each([
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5'],
    ['openai/gpt-4o', 'gpt-4o'],
  ])('is in money where the prices of the model are known: %s', async (name, model) => {
    const text = await shown(name)
    const { cached, uncached } = expected(model)
    const pattern = /costs \$([\d.]+), [\d.]+ % of the \$([\d.]+) without one/
    await expect.poll(text).toMatch(pattern)
    const [, withCache, without] = pattern.exec(await text()) ?? []
    expect(Number(withCache)).toBeCloseTo(cached, 4)
    expect(Number(without)).toBeCloseTo(uncached, 4)
  })

  it('is in tokens at full price where they are not, until somebody says a price', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n').replaceAll('claude-opus-5-5', 'house-model'))
    await page.getByRole('option', { name: /^2 / }).click()
    await page.getByRole('tab', { name: 'Run' }).click()
    const price = page.locator('.price')
    await expect.poll(() => price.innerText()).toMatch(/costs as much as [\d,]+ tokens at full price/)
    await page.getByLabel('$ per million').fill('1000')
    await page.keyboard.press('Tab')
    const tokens = readRecording(lines).builds[1]?.made?.tokens.total ?? 0
    // A thousand dollars for a million tokens: a tenth of a cent for each.
    await expect.poll(() => price.innerText()).toContain(`of the $${(tokens / 1_000).toFixed(2)} without one`)
    // What was chosen stays for the other requests.
    await page.getByRole('option', { name: /^3 / }).click()
    await expect.poll(() => page.getByLabel('$ per million').inputValue()).toBe('1000')
    await page.getByLabel('Prices of').selectOption('gpt-4o')
    await expect.poll(() => page.getByLabel('$ per million').inputValue()).toBe(String(modelPrices('gpt-4o')?.input))
  })
})
