// Drives the page in Chromium: an answer that streams, a tool, a page that is loaded again, a server that is started again,
// an answer that is stopped.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { startChat } from '../src/server.mjs'

const places = [
  process.env.LAMELLA_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = places.find((path) => path && existsSync(path))
const skip = executablePath ? false : 'There is no Chromium: install it, or set LAMELLA_CHROMIUM.'

/** Asks in the page. Returns the answer, and how long its text was at each change. */
async function ask(page, question) {
  const before = await page.locator('li').count()
  await page.getByLabel('Message').fill(question)
  await page.evaluate(() => {
    globalThis.lengths = []
    const log = document.querySelector('[role=log]')
    new MutationObserver(() => {
      const last = log.querySelector('li:last-child')
      if (!last?.classList.contains('user'))
        globalThis.lengths.push(last?.querySelector('span')?.textContent.length ?? 0)
    }).observe(log, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .locator('li')
    .nth(before + 1)
    .locator('.tokens')
    .waitFor()
  await page.locator('[role=log][aria-busy=false]').waitFor()
  const [text] = (await page.locator('li').last().locator('span').allTextContents()).slice(-1)
  return { text, lengths: await page.evaluate(() => [...new Set(globalThis.lengths)]) }
}

test('the page streams answers, and finds the conversation again', { skip, timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lamella-example-'))
  const database = join(folder, 'chat.db')
  // Each request is made a minute after the one before, so that each tells a new time.
  let minute = 0
  const now = () => new Date(Date.UTC(2026, 2, 10, 9, minute++))
  let chat = await startChat({ database, delay: 100, now })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const complaints = []
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(chat.url)

    const hello = await ask(page, 'Hello, my name is Mara.')
    assert.equal(hello.text, 'You are welcome, Mara. What can I do for you?')
    assert.ok(hello.lengths.length > 3, `the text grew in ${hello.lengths.length} steps`)
    const order = await ask(page, 'Where is my order 1042?')
    assert.equal(order.text, 'I have looked it up. Order 1042: two desk lamps, to arrive on 12 March.')
    assert.equal(await page.getByText('Looks for order 1042').count(), 1)

    const { port } = new URL(chat.url)
    await chat.close()
    chat = await startChat({ database, delay: 100, port: Number(port), now })
    await page.reload()
    await page.locator('li').nth(3).waitFor()
    assert.deepEqual(await page.locator('li.user').allTextContents(), [
      'Hello, my name is Mara.',
      'Where is my order 1042?',
    ])
    assert.equal((await ask(page, 'What is my name?')).text, 'Your name is Mara.')

    await page.goto(`${chat.url}?chat=another`)
    assert.equal((await ask(page, 'What is my name?')).text, 'You have not told me your name.')

    await page.goto(`${chat.url}?chat=stopped`)
    await page.getByLabel('Message').fill('Hello, my name is Mara.')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('li').nth(1).getByText('You are').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await page.reload()
    const said = await page.locator('li').nth(1).locator('span').textContent()
    assert.ok(hello.text.startsWith(said.trim()) && said.trim() !== hello.text, `what was said stays: ${said}`)
    assert.deepEqual(complaints, [])
  } finally {
    await browser.close()
    await chat.close()
    await rm(folder, { recursive: true })
  }
})
