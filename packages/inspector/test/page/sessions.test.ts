import { readTranscripts } from '@lamella/provider-fs/transcripts'
import { beforeAll, describe, expect, it } from 'vitest'
import { contentOfWindow, goneFrom, usedBy } from '../../page/sessions/read-session.ts'
import { hasBrowser, openInPage, openPage } from '../support/chromium.ts'
import { findings } from './axe-findings.ts'

const common = { isSidechain: false, userType: 'external', cwd: '/home/ada/shop', sessionId: 's1', version: '2.1.87' }

/** Lines of a session of Claude Code: two rounds, a compaction, and a question after it. */
function claudeCode(): readonly string[] {
  let last: string | null = null
  let second = 0
  const line = (type: string, message: object | undefined, more: object = {}): string => {
    const uuid = `u${++second}`
    const timestamp = `2026-08-05T10:00:${String(second).padStart(2, '0')}.000Z`
    const value = { parentUuid: last, ...common, type, ...(message && { message }), uuid, timestamp, ...more }
    last = uuid
    return JSON.stringify(value)
  }
  const answer = (id: string, content: readonly object[], read: number): string => {
    const usage = {
      input_tokens: 12,
      cache_creation_input_tokens: 800,
      cache_read_input_tokens: read,
      output_tokens: 40,
    }
    return line('assistant', { id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content, usage })
  }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/home/ada/shop/total.ts' } }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'export const total = (a) => a\n'.repeat(80) }
  return [
    line('user', { role: 'user', content: 'Why is the total off by one cent?' }),
    answer('msg_1', [{ type: 'text', text: 'I look at the file.' }, call], 2_000),
    line('user', { role: 'user', content: [result] }),
    answer('msg_2', [{ type: 'text', text: 'It rounds too early.' }], 3_000),
    (() => {
      last = null
      return line('system', undefined, {
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        logicalParentUuid: 'u4',
        compactMetadata: { trigger: 'auto', preTokens: 3_812 },
      })
    })(),
    line('user', { role: 'user', content: 'Summary: the total rounds too early.' }, { isCompactSummary: true }),
    line('user', { role: 'user', content: 'Mend it.' }),
    answer('msg_3', [{ type: 'text', text: 'Done: it rounds once, at the end.' }], 500),
  ]
}

const text = claudeCode().join('\n')

describe('a session of another agent', () => {
  it('has its window by who wrote what, tools by name, and the use of its requests', async () => {
    const [session] = await readTranscripts(text)
    if (!session) throw new Error('The session was not read.')
    const { bar, total } = contentOfWindow(session)
    expect(bar.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total)
    expect(bar.map(({ name }) => name).sort()).toEqual(['model', 'not in the file', 'person', 'summary'])
    // What the newest request had, as the provider counted: the prompt and the tools of the program are not in its file.
    expect(total).toBe(12 + 800 + 500)
    const whole = contentOfWindow({ ...session, window: session.path, requests: [] })
    expect(whole.bar[0]?.name).toBe('results of Read')
    expect([...goneFrom(session)].map(({ by }) => by)).toEqual(['person', 'model', 'tool', 'model'])
    const use = usedBy(session.requests, ({ usage }) => usage.output / 10)
    expect(use).toMatchObject({ requests: 3, input: 3 * 812 + 5_500, output: 120 })
    expect(use.cached).toBeCloseTo(5_500 / (3 * 812 + 5_500))
    expect(use.cost).toBe(12)
    expect(usedBy(session.requests, ({ id }) => (id === 'msg_2' ? undefined : 1)).cost).toBeUndefined()
  })
})

describe.skipIf(!hasBrowser)('a session of another agent, in a browser', () => {
  let shown: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    shown = await openPage({ width: 400, height: 900, dark: true })
  })

  it('opens when it is dropped: what fills the window, how it filled, what was lost, what was said', async () => {
    const { page, complaints } = shown
    await openInPage(page, 'session.jsonl', text)
    const head = page.getByRole('region', { name: 'Session', exact: true })
    await expect.poll(() => head.innerText()).toMatch(/1,312\s*tokens in the newest request/)
    expect(await head.innerText()).toContain('Claude Code')
    // 36 tokens anew, 5,500 read at a tenth, 2,400 written at a quarter more, at 3 dollars a million.
    const requests = page.getByRole('region', { name: 'Requests', exact: true })
    expect(await requests.innerText()).toMatch(/3 requests .* \$0\.0108 for the input · 1 compaction/)
    await requests.getByText(/^Compaction/).click()
    await expect.poll(() => requests.innerText()).toMatch(/from 3,812 tokens: 4 messages lost[\s\S]*off by one cent/)
    // The same conversation by the planner and the digest, in the page itself.
    const beside = page.getByRole('region', { name: 'Beside a run of Lamella', exact: true })
    await expect.poll(() => beside.getAttribute('aria-busy')).toBe('false')
    expect(await beside.innerText()).toMatch(/3 requests in a window of 3,852 tokens/)
    expect(await beside.innerText()).toMatch(/Claude Code, counted\s+A run, estimated\s+Input\s+7,936\s/)
    expect(await beside.innerText()).toMatch(/Cuts\s+1\s+\d\s+Cost of the input\s+\$0\.0108\s+\$0\.\d{4}/)
    expect(await beside.innerText()).toMatch(/The compaction of line 5 lost 4 messages, .+ Its tokens are estimated:/s)
    expect(await beside.locator('.pairs > span').count()).toBe(3)
    const turns = page.locator('.conversation .turn')
    await expect.poll(() => turns.last().innerText()).toMatch(/Done: it rounds once, at the end\.$/)
    expect(await turns.first().innerText()).toMatch(/no longer in the window/)
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400)
    expect(complaints).toEqual([])
  })

  it('is shown as it is, whatever its texts are', async () => {
    const { page, complaints } = shown
    const attack = '</script><img src=x onerror="globalThis.hacked = 1">\\u202e'
    await openInPage(page, 'hostile.jsonl', text.replaceAll('total', attack.replaceAll('"', '\\"')))
    await page.getByRole('region', { name: 'Requests', exact: true }).waitFor()
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    expect(await page.locator('#app img, #app script').count()).toBe(0)
    expect(await page.locator('.conversation').innerText()).toContain('[U+202E]')
    expect(complaints).toEqual([])
  })
})
