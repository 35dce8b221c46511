import { describe, expect, it } from 'vitest'
import { bars } from '../../src/retention/bars.ts'
import { costs } from '../../src/retention/costs.ts'
import { figures } from '../../src/retention/figures.ts'
import type { Measured } from '../../src/retention/measured.ts'

const share = (value: number) => ({ share: value, low: value - 0.02, high: value + 0.02, of: 100 })

const measured = (name: string, window: number, kept: number, paid: number): Measured => ({
  name,
  isOwn: name === 'own',
  window,
  part: 'all',
  kept: share(kept),
  reachable: share(0.1),
  known: share(kept + 0.1),
  lost: share(0.9 - kept),
  outdated: share(0),
  byKind: { number: kept },
  byPlace: { user: kept },
  summarized: { given: 0.5, kept: 0.25 },
  sent: 4_000,
  paid,
  unsent: 0,
})

const rows = [measured('`rival` & <co>', 16_000, 0.4, 9_000), measured('own', 16_000, 0.8, 900)]

describe('the charts of retention', () => {
  it.each([
    ['bars', bars],
    ['costs', costs],
  ])('are SVG whose description says what it shows, the best first: %s', (_, draw) => {
    const svg = draw(rows, 16_000)
    const [, description = ''] = /<desc id="desc">(.*)<\/desc>/.exec(svg) ?? []
    expect(description).toMatch(/^own: 80.*; rival &amp; &lt;co&gt;: 40/)
    expect(svg).not.toContain('NaN')
    // Each tag is closed, or closes itself.
    const open = svg.match(/<(svg|title|desc|style|text)\b/g)?.length
    expect(svg.match(/<\/(svg|title|desc|style|text)>/g)?.length).toBe(open)
  })

  it('draw bars as long as the shares', () => {
    const widths = [...bars(rows, 16_000).matchAll(/class="kept" x="300" y="\d+" width="([\d.]+)" height="18"/g)].map(
      ([, one]) => Number(one),
    )
    expect(widths).toEqual([0.8 * 480, 0.4 * 480])
  })
})

describe('the figures of retention', () => {
  it('have a table for each window, the best strategy first, with intervals', () => {
    const text = figures(rows, [{ ...(rows[1] as Measured), part: 'held-out' }])
    expect(text.indexOf('| own | 80.0 % (78.0 to 82.0) | 90.0 % | 0.0 % |')).toBeGreaterThan(0)
    expect(text.indexOf('| own | 80.0 %')).toBeLessThan(text.indexOf('| `rival` & <co> | 40.0 %'))
    expect(text).toContain('In the request of own: 16,000 tokens, the other half: 80.0 %.')
  })
})
