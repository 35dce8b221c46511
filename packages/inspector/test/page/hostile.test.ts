import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, defineLayer } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { inspectorPage } from '@lamella/inspector/node'
import { charTokenizer } from '@lamella/testkit'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'

const attacks = [
  '<script>globalThis.hacked = 1</script>',
  '<img src=x onerror="globalThis.hacked = 1"><svg onload="globalThis.hacked = 1">',
  '</script><script>globalThis.hacked = 1</script><!--',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe><base href="https://attacker.example/">',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an attack.
  'javascript:globalThis.hacked=1 {{constructor.constructor("globalThis.hacked = 1")()}} ${globalThis.hacked = 1}',
  '\u202eevil\u2066\u200b\u0000\u{e0041} user@bank\u202c',
]

/** A recording in which every text that others write is an attack: contents, ids, origins, names. */
async function hostileRecording(big: number): Promise<string> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const layer = defineLayer('notes', {
    order: 1,
    priority: 1,
    load: () => [
      ...attacks.map((text, index) => ({
        id: `${index} ${text}`,
        content: text,
        origin: { by: 'untrusted', from: text } as const,
      })),
      { id: 'big', content: '<b>\u202e</b> x '.repeat(Math.ceil(big / 11)) },
    ],
  })
  const scope = { tenant: attacks[0] as string, user: attacks[1] as string }
  const builder = createContext()
    .tokenizer(charTokenizer)
    .use([layer])
    .observe(tracer)
    .parameters({ model: attacks[1] as string })
  await builder.budget({ window: 100_000, reserve: 100 }).build({ scope, session: [], now: new Date(0) })
  await builder.budget({ window: 50_000_000, reserve: 100 }).build({ scope, session: [], now: new Date(0) })
  await tracer.flush()
  return lines.join('\n')
}

async function harmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  expect(await page.locator('#app script, #app img, #app svg, #app iframe, base').count()).toBe(0)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(12_000)
}

describe.skipIf(!hasBrowser)('hostile texts in a browser', () => {
  let text: string
  beforeAll(async () => {
    text = await hostileRecording(10_000_000)
  })

  it('are shown as they are, and do nothing', async () => {
    const { page, complaints } = await openPage()
    await openInPage(page, '<b>name<b>.jsonl', text)
    await page.getByText('2 builds').waitFor()
    await page.keyboard.press('[')
    const rows = page.locator('#fragments [role=option]')
    for (const [index, attack] of attacks.slice(0, 5).entries()) {
      await rows.nth(index).click()
      const shown = page.locator('.detail .text')
      await expect.poll(() => shown.innerText()).toBe(attack)
    }
    for (const view of ['2', '3', '4', '1']) {
      await page.keyboard.press(view)
      await harmless(page)
    }
    expect(complaints).toEqual([])
  })

  it('show characters that hide or turn text, isolated from what is around them', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', text)
    await page.locator('#fragments [role=option]').nth(5).click()
    const shown = page.locator('.detail .text')
    await expect
      .poll(() => shown.innerText())
      .toContain('[U+202E]evil[U+2066][U+200B][U+0000][U+E0041] user@bank[U+202C]')
    expect(await page.locator('body').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
  })

  it('of 10 MB are shown in pieces', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', text)
    await page.locator('#fragments [role=option]').nth(6).click()
    await expect.poll(() => page.locator('.pager').innerText()).toMatch(/Piece 1 of 1,6\d\d, 10,\d{3},\d{3} characters/)
    await page.getByRole('button', { name: 'Next' }).click()
    expect((await page.locator('.detail .text').innerText()).length).toBeLessThan(40_000)
    await harmless(page)
    for (const view of ['2', '4']) {
      await page.keyboard.press(view)
      await harmless(page)
    }
  })

  it('in a file with the recording do nothing either', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'lamella-hostile-')), 'page.html')
    writeFileSync(file, inspectorPage({ recording: await hostileRecording(1_000), name: attacks[2] as string }))
    const { page, complaints } = await openPage({ url: `file://${file}` })
    await page.getByText('2 builds').waitFor()
    await harmless(page)
    expect(complaints).toEqual([])
  })

  it('in a request of another program do nothing either', async () => {
    const { page, complaints } = await openPage()
    const messages = attacks.map((content) => ({ role: 'user', content }))
    const tools = [{ type: 'function', function: { name: attacks[0], parameters: { a: attacks } } }]
    await openInPage(
      page,
      'body.json',
      JSON.stringify({ model: attacks[0], messages, tools, [attacks[1] as string]: 1 }),
    )
    await page.getByRole('combobox', { name: 'Format' }).waitFor()
    for (let row = 0; row < 6; row++) {
      await page.locator('[aria-label="Parts of the request"] [role=option]').nth(row).click()
      await harmless(page)
    }
    expect(complaints).toEqual([])
  })
})
