import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

// Separate programs, to measure a process that does nothing else.
const cold = ['cold-nothing', 'cold-by-hand', 'cold-assembler']

export default defineConfig({
  ...base,
  entry: {
    main: 'src/main.ts',
    'retention-worker': 'src/retention/worker.ts',
    ...Object.fromEntries(cold.map((name) => [name, `src/assembling/${name}.ts`])),
  },
  plugins: [],
  splitting: false,
})
