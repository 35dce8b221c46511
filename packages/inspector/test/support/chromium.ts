import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isBuilt, pageFile } from './page-file.ts'

const places = [
  process.env['LAMELLA_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where Chromium is; `undefined` if it is at none of the places known. */
const executable: string | undefined = places.find((path) => path !== undefined && existsSync(path))

/** Whether there is a browser. */
export const hasChromium: boolean = executable !== undefined

/** Whether tests of the inspector's page can run here. */
export const hasBrowser: boolean = hasChromium && isBuilt

if (executable === undefined) {
  console.log('skipped: what runs in a browser, since there is no Chromium (install it or set LAMELLA_CHROMIUM)')
}

let browser: Promise<Browser> | undefined

/** Returns the browser of all test files that share the process, with which it ends: starting one takes longer than most tests. */
export function launch(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  return browser
}

let shared: Promise<Page> | undefined

/**
 * Returns an empty page, the same one for all test files of the process, one after the other: a new one takes longer than most
 * tests, and the inspector keeps nothing.
 */
export async function emptyPage({ width = 1_280, height = 900, dark = false } = {}): Promise<Page> {
  shared ??= launch().then((started) => started.newPage())
  const page = await shared
  for (const event of ['console', 'pageerror']) page.removeAllListeners(event)
  await page.goto('about:blank')
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  return page
}

/** Opens the page from disk, and collects what the browser complains about, such as a policy that was violated. */
export async function openPage({
  url = `file://${pageFile}`,
  ...look
}: {
  readonly url?: string
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
} = {}): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await emptyPage(look)
  const complaints: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints }
}

/** Chooses a file for the page, as its button does, and waits until it is read. */
export async function openInPage(page: Page, name: string, text: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'lamella-page-')), name)
  writeFileSync(file, text)
  await page.setInputFiles('#open', file)
  await page
    .locator('.page > [role=status]')
    .filter({ hasText: `${name}: ` })
    .waitFor({ state: 'attached' })
}
