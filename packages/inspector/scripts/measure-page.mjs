// Measures the built page in Chromium: `node scripts/measure-page.mjs`. Build the packages first.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createContext, defineLayer } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { simple } from '@lamella/tokenizer-heuristic'
import { chromium } from 'playwright-core'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const pageFile = at('dist/page.html')
const folder = mkdtempSync(join(tmpdir(), 'lamella-measure-'))
const scope = { tenant: 'acme' }
const words = (count, seed) => Array.from({ length: count }, (_, index) => `word${(index * seed) % 97}`).join(' ')
const turns = (count, size) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index}: ${words(size, index + 3)}`,
  }))

/** Records builds with layers, as lines. */
async function record(builds) {
  const lines = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  for (const { layers, window, session, text = 'Hello' } of builds) {
    await createContext()
      .tokenizer(simple())
      .use(layers)
      .budget({ window, reserve: 100 })
      .observe(tracer)
      .build({ scope, session, message: text, now: new Date(0) })
  }
  await tracer.flush()
  return lines
}

const notes = (count) =>
  defineLayer('notes', {
    order: 1,
    priority: 1,
    load: () =>
      Array.from({ length: count }, (_, rank) => ({
        id: `n${rank}`,
        content: `Note ${rank}: ${words(12, rank + 1)}`,
        shorter: [`Note ${rank}.`],
        rank: (rank * 7919) % count,
      })),
  })
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const rows = []
const row = (what, value, limit) => rows.push({ what, value, limit })

const browser = await chromium.launch({
  executablePath: process.env.LAMELLA_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const open = async (lines, url = `file://${pageFile}`) => {
  const page = await browser.newPage()
  await page.goto(url)
  if (lines) {
    writeFileSync(join(folder, 'r.jsonl'), lines.join('\n'))
    await page.setInputFiles('#open', join(folder, 'r.jsonl'))
    await page.locator('.headline').first().waitFor()
  }
  return page
}

row('bundle, gzipped', `${gzipSync(readFileSync(pageFile), { level: 9 }).length} bytes`, '182,000 bytes')

{
  const session = turns(40, 20)
  const page = await open(await record([{ layers: [notes(5_000), history(), message()], window: 120_000, session }]))
  const times = await page.evaluate(async () => {
    const slider = document.getElementById('window')
    const shown = document.querySelector('.headline strong')
    const [least, most] = [Number(slider.min), Number(slider.max)]
    const result = []
    for (let move = 0; move < 200; move++) {
      const before = shown.textContent
      const start = performance.now()
      slider.value = String(Math.round(least + ((most - least) * ((move * 37) % 200)) / 200))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      // The page draws in a microtask or a frame; layout is forced, since that is what a person waits for.
      while (shown.textContent === before && performance.now() - start < 500)
        await Promise.resolve().then(
          () =>
            new Promise((go) => {
              const channel = new MessageChannel()
              channel.port1.onmessage = go
              channel.port2.postMessage(0)
            }),
        )
      document.body.getBoundingClientRect()
      result.push(performance.now() - start)
    }
    return result
  })
  row('a drag plans 5,000 fragments again, median of 200 moves', `${median(times).toFixed(1)} ms`, '16 ms')
  await page.close()
}

{
  const lines = await record([
    { layers: [history(), message()], window: 400_000, session: turns(700, 110) },
    { layers: [history(), message()], window: 400_000, session: turns(702, 110) },
  ])
  const page = await open(lines)
  await page.keyboard.press(']')
  const total = await page.locator('.headline strong').textContent()
  const time = await page.evaluate(async () => {
    const start = performance.now()
    document.getElementById('tab-run').click()
    while (!document.querySelector('.prefix') && performance.now() - start < 5_000)
      await new Promise((go) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = go
        channel.port2.postMessage(0)
      })
    document.body.getBoundingClientRect()
    return performance.now() - start
  })
  row(`comparing two requests of ${total} tokens`, `${time.toFixed(1)} ms`, '100 ms')
  await page.close()
}

{
  const session = turns(80, 20)
  const layers = [notes(60), history(), message()]
  const builds = Array.from({ length: 1_000 }, (_, index) => ({
    layers,
    window: 8_000,
    session: session.slice(0, index % 80),
    text: `${index}`,
  }))
  const lines = await record(builds)
  const text = lines.join('\n')
  writeFileSync(join(folder, 'many.jsonl'), text)
  const page = await open()
  await page.evaluate(() => {
    document.getElementById('open').addEventListener(
      'change',
      () => {
        globalThis.began = performance.now()
      },
      { capture: true },
    )
    new MutationObserver(() => {
      if (globalThis.took === undefined && document.querySelector('.side h2')?.textContent.startsWith('1,000'))
        globalThis.took = performance.now() - globalThis.began
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.setInputFiles('#open', join(folder, 'many.jsonl'))
  await page.waitForFunction(() => globalThis.took !== undefined)
  const time = await page.evaluate(() => globalThis.took)
  row(`1,000 recorded builds (${(text.length / 1e6).toFixed(1)} MB) open`, `${time.toFixed(0)} ms`, '1,000 ms')
  await page.close()
}

{
  const big = defineLayer('big', { order: 1, priority: 1, load: () => [{ id: 'big', content: words(1_500_000, 5) }] })
  const page = await open(await record([{ layers: [big, message()], window: 50_000_000, session: [] }]))
  const time = await page.evaluate(async () => {
    const start = performance.now()
    document.querySelector('#fragments [role=option]').click()
    while (!document.querySelector('.pager') && performance.now() - start < 5_000)
      await new Promise((go) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = go
        channel.port2.postMessage(0)
      })
    document.body.getBoundingClientRect()
    return performance.now() - start
  })
  row('a fragment of 10 MB is shown', `${time.toFixed(0)} ms`, '')
  await page.close()
}

{
  const file = join(folder, 'start.jsonl')
  writeFileSync(
    file,
    `${(await record([{ layers: [notes(60), history(), message()], window: 8_000, session: turns(40, 20) }])).join('\n')}\n`,
  )
  const cli = at('../cli/dist/main.js')
  const page = await browser.newPage()
  const start = performance.now()
  const child = spawn(process.execPath, [cli, 'inspect', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => {
    child.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))?.[0]))
  })
  const started = performance.now() - start
  await page.goto(url)
  await page.locator('.headline').first().waitFor()
  row(
    'start of the command line to a drawn page',
    `${(performance.now() - start).toFixed(0)} ms (address after ${started.toFixed(0)} ms)`,
    '2,000 ms',
  )
  child.kill('SIGINT')
}

await browser.close()
rmSync(folder, { recursive: true })
console.table(rows)
