import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

const entries = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'messages', 'validate']

export default defineConfig({
  ...base,
  entry: Object.fromEntries(entries.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
})
