import { MODEL_LIMITS } from '@lamella/assembler/seed'
import { getModelLimits, listModels } from '@lamella/models'
import { describe, expect, it } from 'vitest'

describe('MODEL_LIMITS', () => {
  it('has the limits of every built-in model under its id, and nothing else', () => {
    const ids = listModels().map(({ id }) => id)
    expect(Object.keys(MODEL_LIMITS)).toEqual(ids)
    for (const [id, limits] of Object.entries(MODEL_LIMITS)) expect(limits).toEqual(getModelLimits(id))
    expect(MODEL_LIMITS['gpt-4o']).toMatchObject({ contextWindow: 128_000, maxOutput: 16_384 })
    expect({ ...MODEL_LIMITS }['claude-3-7-sonnet']?.contextWindow).toBe(200_000)
    for (const name of ['gpt-99', 'toString', '__proto__', 'constructor']) {
      expect([MODEL_LIMITS[name], name in MODEL_LIMITS]).toEqual([undefined, false])
    }
  })

  it('rejects every change', () => {
    const limits = MODEL_LIMITS as Record<string, unknown>
    expect(() => Object.assign(limits, { own: {} })).toThrow(TypeError)
    expect(() => delete limits['gpt-4o']).toThrow(TypeError)
    expect(() => Object.freeze(limits)).toThrow(TypeError)
    expect(limits['own']).toBeUndefined()
  })
})
