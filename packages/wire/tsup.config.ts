import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: { 'openai-chat/index': 'src/openai-chat/index.ts' },
})
