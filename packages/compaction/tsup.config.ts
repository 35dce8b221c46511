import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'

const subpaths = ['digest', 'summary']

export default defineConfig({
  ...base,
  entry: {
    index: 'src/index.ts',
    ...Object.fromEntries(subpaths.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
  },
})
