import { type CreateBlockOptions, contextBuilder, memoryTools } from '@lamella/blocks'
import type { JsonSchema } from '@lamella/core'
import { createBlockStore, createMemoryStore } from '@lamella/store/memory'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import { describe, expect, it } from 'vitest'
import { memoryWith, newMemory, scope } from '../layers/support.ts'

const tasks = {
  type: 'list',
  item: {
    type: 'map',
    fields: [
      { name: 'task', type: 'text', required: true },
      { name: 'done', type: 'boolean', default: false },
    ],
  },
} as const
const blocks: Readonly<Record<string, CreateBlockOptions>> = {
  persona: { type: 'Core', permission: 'ReadOnly', content: 'I break tasks down.', description: 'Who I am.' },
  human: { type: 'Core', content: 'Likes tea.' },
  tasks: { type: 'Working', permission: 'Admin', schema: tasks },
  profile: {
    type: 'Core',
    schema: {
      type: 'map',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'status', type: 'text', readOnly: true },
        { name: 'tags', type: 'list' },
        { name: 'score', type: 'counter' },
      ],
    },
  },
  audit: {
    type: 'Log',
    permission: 'Append',
    schema: {
      type: 'log',
      displayLimit: 5,
      entry: { timestamp: true, agent: true, fields: [{ name: 'message', type: 'text', required: true }] },
    },
  },
  diary: {
    type: 'Working',
    schema: {
      type: 'composite',
      sections: [
        { name: 'notes', schema: { type: 'text' } },
        { name: 'stats', readOnly: true, schema: { type: 'map', fields: [{ name: 'count', type: 'number' }] } },
      ],
    },
  },
}
const now = (): Date => new Date('2025-01-01T00:00:00Z')
const propertiesOf = (schema: unknown): Readonly<Record<string, { readonly enum?: readonly string[] }>> =>
  (schema as { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> }).properties

describe('the tools of an agent', () => {
  it('match its blocks and their permissions, in a stable order', async () => {
    const { definitions, has } = await memoryTools(await memoryWith(blocks), 'entropy', { now })
    const labels = definitions.map(({ name, inputSchema }) => [name, propertiesOf(inputSchema)['label']?.enum])
    expect(labels).toEqual([
      ['view_block', ['audit', 'diary', 'human', 'persona', 'profile', 'tasks']],
      ['append_to_block', ['diary', 'human']],
      ['replace_in_block', ['diary', 'human']],
      ['set_block_field', ['profile']],
      ['add_to_block_field', ['profile']],
      ['increment_block_field', ['profile']],
      ['unset_block_field', ['profile']],
      ['add_block_item', ['tasks']],
      ['update_block_item', ['tasks']],
      ['delete_block_item', ['tasks']],
      ['add_log_entry', ['audit']],
      ['search_archival', undefined],
      ['insert_archival', undefined],
      ['search_memory', undefined],
    ])
    expect(definitions.every(({ name }) => has(name))).toBe(true)
    expect(has('toString')).toBe(false)
  })

  it('list the sections, fields and values of the blocks', async () => {
    const { definitions } = await memoryTools(await memoryWith(blocks), 'entropy', { now })
    const schemaOf = (name: string): JsonSchema =>
      (definitions.find((one) => one.name === name)?.inputSchema ?? {}) as JsonSchema
    expect(propertiesOf(schemaOf('append_to_block'))['section']).toEqual({
      type: 'string',
      enum: ['notes'],
      description: 'The section, for blocks that have sections. diary: notes.',
    })
    expect(schemaOf('append_to_block')['required']).toEqual(['label', 'text'])
    expect(propertiesOf(schemaOf('set_block_field'))['field']?.enum).toEqual(['name', 'tags', 'score'])
    expect(propertiesOf(schemaOf('set_block_field'))['value']).toMatchObject({
      anyOf: [{ type: 'string' }, { type: 'array' }, { type: 'integer' }],
    })
    expect(propertiesOf(schemaOf('add_block_item'))['item']).toMatchObject({
      type: 'object',
      properties: { task: { type: 'string' }, done: { type: 'boolean' } },
      required: ['task'],
      additionalProperties: false,
    })
    expect(propertiesOf(schemaOf('add_log_entry'))['entry']).toMatchObject({ required: ['message'] })
    const without = await memoryTools(await memoryWith(blocks), 'entropy')
    const entry = propertiesOf(without.definitions.find(({ name }) => name === 'add_log_entry')?.inputSchema)['entry']
    expect(entry).toMatchObject({ required: ['timestamp', 'message'] })
  })

  it('are accepted by every provider', async () => {
    const memory = await memoryWith(blocks)
    await memory.createBlock('Archive', 'news', { type: 'Core', content: 'It rains.' })
    await memory.shareBlock('Archive', 'news', 'entropy', { permission: 'Append', system: true })
    const { definitions, handle } = await memoryTools(memory, 'entropy')
    const context = await contextBuilder(memory)
      .forAgent('entropy')
      .withTools(definitions)
      .build({ scope, message: 'Hi' })
    const requests = {
      'openai-chat': toOpenAIChat(context, { model: 'gpt-4o' }),
      'openai-responses': toOpenAIResponses(context, { model: 'gpt-4o' }),
      anthropic: toAnthropic(context, { model: 'claude-sonnet-4-5' }),
      gemini: toGemini(context, { model: 'gemini-2.5-pro' }),
    }
    for (const [format, body] of Object.entries(requests)) {
      expect(validate(format as keyof typeof requests, body).filter(({ level }) => level === 'error')).toEqual([])
      expect(JSON.stringify(body)).toContain('news@Archive')
    }
    const value = "Added. 'news@Archive' is now:\nIt rains. Hard."
    expect(await handle('append_to_block', { label: 'news@Archive', text: ' Hard.' })).toEqual({ type: 'text', value })
    expect(await memory.getRenderedContent('Archive', 'news')).toBe('It rains. Hard.')
  })

  it('have the same bytes for the same blocks, and are absent without blocks', async () => {
    const made = async (): Promise<string> =>
      JSON.stringify((await memoryTools(await memoryWith(blocks), 'entropy')).definitions)
    expect(await made()).toBe(await made())
    const none = await memoryTools(newMemory(), 'nobody', { archive: false, search: false })
    expect(none.definitions).toEqual([])
  })

  it('change the block, save it, and answer with its new content', async () => {
    const memory = await memoryWith(blocks)
    const { handle } = await memoryTools(memory, 'entropy', { now })
    const calls: readonly (readonly [string, object, string])[] = [
      ['append_to_block', { label: 'human', text: '\nHas a cat.' }, "Added. 'human' is now:\nLikes tea.\nHas a cat."],
      [
        'replace_in_block',
        { label: 'human', old: 'tea', new: 'coffee' },
        "Replaced. 'human' is now:\nLikes coffee.\nHas a cat.",
      ],
      [
        'set_block_field',
        { label: 'profile', field: 'name', value: 'Alice' },
        "Set. 'profile' is now:\nname: Alice\nscore: 0",
      ],
      [
        'add_to_block_field',
        { label: 'profile', field: 'tags', item: 'important' },
        "Added. 'profile' is now:\nname: Alice\ntags:\n- important\nscore: 0",
      ],
      [
        'increment_block_field',
        { label: 'profile', field: 'score', by: 5 },
        "Counted. 'profile' is now:\nname: Alice\ntags:\n- important\nscore: 5",
      ],
      ['unset_block_field', { label: 'profile', field: 'tags' }, "Cleared. 'profile' is now:\nname: Alice\nscore: 5"],
      // Strict modes write null for what is optional.
      [
        'add_block_item',
        { label: 'tasks', item: { task: 'Review PR', done: null } },
        "Added. 'tasks' is now:\n[ ] Review PR",
      ],
      [
        'update_block_item',
        { label: 'tasks', number: 1, item: { task: 'Review PR', done: true } },
        "Changed. 'tasks' is now:\n[x] Review PR",
      ],
      ['delete_block_item', { label: 'tasks', number: 1 }, "Deleted. 'tasks' is now:\n"],
      [
        'add_log_entry',
        { label: 'audit', entry: { message: 'User logged in' } },
        "Added. 'audit' is now:\n[2025-01-01T00:00:00.000Z] (entropy) User logged in",
      ],
      [
        'append_to_block',
        { label: 'diary', section: 'notes', text: 'notes here' },
        "Added. 'diary' is now:\n=== notes ===\n\nnotes here\n\n=== stats [read-only] ===",
      ],
    ]
    for (const [name, input, value] of calls) expect(await handle(name, input)).toEqual({ type: 'text', value })
    expect(await memory.getRenderedContent('entropy', 'human')).toBe('Likes coffee.\nHas a cat.')
  })

  it('refuse null for a required field', async () => {
    const { handle } = await memoryTools(await memoryWith(blocks), 'entropy', { now })
    const answer = await handle('add_log_entry', { label: 'audit', entry: { message: null } })
    expect(answer).toMatchObject({ type: 'error-text', value: 'entry.message must be a text.' })
  })

  it('show blocks in their tags, and long blocks in pieces', async () => {
    const long = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n')
    const memory = await memoryWith({ ...blocks, long: { type: 'Archival', content: long } })
    const { handle } = await memoryTools(memory, 'entropy', { maxCharacters: 200 })
    expect(await handle('view_block', { label: 'persona' })).toEqual({
      type: 'text',
      value: '<block:persona permission="Read Only">\nWho I am.\n\nI break tasks down.\n</block:persona>',
    })
    const seen: string[] = []
    for (let from_line = 1; from_line <= 100; ) {
      const { value } = (await handle('view_block', { label: 'long', from_line })) as { readonly value: string }
      seen.push(...Array.from(value.matchAll(/^line \d+$/gm), ([line]) => line))
      from_line = Number(/from_line (\d+)\]/.exec(value)?.[1] ?? 101)
    }
    expect(seen.join('\n')).toBe(long)
    const beyond = await handle('view_block', { label: 'long', from_line: 900 })
    expect(beyond).toMatchObject({
      value: expect.stringContaining('[The block has 100 lines: none from line 900 on.]'),
    })
  })

  it('show a line that is too long in pieces, of which none is lost', async () => {
    const line = `${'🐢'.repeat(300)}END`
    const memory = await memoryWith({ long: { type: 'Archival', content: `first\n${line}\nlast` } })
    const { handle } = await memoryTools(memory, 'entropy', { maxCharacters: 201 })
    let seen = ''
    for (let from_line: number | undefined = 1; from_line !== undefined; ) {
      const { value } = (await handle('view_block', { label: 'long', from_line })) as { readonly value: string }
      expect(value.length).toBeLessThan(350)
      seen += value.replace(/^<.*>\n|(?:\n… .*)?\n<.*>$/g, '')
      const next = /from_line (\d+)\]/.exec(value)?.[1]
      from_line = next === undefined ? undefined : Number(next)
    }
    expect(seen.replace(/\n/g, '')).toBe(`first${line}last`)
  })

  it.each([
    ['a\r\nb\r\nc', 'b\nc', 'd\ne', 'a\r\nd\r\ne'],
    ['Cafe\u0301 in Zu\u0308rich', 'Caf\u00e9', 'Bar', 'Bar in Zu\u0308rich'],
    ['a\r\nb', 'b', 'c', 'a\r\nc'],
  ])('replace in %j what the model writes as %j', async (content, old, fresh, expected) => {
    const memory = await memoryWith({ human: { type: 'Core', content } })
    const { handle } = await memoryTools(memory, 'entropy')
    expect(await handle('replace_in_block', { label: 'human', old, new: fresh })).toMatchObject({ type: 'text' })
    expect(await memory.getRenderedContent('entropy', 'human')).toBe(expected)
  })

  it('search only what can be searched', async () => {
    const names = async (options: object): Promise<readonly string[]> => {
      const { definitions } = await memoryTools(newMemory(options), 'entropy')
      return definitions.map(({ name }) => name)
    }
    const unsearched = { blocks: createBlockStore(), archive: createMemoryStore() }
    expect(await names(unsearched)).toEqual([])
    expect(await names({ archive: undefined })).toEqual(['search_memory'])
    const { handle } = await memoryTools(newMemory(unsearched), 'entropy', { search: true })
    expect(await handle('search_memory', { query: 'tea' })).toMatchObject({ type: 'error-text' })
  })

  it('store and find archival entries', async () => {
    const { handle } = await memoryTools(await memoryWith(blocks), 'entropy')
    const kept = await handle('insert_archival', { content: 'The launch is on June 3.', tags: ['launch'] })
    expect(kept).toEqual({ type: 'text', value: expect.stringMatching(/^Stored as "id-\d+"\.$/) })
    const found = await handle('search_archival', { query: 'When is the launch?' })
    expect(found).toEqual({ type: 'text', value: expect.stringMatching(/^- \[id-\d+\] The launch is on June 3\.$/) })
    const all = await handle('search_memory', { query: 'tea or launch', limit: 5 })
    expect(all).toEqual({ type: 'text', value: expect.stringMatching(/- Archive \[id-\d+\]: The launch/) })
    expect(all).toMatchObject({ value: expect.stringContaining('- Block human: Likes tea.') })
    expect(await handle('search_archival', { query: 'zebra' })).toEqual({ type: 'text', value: 'Nothing was found.' })
    const refused = (value: string) => ({ type: 'error-text', value })
    expect(await handle('insert_archival', { content: ' ' })).toEqual(refused('insert_archival: content is empty.'))
    expect(await handle('insert_archival', { content: 'x', tags: [1] })).toEqual(
      refused('insert_archival: tags must be a list of texts.'),
    )
  })
})

describe('a mistake of the model', () => {
  it.each([
    ['paint_block', {}, /^There is no tool "paint_block"\. Use one of these: view_block, /],
    ['append_to_block', 'human', /^append_to_block takes an object with label, section, text\.$/],
    ['append_to_block', { label: 'human', txt: 'x' }, /has no parameter "txt"\. Did you mean 'text'\?/],
    ['append_to_block', { label: 'human' }, /^append_to_block: text is missing\.$/],
    ['append_to_block', { label: 'human', text: 7 }, /^append_to_block: text must be a text\.$/],
    ['append_to_block', { label: 'humam', text: 'x' }, /^There is no block "humam"\. Did you mean 'human'\?/],
    [
      'append_to_block',
      { label: 'diary', text: 'x' },
      /^Block 'diary' has sections: name one of them \(notes, stats\)\.$/,
    ],
    ['append_to_block', { label: 'human', section: 'notes', text: 'x' }, /^Block 'human' has no sections\.$/],
    [
      'append_to_block',
      { label: 'diary', section: 'a', text: 'x' },
      /^Block 'diary' has no section 'a'\. It has 'notes', 'stats'\.$/,
    ],
    ['append_to_block', { label: 'tasks', text: 'x' }, /^Block 'tasks' is a list, but this operation is for a text\.$/],
    ['append_to_block', { label: 'persona', text: 'x' }, /Read Only\. This needs the permission Append\.$/],
    [
      'replace_in_block',
      { label: 'human', old: 'beer', new: 'x' },
      /^Nothing was replaced: 'human' does not contain that text\. View/,
    ],
    ['set_block_field', { label: 'profile', field: 'status', value: 'x' }, /^Not allowed: .* is read-only\.$/],
    ['set_block_field', { label: 'profile', field: 'nam', value: 'x' }, /has no field 'nam'\. Did you mean 'name'\?/],
    ['set_block_field', { label: 'profile', field: 'score', value: 0.5 }, /^score must be a whole number\.$/],
    ['update_block_item', { label: 'tasks', number: 0, item: {} }, /^update_block_item: number must be 1 or more\.$/],
    [
      'delete_block_item',
      { label: 'tasks', number: 9 },
      /^There is no item with that number\. View the block first\.$/,
    ],
    [
      'add_block_item',
      { label: 'tasks', item: { text: 'x' } },
      /^item\.text is not a field of the schema, which has task, done\.$/,
    ],
    ['add_log_entry', { label: 'audit', entry: [] }, /^entry is a list, not an object\.$/],
    ['append_to_block', { label: 'human', text: 'a\ud83d' }, /^text has half of a surrogate pair\.$/],
    ['replace_in_block', { label: 'human', old: 'a', new: '\ude00' }, /^new has half of a surrogate pair\.$/],
    ['set_block_field', { label: 'profile', field: 'score', value: Infinity }, /^value has Infinity\.$/],
    [
      'add_to_block_field',
      { label: 'profile', field: 'name', item: 'x' },
      /^name is a text field, not a list field\.$/,
    ],
    ['search_memory', { query: 'x', limit: 99 }, /^search_memory: limit must be 20 or less\.$/],
  ])('is answered with what to do instead: %s %j', async (name, input, told) => {
    const memory = await memoryWith(blocks)
    const { handle } = await memoryTools(memory, 'entropy', { now })
    expect(await handle(name, input)).toEqual({ type: 'error-text', value: expect.stringMatching(told) })
  })
})

describe('an event not caused by the model', () => {
  it('reaches onError, and the model sees only that the call failed', async () => {
    const memory = await memoryWith(blocks)
    const failing = { ...memory, changeBlock: () => Promise.reject(new Error('secret path /var/x')) }
    const errors: unknown[] = []
    const onError = (error: unknown, tool: string): void => {
      errors.push([String(error), tool])
      throw new Error('of the listener')
    }
    const { handle } = await memoryTools(failing, 'entropy', { onError })
    const output = await handle('append_to_block', { label: 'human', text: 'x' })
    expect(output).toEqual({
      type: 'error-text',
      value: 'The memory has failed. Continue without it, or try again later.',
    })
    expect(errors).toEqual([['Error: secret path /var/x', 'append_to_block']])
  })

  it('includes blocks deleted or created after the tools were made', async () => {
    const memory = await memoryWith(blocks)
    const { handle } = await memoryTools(memory, 'entropy')
    await memory.deleteBlock('entropy', 'human', { system: true })
    await memory.createBlock('entropy', 'fresh', { type: 'Core', content: 'New.' })
    expect(await handle('view_block', { label: 'human' })).toEqual({
      type: 'error-text',
      value: expect.stringMatching(/^There is no block "human"\./),
    })
    expect(await handle('append_to_block', { label: 'fresh', text: '!' })).toEqual({
      type: 'text',
      value: "Added. 'fresh' is now:\nNew.!",
    })
  })
})
