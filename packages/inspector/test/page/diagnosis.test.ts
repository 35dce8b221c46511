import { createContext } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { describe, expect, it } from 'vitest'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { findings } from './axe-findings.ts'

describe.skipIf(!hasBrowser)('what the provider found in a request, in a browser', () => {
  it('is in the run view of its build, and in no other', async () => {
    const lines: string[] = []
    const tracer = recorder({ write: (line) => void lines.push(line) })
    const builder = createContext().use([history(), message()]).budget({ window: 8_000, reserve: 500 }).observe(tracer)
    const ask = (text: string) => builder.build({ scope: { tenant: 'acme' }, message: text })
    await ask('One?')
    const what = 'The prompt cache missed 900 tokens, the provider says: tools_changed.</script><img src=x>'
    tracer.diagnosed(await ask('Two?'), [{ code: 'CACHE_MISSED', what }])
    await tracer.flush()
    const { page, complaints } = await openPage()
    await openInPage(page, 'agent.jsonl', lines.join('\n'))
    await page.getByRole('tab', { name: 'Run' }).click()
    const card = page.getByRole('region', { name: 'Comparison', exact: true })
    await expect.poll(() => card.innerText()).toContain(`What the provider found\n${what}`)
    expect(await findings(page)).toEqual([])
    await page.getByRole('option', { name: /One\?/ }).click()
    await expect.poll(() => card.innerText()).not.toContain('What the provider found')
    expect(complaints).toEqual([])
  })
})
