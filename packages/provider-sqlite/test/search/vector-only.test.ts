import { openInMemory } from '../helpers/open.ts'
import { vectorOnlyTests } from '../shared/vector-only.ts'

vectorOnlyTests(openInMemory)
