import { describe, expect, it } from 'vitest'
import { pickParameters } from '../../src/parameters/check-layer.ts'

describe('pickParameters', () => {
  it('returns only the parameters', () => {
    const options = {
      model: 'gpt-4o',
      topK: 50,
      temperature: undefined,
      skipSkills: true,
      message: 'Hello',
      __proto__: { maxOutputTokens: 1 },
    }
    expect(pickParameters({ model: 'gpt-4o', topP: 0.5 })).toEqual({ model: 'gpt-4o', topP: 0.5 })
    expect(pickParameters({ ...options } as never)).toEqual({ model: 'gpt-4o', topK: 50 })
    expect(pickParameters({})).toEqual({})
  })
})
