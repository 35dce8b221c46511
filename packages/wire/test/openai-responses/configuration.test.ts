import { validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'
import { user } from './violations.ts'

const update = { type: 'configuration_update', reasoning: { effort: 'high' } }

describe('OR-CONFIGURATION', () => {
  it.each<[string, object, string[]]>([
    ['one after a message', {}, []],
    ['one where the API shortens nothing', { truncation: 'disabled', context_management: [] }, []],
    ['two in a row', { input: [user, update, update] }, ['error input[2]']],
    ['two with a message between them', { input: [user, update, user, update] }, []],
    ['where the API shortens the input', { truncation: 'auto' }, ['error input[1]']],
    ['beside a compaction by the API', { context_management: [{ type: 'compaction' }] }, ['error input[1]']],
    ['in the mode pro', { reasoning: { mode: 'pro' } }, ['error input[1]']],
    ['of an older model', { model: 'gpt-5.6-sol' }, ['model input[1]']],
  ])('is about changes of settings: %s', (_, more, expected) => {
    const request = { model: 'gpt-6.2-sol', input: [user, update], ...more }
    const found = validateOpenAIResponses(request).filter(({ code }) => code === 'OR-CONFIGURATION')
    expect(found.map(({ level, path }) => `${level} ${path}`)).toEqual(expected)
  })
})
