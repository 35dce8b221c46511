import { answer, checkToolInput, readyTool, refusal, toolInputSchema } from '@lamella/store'
import { describe, expect, it } from 'vitest'

const properties = {
  text: { type: 'string', minLength: 1, maxLength: 5 },
  count: { type: 'integer', minimum: 1, maximum: 3 },
  tags: { type: 'array', items: { type: 'string', maxLength: 2 }, maxItems: 2 },
}
const schema = { type: 'object', properties, required: ['text'], additionalProperties: false }

describe('checkToolInput', () => {
  it('returns the known parameters, and leaves out those that are undefined', () => {
    const checked = checkToolInput('note', schema, { text: 'tea', count: undefined, tags: ['a'] })
    expect('input' in checked && Object.fromEntries(checked.input)).toEqual({ text: 'tea', tags: ['a'] })
  })

  it('takes null for a parameter that is not required as none, as strict modes write it', () => {
    const checked = checkToolInput('note', schema, { text: 'tea', count: null, tags: null })
    expect('input' in checked && Object.fromEntries(checked.input)).toEqual({ text: 'tea' })
    expect(checkToolInput('note', schema, { text: null })).toEqual({ problem: 'note: text must be a text.' })
  })

  it.each([undefined, null])('takes %j as an empty input if nothing is required', (given) => {
    const checked = checkToolInput('list', { ...schema, required: [] }, given)
    expect('input' in checked && checked.input.size).toBe(0)
  })

  it.each([
    ['text', 'note takes an object with text, count, tags.'],
    [null, 'note takes an object with text, count, tags.'],
    [{}, 'note: text is missing.'],
    [{ text: 5 }, 'note: text must be a text.'],
    [{ text: ' ' }, 'note: text must not be empty.'],
    [{ text: 'sixsix' }, 'note: text must have 5 characters or fewer.'],
    [{ text: 'a', count: 1.5 }, 'note: count must be a whole number.'],
    [{ text: 'a', count: 0 }, 'note: count must be 1 or more.'],
    [{ text: 'a', count: 4 }, 'note: count must be 3 or less.'],
    [{ text: 'a', tags: 'b' }, 'note: tags must be a list of texts.'],
    [{ text: 'a', tags: ['a', 'b', 'c'] }, 'note: tags must have 2 texts or fewer.'],
    [{ text: 'a', tags: ['abc'] }, 'note: tags has a text that must have 2 characters or fewer.'],
    [{ text: 'a', txt: 1 }, `note has no parameter "txt". Did you mean 'text'? Use one of these: text, count, tags.`],
    [
      JSON.parse('{"text":"a","__proto__":{}}'),
      'note has no parameter "__proto__". Use one of these: text, count, tags.',
    ],
  ])('tells the model what is wrong with %j', (given, problem) => {
    expect(checkToolInput('note', schema, given)).toEqual({ problem })
  })
})

describe('toolInputSchema', () => {
  const made = toolInputSchema('note', properties, ['text'])

  it('is a plain JSON Schema for everyone who writes it', () => {
    expect(JSON.parse(JSON.stringify(made))).toEqual(schema)
    expect(Object.keys(made)).toEqual(['type', 'properties', 'required', 'additionalProperties'])
  })

  it('is a Standard Schema that validates and converts', () => {
    const { validate, jsonSchema } = made['~standard']
    expect(validate({ text: 'tea' })).toEqual({ value: { text: 'tea' } })
    expect(validate({})).toEqual({ issues: [{ message: 'note: text is missing.' }] })
    const first = jsonSchema.input({ target: 'draft-07' })
    expect(first).toEqual(schema)
    // A host may change what it gets.
    first['type'] = 'changed'
    expect(jsonSchema.output({ target: 'draft-07' })).toEqual(schema)
  })
})

describe('a ready tool', () => {
  const errors: unknown[] = []
  const tool = readyTool({
    ...{ name: 'note', description: 'Notes.', properties, required: ['text'] },
    run: (input, { signal }) => {
      if (input.get('text') === 'fail') throw new Error('secret path')
      return answer(`${String(input.get('text'))} ${signal === undefined}`)
    },
    onError: (error) => {
      errors.push(error)
      throw new Error('listener')
    },
  })

  it('runs only checked inputs, and never rejects', async () => {
    expect(await tool.execute({ text: 'tea' })).toEqual({ type: 'text', value: 'tea true' })
    expect(await tool.execute({})).toEqual({ type: 'error-text', value: 'note: text is missing.' })
    const failed = { type: 'error-text', value: 'note has failed. Continue without it, or try again later.' }
    expect(await tool.execute({ text: 'fail' })).toEqual(failed)
    expect(errors).toHaveLength(1)
  })

  it('takes the signal by both names', async () => {
    const { signal } = new AbortController()
    expect(await tool.execute({ text: 'tea' }, { abortSignal: signal })).toEqual({ type: 'text', value: 'tea false' })
    const cancelled = refusal('The call was cancelled.')
    expect(await tool.execute({ text: 'tea' }, { abortSignal: AbortSignal.abort() })).toEqual(cancelled)
    expect(await tool.execute({ text: 'tea' }, { signal: AbortSignal.abort() })).toEqual(cancelled)
  })
})
