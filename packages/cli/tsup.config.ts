import { defineConfig } from 'tsup'
import base from '../../tsup.base.ts'
import manifest from './package.json' with { type: 'json' }

// tsup leaves dependencies out of the code, and peers, but not those that are optional.
const external = Object.keys(manifest.optionalDependencies)

export default defineConfig({ ...base, entry: ['src/main.ts'], plugins: [], external })
