import { writeFileSync } from 'node:fs'
import { encode } from 'modern-gif'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording } from '../support/sample-recording.ts'

const images = new URL('../../../../docs/images/', import.meta.url).pathname

/** What the documentation shows of the page; drawn anew with LAMELLA_SCREENSHOTS=1. */
describe.skipIf(!hasBrowser || process.env['LAMELLA_SCREENSHOTS'] === undefined)('images of the documentation', () => {
  let text: string
  beforeAll(async () => {
    text = (await sampleRecording()).join('\n')
  })

  it('has the context, light', async () => {
    const page = await lastBuild({ width: 1_280, height: 1_000 })
    for (let step = 0; step < 2; step++) await page.locator('#window').press('PageDown')
    await page.getByLabel('Which fragments').selectOption('given')
    await page.getByRole('option', { name: /skills\/refunds/ }).click()
    await page.getByRole('button', { name: 'What would it take to keep this?' }).click()
    await page.mouse.move(0, 0)
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: `${images}inspector-context.png` })
  })

  it('has the run, dark', async () => {
    const { page } = await openPage({ width: 1_280, height: 800, dark: true })
    await openInPage(page, 'agent.jsonl', text)
    for (let build = 0; build < 2; build++) await page.keyboard.press('[')
    await page.keyboard.press('3')
    await page.screenshot({ path: `${images}inspector-run.png` })
  })

  it('has a window that is dragged, as an animation', async () => {
    const size = { width: 1_000, height: 700 }
    const page = await lastBuild(size)
    const slider = page.locator('#window')
    const least = Number(await slider.getAttribute('min'))
    const recorded = Number(await slider.inputValue())
    const frames: { readonly data: Uint8ClampedArray<ArrayBuffer>; readonly delay: number }[] = []
    for (let step = 0; step <= 12; step++) {
      const share = 0.12 + 0.88 * (Math.abs(6 - step) / 6)
      await slider.fill(String(Math.round(least + (recorded - least) * share)))
      const { data } = PNG.sync.read(await page.screenshot())
      frames.push({ data: new Uint8ClampedArray(data), delay: step % 6 === 0 ? 1_200 : 200 })
    }
    const gif = await encode({ ...size, maxColors: 40, frames })
    expect(gif.byteLength).toBeLessThan(1_500_000)
    writeFileSync(`${images}inspector-drag.gif`, new Uint8Array(gif))
  })

  async function lastBuild(size: { readonly width: number; readonly height: number }): Promise<Page> {
    const { page } = await openPage(size)
    await openInPage(page, 'agent.jsonl', text)
    return page
  }
})
