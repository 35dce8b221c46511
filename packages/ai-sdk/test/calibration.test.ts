import { type HostedRequest, lamella } from '@lamella/ai-sdk'
import { calibrate, heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { hosts, text } from './support/hosts.ts'

describe.each(hosts)('usage that comes back, in $name', ({ sdk, mock }) => {
  it.each(['generateText', 'streamText'] as const)('of %s calibrates the counts of the next requests', async (way) => {
    const calibration = calibrate(heuristic(), { least: 10 })
    const asked: HostedRequest[] = []
    const middleware = lamella({ calibration, onRequest: (request) => asked.push(request) })
    // The mock says 100 tokens for each request; these are about 40.
    const { model } = mock(() => [text('Fine.')], { cached: 25 })
    const wrapped = sdk.wrapLanguageModel({ model: model as never, middleware })
    const prompt = 'When do I sow beans, and which of them may stand beside the peas that are there already? '.repeat(2)
    for (let request = 0; request < 30; request++) {
      if (way === 'generateText') await sdk.generateText({ model: wrapped, prompt })
      else await sdk.streamText({ model: wrapped, prompt }).consumeStream()
    }
    const totals = asked.map(({ context }) => context.report.tokens.total)
    expect(totals[0]).toBeLessThan(60)
    expect(Math.abs((totals.at(-1) ?? 0) - 100)).toBeLessThan(Math.abs((totals[0] ?? 0) - 100) / 2)
    expect(calibration.factor('gpt-4o')).toBeGreaterThan(1.3)
    expect(asked[0]?.usage).toEqual({ input: 100, cached: 25, written: 0, output: 10 })
  })
})
