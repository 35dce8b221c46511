import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageProblem } from '../../src/messages/message-problem.ts'
import { histories } from '../support/histories.ts'

const call = { toolCallId: 'x', toolName: 'look' }
const result = (output: unknown): object => ({ role: 'tool', content: [{ type: 'tool-result', ...call, output }] })
const piece = (value: unknown): object => result({ type: 'content', value: [value] })
const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'x' }
const response = { type: 'tool-approval-response', approvalId: 'a', approved: false }

const isMessage = (value: unknown): boolean => messageProblem(value) === undefined

describe('messageProblem', () => {
  it('accepts every kind of part and output where it is allowed', () => {
    const good = [
      { role: 'assistant', content: [{ ...request, signature: 's', inputSchemaInput: {} }] },
      { role: 'tool', content: [response, { ...response, reason: 'No.', providerExecuted: true }] },
      { role: 'assistant', content: [{ type: 'tool-result', ...call, output: { type: 'execution-denied' } }] },
      result({ type: 'execution-denied', reason: 'No.' }),
      result({ type: 'json', value: null, providerOptions: { a: {} } }),
      result({ type: 'content', value: [] }),
      piece({ type: 'text', text: '' }),
      piece({ type: 'media', data: '', mediaType: 'image/png' }),
      piece({ type: 'image-data', data: '', mediaType: 'image/png' }),
      piece({ type: 'image-url', url: 'https://x.test' }),
      piece({ type: 'image-file-id', fileId: 'f' }),
      piece({ type: 'file-data', data: '', mediaType: 'text/plain', filename: 'a.txt' }),
      piece({ type: 'file-url', url: 'https://x.test' }),
      piece({ type: 'file-id', fileId: { openai: 'f' } }),
      piece({ type: 'custom' }),
    ]
    for (const message of good) expect([message, isMessage(message)]).toEqual([message, true])
    fc.assert(fc.property(histories(), (messages) => messages.every(isMessage)))
  })

  it('rejects parts in messages of the wrong role, and parts, outputs and pieces with missing fields', () => {
    const bad = [
      { role: 'user', content: [request] },
      { role: 'tool', content: [request] },
      { role: 'assistant', content: [response] },
      { role: 'assistant', content: [{ ...request, toolCallId: undefined }] },
      { role: 'assistant', content: [{ ...request, approvalId: 7 }] },
      { role: 'tool', content: [{ ...response, approved: 'yes' }] },
      { role: 'tool', content: [{ ...response, approvalId: null }] },
      { role: 'tool', content: [{ ...response, reason: 7 }] },
      result(undefined),
      result('found'),
      result({ value: 'found' }),
      result({ type: 'constructor', value: 'found' }),
      result({ type: 'text', value: { found: true } }),
      result({ type: 'error-text' }),
      result({ type: 'execution-denied', reason: null }),
      result({ type: 'content', value: 'found' }),
      piece(null),
      piece('found'),
      piece({ type: 'text' }),
      piece({ type: 'media', data: '' }),
      piece({ type: 'image-data', data: new Uint8Array(), mediaType: 'image/png' }),
      piece({ type: 'file-data', mediaType: 'text/plain' }),
      piece({ type: 'image-url' }),
      piece({ type: 'file-url', url: 7 }),
      piece({ type: 'file-id' }),
      piece({ type: 'image-file-id', fileId: null }),
      piece({ type: 'file-id', fileId: { openai: 7 } }),
      piece({ type: 'file-data', data: '', mediaType: 'text/plain', filename: 7 }),
      piece({ type: 'file-url', url: 'https://x.test', mediaType: null }),
      piece({ type: 'reasoning', text: 'hm' }),
    ]
    for (const message of bad) expect([message, isMessage(message)]).toEqual([message, false])
  })

  it('rejects JSON that is too deep or contains itself, anywhere in a message, and accepts 500 levels', () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 'x'
      for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { value } : [value]
      return value
    }
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    const places: ((value: unknown) => object)[] = [
      (image) => ({ role: 'user', content: [{ type: 'image', image }] }),
      (data) => ({ role: 'user', content: [{ type: 'file', data, mediaType: 'image/png' }] }),
      (more) => ({ role: 'user', content: [{ type: 'text', text: '', more }] }),
      (a) => ({ role: 'user', content: [{ type: 'text', text: '', providerOptions: { a } }] }),
      (a) => ({ role: 'system', content: '', providerOptions: { a } }),
      (input) => ({ role: 'assistant', content: [{ type: 'tool-call', ...call, input }] }),
      (value) => result({ type: 'json', value }),
      (a) => piece({ type: 'custom', providerOptions: { a } }),
    ]
    for (const place of places) {
      expect(messageProblem(place(nested(500)))).toBeUndefined()
      for (const value of [nested(6_000), cycle])
        expect(messageProblem(place(value))?.problem).toMatch(/nests deeper than 500 levels/)
    }
  })
})
