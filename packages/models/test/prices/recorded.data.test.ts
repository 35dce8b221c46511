import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { costOf, modelPrices, readUsage } from '@lamella/models'
import { describe, expect, it } from 'vitest'

const data = process.env['LAMELLA_DATA']
const file = data === undefined ? undefined : join(data, 'traces', 'pi-large-session.session.jsonl')
const isThere = file !== undefined && existsSync(file)
if (!isThere)
  console.log('skipped: recorded costs, since LAMELLA_DATA names no folder with traces/pi-large-session.session.jsonl')

interface Line {
  readonly message?: { readonly model?: string; readonly usage?: { readonly cost: { readonly total: number } } }
}

describe.skipIf(!isThere)('the costs of recorded responses (LAMELLA_DATA)', () => {
  it('are what their client computed from the published prices', () => {
    const lines = readFileSync(file as string, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    const answers = lines.flatMap((line) => (line.message?.usage?.cost.total ? [line] : []))
    expect(answers.length).toBeGreaterThanOrEqual(300)
    let total = 0
    for (const line of answers) {
      const { model = '', usage } = readUsage(line) ?? {}
      const prices = modelPrices(model)
      if (!prices || !usage) throw new Error(`no price for ${JSON.stringify(line).slice(0, 200)}`)
      const recorded = line.message?.usage?.cost.total as number
      const own = costOf(prices, usage).total
      expect(Math.abs(own / recorded - 1)).toBeLessThan(0.02)
      total += own
    }
    const all = answers.reduce((sum, line) => sum + (line.message?.usage?.cost.total ?? 0), 0)
    console.log(`${answers.length} responses cost $${total.toFixed(2)}; their client says $${all.toFixed(2)}`)
  })
})
