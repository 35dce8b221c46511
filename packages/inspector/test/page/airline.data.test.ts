import { createCounter } from '@lamella/core/plugin'
import { readRecording } from '@lamella/inspector'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { noRecordings, recordings } from '../../../bench/src/prefix/conversations.ts'
import { recordConversations, window } from '../support/airline.ts'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'

if (noRecordings !== undefined) console.log(`skipped: recorded conversations, since ${noRecordings}`)

/** Every how-manieth conversation is looked at; `.ci/nightly` looks at all. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 10)

describe.skipIf(noRecordings !== undefined || !hasBrowser)('the page with real conversations', () => {
  it('shows bars and fragments that add up to the report and to the request', async () => {
    const [airline] = recordings()
    if (!airline) throw new Error('There is no recording.')
    const { lines, contexts } = await recordConversations(airline)
    const { builds } = readRecording(lines)
    const count = createCounter(heuristic({ mode: 'careful' }), openaiChatFraming)
    const { page, complaints } = await openPage()
    await openInPage(page, 'airline.jsonl', lines.join('\n'))
    await page.locator('.side [role=listbox]').press('Home')
    let looked = 0
    for (const [index, context] of contexts.entries()) {
      if (index > 0) await page.keyboard.press(']')
      if (index % every !== 0) continue
      const { report, system, messages, tools } = context
      // What goes out, counted anew.
      const sent = [...system, ...messages].reduce((sum, one) => sum + count.message(one), 0)
      const wire = count.tools(tools) + sent + openaiChatFraming.request
      expect(wire).toBe(report.tokens.total)
      const fragments = (builds[index]?.made?.layers ?? []).flatMap(({ units }) =>
        units.flatMap((unit) => unit.fragments),
      )
      const look = (): Promise<object> =>
        page.evaluate(() => {
          const numberOf = (node: Element | null): number => Number(node?.textContent?.replaceAll(/\D/g, ''))
          const all = (selector: string): readonly HTMLElement[] => [
            ...document.querySelectorAll<HTMLElement>(selector),
          ]
          return {
            headline: numberOf(document.querySelector('.headline strong')),
            bar: all('.bar .part').reduce((sum, { style }) => sum + Number(style.flexGrow), 0),
            legend: all('.legend .number:not(.faint)').reduce((sum, one) => sum + numberOf(one), 0),
            fragments: Number(document.querySelector('#fragments [role=option]')?.getAttribute('aria-setsize') ?? 0),
          }
        })
      const whole = { headline: wire, bar: window, legend: window, fragments: fragments.length }
      await expect.poll(look, { timeout: 10_000 }).toEqual(whole)
      // What gave way, as the report lists it.
      const gone = fragments.filter(({ kept = -1 }) => kept !== 0)
      expect(gone.length > 0).toBe(report.rows.length > 0)
      looked++
    }
    expect(looked).toBe(Math.ceil(contexts.length / every))
    expect(complaints).toEqual([])
  })
})
