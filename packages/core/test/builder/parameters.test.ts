import { createContext } from '@lamella/core'
import { describe, expect, it } from 'vitest'

describe('the parameters of a builder', () => {
  it.each<[string, unknown]>([
    ['model', 5],
    ['temperature', '0.5'],
    ['temperature', Number.NaN],
    ['topP', null],
    ['maxOutputTokens', 'many'],
    ['stopSequences', [5]],
    ['stopSequences', 'END'],
    ['seed', {}],
    ['toolChoice', { type: 'tool' }],
    ['providerOptions', []],
    ['temprature', 0.5],
  ])('are checked when they are set: %s is not %j', (option, value) => {
    const set = (): unknown => createContext().parameters({ [option]: value } as object)
    expect(set).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', details: { what: 'parameters', option } }))
  })

  it.each([null, 5, 'model', []])('are an object, not %j', (value) => {
    expect(() => createContext().parameters(value as object)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
  })

  it('may be undefined, each of them', () => {
    expect(() => createContext().parameters({ model: undefined, seed: 1 } as object)).not.toThrow()
  })
})
