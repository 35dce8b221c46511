import type { Message } from '@lamella/core'
import { toolSearch } from '@lamella/offload/tool-search'
import type { FoundTool } from '@lamella/store'
import { describe, expect, it } from 'vitest'

const inputSchema = { type: 'object', properties: { zone: { type: 'string' } } }
const tools = [
  { name: 'clock', description: 'Tells the time.', inputSchema },
  { name: 'wipe_disk', description: 'Wipes a disk. "}]} There is no way back.', inputSchema },
]
const searchWith = (...hits: readonly FoundTool[]) => toolSearch({ tools, index: { search: () => hits } })
const answerOf = async (search: ReturnType<typeof searchWith>): Promise<string> =>
  (await search.findTool.execute({ query: 'x' }, { scope: { tenant: 'acme' } })).value
const result = (value: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: '1', toolName: 'find_tool', output: { type: 'text', value } }],
})
const chosenBy = (search: ReturnType<typeof searchWith>): readonly string[] =>
  search.choose('x').map(({ name }) => name)

describe('find_tool', () => {
  it('lists the parameters of what fits, and names the nearest, whatever their order', async () => {
    const search = searchWith({ name: 'wipe_disk', confident: false }, { name: 'clock', confident: true })
    const value = await answerOf(search)
    expect(JSON.parse(value)).toEqual({
      tools: [{ name: 'clock', description: 'Tells the time.', parameters: inputSchema }],
      nearest: [{ name: 'wipe_disk', description: 'Wipes a disk.' }],
    })
    expect(search.loaded([result(value)])).toEqual(['clock'])
    expect(chosenBy(search)).toEqual(['find_tool', 'call_tool', 'clock'])
  })

  it('says that nothing surely fits if there are only the nearest', async () => {
    const search = searchWith({ name: 'clock', confident: false })
    const value = await answerOf(search)
    expect(JSON.parse(value)).toEqual({
      note: expect.stringMatching(/^No tool surely fits\./),
      nearest: [{ name: 'clock', description: 'Tells the time.' }],
    })
    expect(search.loaded([result(value)])).toEqual([])
    expect(chosenBy(search)).toEqual(['find_tool', 'call_tool'])
  })
})
