import type { TranscriptFormat } from '@lamella/provider-fs/transcripts'

/** The programs by the names that people know them by. */
export const programNames: Readonly<Record<TranscriptFormat, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'pi',
  cline: 'Cline',
  'gemini-cli': 'Gemini CLI',
  chatgpt: 'ChatGPT',
  'ai-sdk-ui': 'AI SDK',
  opencode: 'opencode',
}

/** The formats that `--from` takes: all that are read. */
export const readFormats: readonly string[] = Object.keys(programNames).filter((name) => name !== 'opencode')
