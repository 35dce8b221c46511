import { createContext, createEstimator, defineLayer, type Target } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { expect, it } from 'vitest'
import { charTokenizer } from '../support/char-tokenizer.ts'

const model: Target = {
  budget: { window: 1_000, reserve: 100 },
  tokenizer: charTokenizer,
  framing: { ...defaultFraming, request: 7, message: 0 },
  parameters: { model: 'house-model' },
}
const base = createContext().use(defineLayer('motto', { load: () => 'Be kind.' }))

it('sets budget, tokenizer, framing and parameters at once', async () => {
  const { parameters, report } = await base.for(model).build({ scope: { tenant: 'acme' } })
  expect(parameters).toEqual({ model: 'house-model' })
  // 8 characters, and 7 of the framing.
  expect(report.tokens).toMatchObject({ window: 1_000, reserve: 100, tokenizer: charTokenizer.name, total: 15 })
})

it('adds to the parameters, and is changed in part by later calls', async () => {
  const builder = base.parameters({ temperature: 0.2 }).for(model).tokenizer(createEstimator())
  const { parameters, report } = await builder.build({ scope: { tenant: 'acme' } })
  expect(parameters).toEqual({ temperature: 0.2, model: 'house-model' })
  expect(report.tokens).toMatchObject({ window: 1_000, tokenizer: 'estimate' })
})

it.each([undefined, 'gpt-4o', Promise.resolve(model)])('rejects %o, and says to await a target', (wrong) => {
  expect(() => base.for(wrong as unknown as Target)).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', fix: expect.stringContaining('await target(') }),
  )
})
