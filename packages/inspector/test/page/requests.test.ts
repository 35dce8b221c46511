import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRecording } from '@lamella/inspector'
import { inspectorPage, serveInspector } from '@lamella/inspector/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { contextOf } from '../../page/requests/encode-build.ts'
import { pageFormats } from '../../page/requests/formats.ts'
import type { ReadBuild } from '../../src/recording/read-recording.ts'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { sampleRecording, sampleRun } from '../support/sample-recording.ts'

describe.skipIf(!hasBrowser)('runs and requests in a browser', () => {
  let lines: readonly string[]
  const folder = mkdtempSync(join(tmpdir(), 'lamella-page-'))
  beforeAll(async () => {
    lines = await sampleRecording()
  })

  it('compares a request with the one before: what repeats, what it costs, who broke the prefix', async () => {
    const { page, complaints } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n'))
    await page.getByRole('option', { name: /^4 / }).click()
    await page.getByRole('tab', { name: 'Run' }).click()
    // From the third to the fourth build, the text of the layer `memory` changes from "spring" to "summer".
    await expect
      .poll(() => page.locator('.break').innerText())
      .toMatch(/in the system prompt\s+Layer memory, MEMORY\.md#seats,/)
    const [before, after] = await page.locator('.beside mark').allInnerTexts()
    expect(before).toMatch(/^pring/)
    expect(after).toMatch(/^ummer/)
    const price = page.locator('.price')
    const asMuch = async (): Promise<number> =>
      Number(/as much as ([\d,]+) tokens/.exec(await price.innerText())?.[1]?.replaceAll(',', ''))
    const shown = await asMuch()
    await page.getByLabel('Cached read ×').fill('1')
    await page.getByLabel('Written ×').fill('1')
    await page.keyboard.press('Tab')
    const total = readRecording(lines).builds[3]?.made?.tokens.total ?? 0
    expect(shown).toBeGreaterThan(0)
    expect(shown).not.toBe(total)
    await expect.poll(asMuch).toBe(total)
    expect(complaints).toEqual([])
  })

  it('shows where a run was cut and why, and the requests that were really sent', async () => {
    const run = await sampleRun()
    const { builds } = readRecording(run)
    const cut = builds.findIndex(({ made }) => made?.run?.cut)
    expect(builds[cut]?.made?.run?.cut?.reason).toBe('window')
    const { page, complaints } = await openPage()
    await openInPage(page, 'run.jsonl', run.join('\n'))
    await page.locator('.side [role=listbox]').press('Home')
    for (let build = 0; build < cut; build++) await page.keyboard.press(']')
    await page.getByRole('tab', { name: 'Run' }).click()
    const text = await page.locator('.cut').innerText()
    expect(text).toContain('A new epoch begins: the next request would not have fit.')
    expect(Number(/read ([\d,]+) tokens anew/.exec(text)?.[1]?.replaceAll(',', ''))).toBe(
      builds[cut]?.made?.run?.cut?.newTokens,
    )
    await page.keyboard.press('[')
    await page.getByText('It extends the request before it.').waitFor()
    await page.getByRole('tab', { name: 'Request' }).click()
    const sent = page.getByRole('region', { name: 'What was sent' })
    await expect.poll(() => sent.innerText()).toContain('It is what the page encodes.')
    await page.locator('.side [role=listbox]').press('End')
    await expect.poll(() => sent.innerText()).toMatch(/It differs from what the page encodes:\s+user/)
    await page.getByLabel('Encode again').check()
    await page.getByRole('combobox', { name: 'Format' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('shows the request in each format, with links to the fragments of its parts', async () => {
    const { page } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n'))
    await page.getByRole('tab', { name: 'Request' }).click()
    for (const { name } of pageFormats) {
      await page.getByRole('combobox', { name: 'Format' }).selectOption(name)
      await page.getByText('It breaks no rule of this format.').waitFor()
    }
    await page.getByRole('combobox', { name: 'Format' }).selectOption('openai-chat')
    await page.getByRole('listbox', { name: 'Parts of the request' }).press('Home')
    await page.getByRole('option', { name: /Question 4:/ }).click()
    await page.getByRole('button', { name: 'history', exact: true }).click()
    const detail = page.getByRole('region', { name: 'Fragment', exact: true })
    await expect.poll(() => detail.innerText()).toContain('Question 4:')
  })

  it('decodes, counts and checks a request that another program made', async () => {
    const { page, complaints } = await openPage()
    const build = readRecording(lines).builds[0] as ReadBuild
    for (const { name, title, encode } of pageFormats) {
      const body = encode(contextOf(build) ?? { messages: [] }).request
      await openInPage(page, `${name}.json`, JSON.stringify({ at: 'some log', body }))
      const chosen = page.getByRole('combobox', { name: 'Format' }).locator('option:checked')
      await expect.poll(() => chosen.innerText()).toBe(title)
      expect(Number((await page.locator('.headline strong').innerText()).replaceAll(',', ''))).toBeGreaterThan(500)
      await page.getByText('It breaks no rule of this format.').waitFor()
    }
    const broken = { model: 'gpt-4o', messages: [{ role: 'tool', tool_call_id: 'none', content: 'x' }] }
    await openInPage(page, 'broken.json', JSON.stringify(broken))
    await expect.poll(() => page.locator('.findings').innerText()).toContain('messages[0]')
    expect(complaints).toEqual([])
  })

  it('says what is wrong with a file that is none of these', async () => {
    const { page } = await openPage()
    await openInPage(page, 'notes.txt', 'a\nb')
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toContain('notes.txt, line 1: is not JSON. 2 lines were skipped.')
  })

  it('has a recording in the file itself', async () => {
    const file = join(folder, 'page.html')
    writeFileSync(file, inspectorPage({ recording: lines, name: 'kept.jsonl' }))
    const { page, complaints } = await openPage({ url: `file://${file}` })
    await page.getByText('6 builds').waitFor()
    await expect.poll(() => page.locator('.source').innerText()).toBe('kept.jsonl')
    expect(complaints).toEqual([])
  })

  it('shows a file that is served, and what is recorded while it is open', async () => {
    const file = join(folder, 'growing.jsonl')
    const last = lines.findLastIndex((line) => line.startsWith('{"build"'))
    const before = lines.slice(0, last - 1)
    writeFileSync(file, `${before.join('\n')}\n`)
    const { url, close } = await serveInspector({ files: [file] })
    const { page, complaints } = await openPage({ url })
    await page.getByText('5 builds').waitFor()
    appendFileSync(file, `${lines.slice(last - 1).join('\n')}\n`)
    await page.getByText('6 builds').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
