import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'

export const expected = 'put aside and found'
export default async function run() {
  const blobs = createBlobStore()
  const sessions = withOffload(createSessionStore(), offload({ blobs, limit: 1_000 }))
  const tools = contextTools({ more: [readResult({ sessions, blobs })] })
  const scope = { tenant: 'acme', session: 'chat-1' }
  const value = Array.from({ length: 2_000 }, (_, at) => (at === 811 ? 'ERROR: no space' : `step ${at}`)).join('\n')
  const call = { toolCallId: 'c1', toolName: 'bash' }
  await sessions.append(scope, 'chat-1', [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ])
  const stored = JSON.stringify(await sessions.read(scope, 'chat-1', 0, 3))
  const [handle] = stored.match(/blob:[a-z2-7]{26}/)
  const found = await tools.handle('read_result', { handle, pattern: 'ERROR' }, { scope })
  return `${stored.length < value.length ? 'put aside' : 'kept'} and ${found.value.includes('no space') ? 'found' : 'lost'}`
}
