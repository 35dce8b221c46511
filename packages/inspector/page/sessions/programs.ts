import type { TranscriptFormat } from '@lamella/provider-fs/transcripts'

/** What people call the programs whose sessions are read. */
export const programs: Readonly<Record<TranscriptFormat, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'pi',
  cline: 'Cline',
  'gemini-cli': 'Gemini CLI',
  chatgpt: 'ChatGPT',
  'ai-sdk-ui': 'AI SDK',
  opencode: 'opencode',
}
