import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHash } from '../../../../docs/playground/state.ts'
import { writtenPages } from '../../../../docs/src/site-pages.ts'
import { findings } from '../../../inspector/test/page/axe-findings.ts'
import { hasBrowser, launch } from '../../../inspector/test/support/chromium.ts'
import { filesBelow, published, root, shown } from '../../src/repo.ts'
import { bytesOfPage, idsOf, isSiteBuilt, serveSite, siteLinks, sitePages } from '../../src/site.ts'
import { entriesOf } from '../../src/source-entries.ts'

/** One of so many written pages is looked at; the nightly run looks at all. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 32)

/** The most that a browser loads for a page, gzipped. */
const most = 300_000

describe('the pages of the site', () => {
  it('are all pages of docs, each in one section', () => {
    const files = filesBelow(join(root, 'docs'), '.md').map(shown)
    expect(writtenPages.map(({ file }) => file).sort()).toEqual([...files].sort())
  })
})

describe.skipIf(!isSiteBuilt)('the built site', () => {
  it('has a page for each entry of each package', () => {
    const entries = published.flatMap(entriesOf).map(({ specifier }) => `/api/${specifier}`)
    expect(entries.filter((entry) => !sitePages.includes(entry))).toEqual([])
  })

  it.each(sitePages.map((page) => ({ page })))('loads at most 300 kB: $page', ({ page }) => {
    expect(bytesOfPage(page)).toBeLessThanOrEqual(most)
  })

  it('has no link to a page, or a place in one, that does not exist', () => {
    const ids = new Map(sitePages.map((page) => [page, idsOf(page)]))
    const broken = sitePages.flatMap((from) =>
      siteLinks(from).flatMap(({ page, anchor }) => {
        const known = ids.get(page)
        return known && (anchor === '' || known.has(anchor)) ? [] : [`${from} -> ${page}#${anchor}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('has a page for each code of an error or a notice, which the list of all codes leads to', () => {
    // That this page has all codes is checked with the sources, where it is generated.
    const listed = readFileSync(join(root, 'docs/error-codes.md'), 'utf8')
    const codes = new Set(Array.from(listed.matchAll(/^\| `([^`]+)` \|/gm), ([, code]) => `/errors/${code}`))
    expect(codes.size).toBeGreaterThan(100)
    expect([...codes].filter((page) => !sitePages.includes(page))).toEqual([])
    const linked = siteLinks('/error-codes').map(({ page }) => page)
    expect([...codes].filter((page) => !linked.includes(page))).toEqual([])
  })
})

describe.skipIf(!isSiteBuilt || !hasBrowser)('the site in a browser', () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveSite>>
  beforeAll(async () => {
    browser = await launch()
    site = await serveSite()
  })
  afterAll(() => site?.close())
  const open = async (path: string, { width = 1_280, dark = false } = {}): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(site.url + path)
    return page
  }
  const written = sitePages.filter((page) => !/^\/(?:api|errors)\/./.test(page))
  const some = written.filter((_, index) => index % every === 0)

  // Pages differ in their text only: other looks are checked on one of each kind.
  const kinds = ['/', '/start', '/playground', '/benchmarks', '/errors/CONTEXT_OVERFLOW', '/api/@lamella/core/plan']

  // Dark and narrow at once finds what is wrong with either; at night, each by itself, too.
  const looks: readonly (readonly [name: string, options: Parameters<typeof open>[1], paths: readonly string[]])[] = [
    ['light', {}, [...kinds, ...some]],
    ['dark and narrow', { dark: true, width: 400 }, kinds],
    ['dark', { dark: true }, kinds],
    ['narrow', { width: 400 }, kinds],
  ]
  it.each(looks.slice(0, every === 1 ? 4 : 2))(
    'is no wider than the screen, and has nothing that axe finds (%s)',
    async (_, options, paths) => {
      const page = await open('/', options)
      const found: string[] = []
      for (const path of new Set(paths)) {
        await page.goto(site.url + path)
        for (const finding of await findings(page)) found.push(`${path} ${finding}`)
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
          found.push(`${path} is too wide`)
      }
      expect(found).toEqual([])
      await page.context().close()
    },
  )

  it('has no page that is wider than a narrow screen', async () => {
    const page = await open('/', { width: 400 })
    const wide: string[] = []
    for (const path of some) {
      await page.goto(site.url + path)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path)
    }
    expect(wide).toEqual([])
    await page.context().close()
  })

  it('loads nothing from elsewhere, and its search works without a network', async () => {
    const page = await open('/concepts')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    const input = page.locator('.search-input')
    const openSearch = async (): Promise<boolean> => {
      if (!(await input.isVisible())) await page.keyboard.press('/')
      return input.isVisible()
    }
    // The key does nothing until the script of the page has run.
    await expect.poll(openSearch).toBe(true)
    await input.fill('orphan')
    await page.locator('#localsearch-list a').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/concepts')
    expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([])
    await page.context().close()
  })

  it('can be used with the keyboard alone', async () => {
    const page = await open('/concepts')
    await page.keyboard.press('Tab')
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    expect(await focused()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#VPContent')
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return 'none'
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        return outlineStyle === 'none' ? boxShadow : outlineStyle
      })
      expect(outline, await focused()).not.toBe('none')
    }
    await page.context().close()
  })

  it('plans in the playground what somebody types, and its address holds it', async () => {
    const page = await open('/playground')
    const kept = page.locator('.playground')
    await kept.getByText('What is kept').waitFor()
    await page.getByLabel('Window, in tokens').fill('130')
    await kept.getByText('CONTEXT_OVERFLOW').first().waitFor()
    await page.getByLabel('Window, in tokens').fill('800')
    await page.getByLabel('New message').fill('Who is allergic to nuts?')
    await kept.locator('.headline strong').first().waitFor()
    await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(100)
    const before = await page.evaluate(() => location.hash)
    await page.getByLabel('New message').fill('Who grows beans?')
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(before)
    const url = page.url()
    await page.context().close()
    const other = await open(url.slice(site.url.length))
    await expect.poll(() => other.getByLabel('New message').inputValue()).toBe('Who grows beans?')
    expect(await other.getByLabel('Window, in tokens').inputValue()).toBe('800')
    await other.context().close()
  })

  it('counts in the playground with the tokenizer that is chosen, and loads its table only then', async () => {
    const loaded: string[] = []
    const page = await open('/playground')
    page.on('response', (response) => void (response.ok() && loaded.push(new URL(response.url()).pathname)))
    const tables = (): readonly string[] => loaded.filter((path) => path.endsWith('.bin'))
    const headline = page.locator('.playground .headline').first()
    const counted = (): Promise<string | null> => headline.locator('[title^="Counted by"]').getAttribute('title')
    await expect.poll(() => headline.textContent()).toMatch(/estimated/)
    expect(tables()).toEqual([])
    for (const [index, encoding] of ['cl100k_base', 'o200k_base'].entries()) {
      await page.getByLabel('Tokenizer').selectOption(encoding)
      await expect.poll(counted).toBe(`Counted by tiktoken:${encoding}`)
      expect(await headline.textContent()).toContain('counted exactly')
      expect(tables()).toHaveLength(index + 1)
    }
    await page.context().close()
  })

  it('only shows in the playground what an attacker has put into its address', async () => {
    const page = await open('/playground')
    const attacks = [
      '<img src=x onerror="globalThis.hacked = 1">',
      '</textarea><script>globalThis.hacked = 1</script>',
      '{{constructor.constructor("globalThis.hacked = 1")()}}',
    ].join('\n')
    for (const label of ['Instructions', 'Memory, one fact a line', 'New message']) {
      await page.getByLabel(label).fill(attacks)
    }
    await page.getByLabel('Tools, a JSON list').fill('[{ "name": "<img src=x onerror=globalThis.hacked=1>" }]')
    // The address follows a moment later.
    const held = async (): Promise<string | undefined> => (await fromHash(new URL(page.url()).hash.slice(1)))?.tools
    await expect.poll(held).toContain('onerror')
    const { hash: attack } = new URL(page.url())
    for (const hash of [attack, '#AAAA', '#%00', `#${'A'.repeat(100_000)}`]) {
      // Another hash alone would not load the page anew.
      await page.goto('about:blank')
      await page.goto(`${site.url}/playground${hash}`)
      await page.locator('.playground textarea').first().waitFor()
      expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
      expect(await page.locator('.playground img, .playground script').count()).toBe(0)
    }
    await page.context().close()
  })
})
