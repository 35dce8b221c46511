import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyPage, hasBrowser } from '../support/chromium.ts'
import { findings } from './axe-findings.ts'
import type { show } from './playground.ts'

/** What the page of the test calls. */
interface Playground {
  readonly show: typeof show
  readonly open: (text: string) => void
  readonly mount: (element: unknown, options: object) => void
  readonly unmount: () => void
}

/** A page with styles that would spoil those of the parts, and with elements that have the same ids. */
const html = `<!doctype html><html lang="en"><head><title>Playground</title><style>
  button, input, select, section, p { display: none !important; color: red !important }
</style></head><body><main><h1>Playground</h1><div id="left"></div><div id="right"></div></main></body></html>`

/** Builds the playground as somebody else would: from what is published, without the sources. */
async function program(): Promise<string> {
  const file = fileURLToPath(new URL('playground.ts', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: file, formats: ['iife'], name: 'playground' } },
  })
  const [one] = Array.isArray(result) ? result : [result]
  const [chunk] = one && 'output' in one ? one.output : []
  return chunk && 'code' in chunk ? chunk.code : ''
}

describe.skipIf(!hasBrowser)('parts of the inspector in a page of somebody else', () => {
  let script: string
  beforeAll(async () => {
    script = await program()
  })

  async function opened(): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
    const page = await emptyPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.setContent(html)
    await page.addScriptTag({ content: script })
    return { page, complaints }
  }
  const shown = (page: Page, notes: readonly string[]): Promise<void> =>
    page.evaluate((list) => (globalThis as unknown as Playground).show(list), notes)
  /** Notes of about 100 tokens each; the window has room for 400. */
  const notes = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `Note ${index} says much about little. `.repeat(12))

  it('show a build that the page has made, and plan it in another window', async () => {
    const { page, complaints } = await opened()
    await expect.poll(() => page.locator('#left .main').innerText()).toContain('Nothing is open yet.')
    await shown(page, notes(2))
    await expect.poll(() => page.locator('#left .headline').innerText()).toMatch(/of 500 tokens/)
    await expect.poll(() => page.locator('#left #fragments [role=option]').count()).toBe(3)
    await page.locator('#left').getByLabel('Window in tokens').fill('250')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('#left .outcome').innerText()).toMatch(/^[12] fragments? shortened or dropped/)
    expect(complaints).toEqual([])
  })

  it('share what is selected, and each has its own views', async () => {
    const { page, complaints } = await opened()
    await shown(page, notes(2))
    await expect.poll(() => page.locator('#left [role=tab]').count()).toBe(0)
    await expect.poll(() => page.locator('#right [role=tab]').allInnerTexts()).toEqual(['Run', 'Request'])
    await page.locator('#right').getByRole('tab', { name: 'Run' }).press('ArrowRight')
    const parts = page.locator('#right').getByRole('listbox', { name: 'Parts of the request' })
    await parts.getByText('Hello').click()
    await page.locator('#right').getByRole('button', { name: 'message', exact: true }).click()
    const detail = page.locator('#left').getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.innerText()).toContain('Hello')
    expect(complaints).toEqual([])
  })

  it('keep the search and the open fragment when another build takes the place of the one before', async () => {
    const { page } = await opened()
    await shown(page, notes(2))
    const part = page.locator('#left')
    await part.getByLabel('Search in the fragments').fill('says much')
    await part.locator('#fragments [role=option]').first().click()
    await shown(page, notes(3))
    await expect.poll(() => part.locator('#fragments [role=option]').count()).toBe(3)
    await expect.poll(() => part.getByRole('region', { name: 'Fragment', exact: true }).count()).toBe(1)
    await shown(page, [])
    await expect.poll(() => part.getByText('No fragment matches.').count()).toBe(1)
    await expect.poll(() => part.getByRole('region', { name: 'Fragment', exact: true }).count()).toBe(0)
  })

  it('say what they cannot read, and show requests of others', async () => {
    const { page } = await opened()
    const open = (text: string): Promise<void> =>
      page.evaluate((given) => (globalThis as unknown as Playground).open(given), text)
    await open('{"lamella":"recording","spec":1,"texts":"full"}\nnonsense')
    await expect.poll(() => page.locator('#left [role=alert]').innerText()).toContain('is not JSON')
    await open(JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }))
    await expect.poll(() => page.locator('#left [role=alert]').count()).toBe(0)
    await expect.poll(() => page.locator('#left .headline').innerText()).toMatch(/\d+\s+tokens/)
  })

  it('are drawn in their own styles, follow a theme of their element, and have nothing that axe finds', async () => {
    const { page } = await opened()
    await shown(page, notes(6))
    const colour = (): Promise<string> =>
      page.locator('#left').evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.locator('#left').getByLabel('Search in the fragments').waitFor()
    const light = await colour()
    expect(await findings(page)).toEqual([])
    await page.locator('#left').evaluate((element) => element.setAttribute('data-theme', 'dark'))
    expect(await colour()).not.toBe(light)
    await page.setViewportSize({ width: 400, height: 800 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(400)
  })

  it('are taken away again, and the element can have another part', async () => {
    const { page } = await opened()
    await shown(page, notes(1))
    await page.locator('#left .headline').waitFor()
    await page.evaluate(() => (globalThis as unknown as Playground).unmount())
    await expect.poll(() => page.locator('#left .headline').count()).toBe(0)
  })

  it('have no slider in a page with its own, until a window is tried', async () => {
    const { page } = await opened()
    await page.evaluate(() => {
      const { mount, unmount } = globalThis as unknown as Playground
      unmount()
      mount(document.querySelector('#left'), { views: ['context'], whatIf: false })
    })
    await shown(page, notes(6))
    const left = page.locator('#left')
    await left.locator('.headline').waitFor()
    expect(await left.getByLabel('Window in tokens').count()).toBe(0)
    await left.locator('#fragments [role=option]').filter({ hasText: 'dropped' }).first().click()
    await left.getByRole('button', { name: 'What would it take to keep this?' }).click()
    await left.getByRole('button', { name: 'Try it' }).click()
    expect(await left.getByLabel('Window in tokens').count()).toBe(1)
    await left.getByRole('button', { name: 'As recorded' }).click()
    await expect.poll(() => left.getByLabel('Window in tokens').count()).toBe(0)
  })

  it.each([
    ['no element', { element: false, options: {} }, "mount: 'element' must be an element of the page."],
    [
      'a misspelled view',
      { element: true, options: { views: ['contxt'] } },
      "mount: 'views' must be a list of context",
    ],
    ['a misspelled option', { element: true, options: { view: ['run'] } }, "mount: 'view' is not an option."],
  ])('refuse %s', async (_, given, message) => {
    const { page } = await opened()
    const thrown = page.evaluate(({ element, options }) => {
      try {
        ;(globalThis as unknown as Playground).mount(element ? document.body : document.querySelector('#none'), options)
        return ''
      } catch (error) {
        return String(error)
      }
    }, given)
    expect(await thrown).toContain(message)
  })
})
