import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

const entries = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'bedrock-converse',
  'messages',
  'validate',
  'formats',
  'kit',
  'measure',
]

export default defineConfig({
  ...base,
  entry: Object.fromEntries(entries.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
})
