import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording } from '../support/sample-recording.ts'
import { findings } from './axe-findings.ts'

/** A request of another program, which breaks a rule. */
const foreign = {
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'tool', tool_call_id: 'nobody', content: 'An answer without a call' },
  ],
}

describe.skipIf(!hasBrowser)('the page for everybody', () => {
  let text: string
  beforeAll(async () => {
    text = (await sampleRecording()).join('\n')
  })

  const narrow = { width: 400, height: 800 }
  // Dark and narrow at once finds what is wrong with either; at night, each by itself, too.
  const looks: readonly (readonly [name: string, options: Parameters<typeof openPage>[0]])[] = [
    ['light', {}],
    ['dark and narrow', { dark: true, ...narrow }],
    ['dark', { dark: true }],
    ['narrow', narrow],
  ]
  it.each(looks.slice(0, process.env['LAMELLA_EVERY'] === '1' ? 4 : 2))(
    'has nothing that axe finds, in each view (%s)',
    async (name, options) => {
      const { page, complaints } = await openPage(options)
      expect(await findings(page)).toEqual([])
      await openInPage(page, 'agent.jsonl', text)
      await page.getByText('Layers, minima and policies').click()
      await page.getByLabel('Which fragments').selectOption('given')
      await page.locator('#fragments [role=option]').nth(1).click()
      for (const view of ['1', '2', '3', '4']) {
        await page.keyboard.press(view)
        expect(await findings(page), `${name}, view ${view}`).toEqual([])
      }
      await openInPage(page, 'foreign.json', JSON.stringify(foreign))
      await page.getByRole('region', { name: 'Request', exact: true }).waitFor()
      expect(await findings(page), `${name}, a request of another program`).toEqual([])
      await page.keyboard.press('?')
      expect(await findings(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  it('is no wider than a narrow screen, in each view', async () => {
    const { page } = await openPage({ width: 400, height: 800 })
    await openInPage(page, 'agent.jsonl', text)
    for (const view of ['1', '2', '3', '4']) {
      await page.keyboard.press(view)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
    }
  })

  it('is dark where the system is, and switches by a key', async () => {
    const { page } = await openPage({ dark: true })
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const dark = await background()
    await page.keyboard.press('t')
    await expect.poll(background).not.toBe(dark)
    await page.keyboard.press('t')
    await expect.poll(background).toBe(dark)
  })

  it('can be used with the keyboard alone', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', text)
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await page.keyboard.press('/')
    await page.keyboard.type('refunds')
    for (let step = 0; step < 4; step++) await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Fragments, in the order of the context')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.getByRole('heading').innerText()).toContain('refunds')
    await page.keyboard.press('w')
    for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown')
    const outcome = (): Promise<string> => page.locator('.outcome').innerText()
    await expect.poll(outcome).toMatch(/fragments? shortened/)
    await page.keyboard.press('r')
    await expect.poll(outcome).toContain('Move the window')
    await page.keyboard.press('3')
    await page.getByRole('tab', { name: 'Run', selected: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys and symbols' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('shows where the focus is', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', text)
    const seen = new Set<string>()
    for (let step = 0; step < 24; step++) {
      await page.keyboard.press('Tab')
      const [name, outline] = await page.evaluate(() => {
        const element = document.activeElement
        const shown = element?.id === 'open' ? element.parentElement : element
        return [element?.outerHTML.slice(0, 80) ?? '', shown ? getComputedStyle(shown).outlineStyle : 'none']
      })
      if (name.startsWith('<body')) continue
      seen.add(name)
      expect(outline, name).not.toBe('none')
    }
    expect(seen.size).toBeGreaterThanOrEqual(12)
  })
})
