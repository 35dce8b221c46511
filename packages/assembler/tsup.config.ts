import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', 'mcp/index': 'src/mcp/index.ts', 'seed/index': 'src/seed/index.ts' },
})
