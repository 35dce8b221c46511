import { readRecording } from '@lamella/inspector'
import { modelPrices, requestCost } from '@lamella/models'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { colourOf, looksOf } from '../../page/parts/looks.ts'
import { compareBuilds } from '../../src/model/compare-builds.ts'
import { headlineOf } from '../../src/model/conversation.ts'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording, sampleRun } from '../support/sample-recording.ts'

describe.skipIf(!hasBrowser)('a recording that is opened, in a browser', () => {
  let lines: readonly string[]
  let run: readonly string[]
  beforeAll(async () => {
    lines = await sampleRecording()
    run = await sampleRun()
  })

  const opened = async (name: string, text: readonly string[]): Promise<Page> => {
    const { page } = await openPage()
    await openInPage(page, name, text.join('\n'))
    return page
  }
  const selected = (page: Page): Promise<string> => page.locator('.side [aria-selected=true]').innerText()

  it('is at its newest build, whose row has the question, the time, the cost and what gave way', async () => {
    const page = await opened('agent.jsonl', lines)
    const { builds } = readRecording(lines)
    const [before, newest] = [builds.at(-2), builds.at(-1)]
    const prices = modelPrices('claude-opus-5-5')
    if (!before || !newest?.made || !prices) throw new Error('A build or a price is missing.')
    const { tokens, layout, rows } = newest.made
    const prefix = compareBuilds(before, newest)?.repeated
    const { cached } = requestCost({ tokens, tools: layout.tools, items: layout.items, prefix }, prices)
    const row = await selected(page)
    expect(row).toContain('And what about seats?')
    expect(row).toContain('09:40:00')
    expect(Number(/\$([\d.]+)/.exec(row)?.[1])).toBeCloseTo(cached, 4)
    expect(row).toContain(`−${rows.length}`)
  })

  it('has one line of bars for the session: how full it was, its cuts, and what all of it cost', async () => {
    const page = await opened('run.jsonl', run)
    const { builds } = readRecording(run)
    const cuts = builds.filter(({ made }) => made?.run?.cut).length
    await expect.poll(() => page.locator('.spark-bars').getAttribute('aria-label')).toContain(`, ${cuts} cuts, `)
    expect(await page.locator('.spark-bars i').count()).toBe(builds.length)
    expect(await page.locator('.spark-bars i.cut-here').count()).toBe(cuts)
    expect(await page.locator('.spark-bars i.here').count()).toBe(1)
  })

  it('is read as a conversation in full, with roles, from its newest message back to the system prompt', async () => {
    const page = await opened('agent.jsonl', lines)
    await page.keyboard.press('2')
    const turns = page.locator('.conversation .turn')
    await expect.poll(() => turns.last().innerText()).toMatch(/^User[\s\S]*And what about seats\?$/)
    const box = page.locator('.conversation')
    expect(await box.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight)).toBeLessThan(2)
    const older = page.getByRole('button', { name: / messages? before these/ })
    while ((await older.count()) > 0) await older.click()
    const made = readRecording(lines).builds.at(-1)?.made
    expect(await turns.count()).toBe(made?.layout.items.length)
    await expect.poll(() => turns.first().innerText()).toMatch(/^System[\s\S]*assistant of a small airline/)
    // The way to the fragment of a message.
    await turns.last().getByRole('button', { name: 'message' }).click()
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.innerText()).toContain('And what about seats?')
  })

  it('has its request open at the newest message', async () => {
    const page = await opened('agent.jsonl', lines)
    await page.keyboard.press('4')
    const part = page.getByRole('region', { name: 'Part', exact: true })
    await expect.poll(() => part.innerText()).toMatch(/^messages\[\d+\][\s\S]*"And what about seats\?"/)
  })

  it('shows ids to those who ask', async () => {
    const page = await opened('agent.jsonl', lines)
    const list = page.locator('#fragments [role=listbox]')
    await page.getByLabel('Layer', { exact: true }).selectOption('history')
    await expect.poll(() => list.innerText()).toContain('user')
    expect(await list.innerText()).not.toMatch(/\bm\d+\b/)
    await page.keyboard.press('Escape')
    await page.locator('body').press('i')
    await expect.poll(() => list.innerText()).toMatch(/\bm\d+\b/)
  })

  it('says what the slider knows, and what it estimates', async () => {
    const page = await opened('agent.jsonl', lines)
    const aside = page.locator('[aria-label=Window] .aside')
    await expect.poll(() => aside.innerText()).toMatch(/^claude-opus-5-5\s+estimated$/)
    await page.locator('#window').press('PageDown')
    await expect.poll(() => aside.innerText()).toMatch(/^tried, not sent\s+claude-opus-5-5\s+estimated$/)
    await page.getByText('Layers, minima and policies').click()
    await page.getByLabel('memory: policy').selectOption('fair')
    await expect.poll(() => aside.innerText()).toContain('estimated: the parts added up')
  })
})

describe('the colour of a layer', () => {
  it('is that of its name, whatever is beside it; two of one colour differ by their pattern', () => {
    const names = Array.from({ length: 24 }, (_, index) => `layer-${index}`)
    const alone = names.map((name) => looksOf([name]).get(name))
    expect(alone).toEqual(names.map((name) => `look-${colourOf(name)}`))
    for (const list of [names, names.toReversed()]) {
      for (const [name, look] of looksOf(list)) expect(look.split(' ')[0]).toBe(`look-${colourOf(name)}`)
    }
    expect(new Set(names.map(colourOf)).size).toBe(8)
    const same = names.filter((name) => colourOf(name) === colourOf('layer-0')).slice(0, 3)
    expect(new Set(looksOf(same).values()).size).toBe(same.length)
  })
})

describe('headlineOf', () => {
  it('is the question, or what tools have answered since', async () => {
    const { builds } = readRecording(await sampleRun())
    const { builds: hashed } = readRecording(await sampleRecording({ texts: 'hashes' }))
    expect(builds.map((build) => headlineOf(build)?.text.slice(0, 12))).toEqual(
      builds.map((_, turn) => `Question ${turn}: what`.slice(0, 12)),
    )
    expect(hashed.map(headlineOf)).toEqual(hashed.map(() => undefined))
  })
})
