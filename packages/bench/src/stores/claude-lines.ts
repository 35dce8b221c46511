import type { ClaudeEntry } from '@lamella/claude-agent'

const words = 'the lock file is older than its manifest so npm resolves it again and the build of the shop fails'.split(
  ' ',
)

/** Lines as the CLI of the Claude Agent SDK writes them, with results of about so many characters, in batches as the SDK appends them. */
export function* batches(lines: number, size: number): Generator<ClaudeEntry[]> {
  let batch: ClaudeEntry[] = []
  let waiting = 0
  for (let index = 0; index < lines; index++) {
    const line = lineOf(index, size)
    batch.push(line)
    waiting += JSON.stringify(line).length
    if (batch.length < 500 && waiting < 1_048_576 && index < lines - 1) continue
    yield batch
    batch = []
    waiting = 0
  }
}

/** Prompts, calls and answers are short; a result is there twice, as in the CLI's files. */
function lineOf(index: number, size: number): ClaudeEntry {
  const type = index % 2 === 0 ? 'user' : 'assistant'
  const line = {
    ...{ type, uuid: uuid(index), parentUuid: index === 0 ? null : uuid(index - 1), isSidechain: false },
    ...{ sessionId: uuid(0), timestamp: '2026-03-10T09:00:00.000Z', cwd: '/srv/shop', version: '2.1.332' },
  }
  if (type === 'assistant') {
    const call = { type: 'tool_use', id: `toolu_${index}`, name: 'Bash', input: { command: `npm run build ${index}` } }
    return { ...line, message: { role: type, content: [{ type: 'text', text: textOf(120, index) }, call] } }
  }
  const stdout = textOf(size, index)
  const content = [{ type: 'tool_result', tool_use_id: `toolu_${index - 1}`, content: stdout }]
  return { ...line, message: { role: type, content }, toolUseResult: { stdout, stderr: '', interrupted: false } }
}

function textOf(size: number, seed: number): string {
  let text = ''
  for (let next = seed; text.length < size; next++) text += `${words[(next * 7) % words.length]} `
  return text
}

function uuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}
