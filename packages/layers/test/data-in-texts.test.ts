import { summaryStrategy } from '@lamella/compaction'
import { factDigest, valueDigest } from '@lamella/compaction/digest'
import { extractSummary } from '@lamella/compaction/summary'
import type { Message } from '@lamella/core'
import type { DigestRequest } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { shorterResults } from '../src/history/results/shorter-results.ts'
import { shorterMessages } from '../src/history/shorten-message.ts'
import { entryForms } from '../src/memory/entry.ts'
import { hasPiece, picture, pictureResult } from './support/data.ts'

const said: Message = { role: 'user', content: `Here is the page: data:image/png;base64,${picture} as it looks today.` }
const request: DigestRequest = {
  gone: [said, pictureResult].map((message, position) => ({ position, message })),
  before: undefined,
  shown: [],
  maxTokens: 10_000,
  count: (text) => text.length,
}

describe('binary data in texts and JSON', () => {
  it('is recognized by these tests', () => {
    expect(hasPiece(JSON.stringify(pictureResult))).toBe(true)
  })

  it('is not in what a summarizer gets, which has the words around it', async () => {
    const asked: string[] = []
    const strategy = summaryStrategy(({ text }) => {
      asked.push(text)
      return 'The checkout page was shown.'
    })
    const messages = [said, pictureResult]
    const { signal } = new AbortController()
    await strategy.compact({ context: { system: [], messages }, messages, maxOutputTokens: 100, signal })
    const text = asked.join('\n')
    expect(hasPiece(text)).toBe(false)
    expect(text).toContain('data:image/png;base64,[40,000 characters of data] as it looks today.')
    expect(text).toContain('"page_id":"page-48213","data":"[40,000 characters of data]","note":"The button')
    expect(text.length).toBeLessThan(1_000)
  })

  it.each([
    ['of values', valueDigest()],
    ['of facts', factDigest()],
  ])('is not in a digest %s, which has the values beside it', (_, policy) => {
    const digest = policy.digest(request)
    expect(hasPiece(JSON.stringify(digest))).toBe(false)
    expect(digest?.text).toContain('page-48213')
    expect(JSON.stringify(digest)).not.toContain('40,000')
  })

  it('is not in a summary without a model', () => {
    const { text } = extractSummary([said, pictureResult], { maxTokens: 10_000 })
    expect(hasPiece(text)).toBe(false)
    expect(text).toContain('page-48213')
  })

  it('is named in a shortened result, which keeps the words around it', () => {
    const [short] = shorterResults(pictureResult, new Map())
    const text = JSON.stringify(short)
    expect(hasPiece(text)).toBe(false)
    expect(text).toContain('[40,000 characters of data]')
    expect(text).toContain('The button for checkout is missing on this page.')
  })

  it('is named in the first shorter form of a message, with how to read it', () => {
    const [first, ...others] = shorterMessages(said, 100_000, () => 'read_result {"handle":"m0"}')
    const text = '[40000 characters of data; to read: read_result {"handle":"m0"}]'
    expect(first?.content).toBe(`Here is the page: data:image/png;base64,${text} as it looks today.`)
    expect(others).toEqual([])
    const results = shorterMessages(pictureResult, 100_000)
    expect(results.map((message) => hasPiece(JSON.stringify(message)))).toEqual(results.map(() => false))
    expect(JSON.stringify(results[0])).toContain('The button for checkout is missing on this page.')
  })

  it('is named in an entry of a memory that is cut', () => {
    const { content, cut } = entryForms(`The logo is ${picture} since May.`, 400)
    expect(content).toBe('- The logo is [40,000 characters of data] since May.')
    expect(cut).toBe(true)
  })
})
