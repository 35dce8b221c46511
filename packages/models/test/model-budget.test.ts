import { bindsThinking, modelBudget, requestLimits } from '@lamella/models'
import { describe, expect, it } from 'vitest'

describe('modelBudget', () => {
  it.each([
    ['the window and the longest answer of the model', 'gpt-4o', {}, { window: 128_000, reserve: 16_384 }],
    ['what the request allows', 'gpt-4o', { maxOutputTokens: 4_000 }, { window: 128_000, reserve: 4_000 }],
    ['at most half the window', 'gpt-4o', { maxOutputTokens: 100_000 }, { window: 128_000, reserve: 64_000 }],
    ['what is given, whatever its share', 'gpt-4o', { reserve: 100_000 }, { window: 128_000, reserve: 100_000 }],
    ['a window that is given', 'gpt-4o', { window: 10_000 }, { window: 10_000, reserve: 5_000 }],
    ['a window of an unknown model', 'nobody-knows-it', { window: 10_000 }, { window: 10_000, reserve: 5_000 }],
    ['a window of a model without a name', undefined, { window: 11, reserve: 3 }, { window: 11, reserve: 3 }],
    // Its input is limited to 272,000 of the 400,000.
    ['the limit of the input', 'gpt-5', { maxOutputTokens: 8_000 }, { window: 280_000, reserve: 8_000 }],
  ])('takes %s', (_, name, options, budget) => {
    expect(modelBudget(name, options)).toMatchObject(budget)
  })

  it('adds the limits of the provider, unless others are given', () => {
    expect(modelBudget('gpt-4o').limits?.most).toEqual(requestLimits('gpt-4o'))
    expect(modelBudget('gpt-4o', { limits: { images: 3 } }).limits?.most).toEqual({ images: 3 })
    expect(modelBudget('nobody-knows-it', { window: 10_000 })).toEqual({ window: 10_000, reserve: 5_000 })
  })

  it.each(['nobody-knows-it', undefined])('does not guess the window of %s', (model) => {
    expect(() => modelBudget(model)).toThrow(expect.objectContaining({ code: 'WINDOW_REQUIRED', details: { model } }))
  })
})

it('knows which models bind their thinking, and that others are not known to', () => {
  expect(['claude-opus-5-5', 'gpt-4o', 'nobody-knows-it', undefined].map(bindsThinking)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
