import { openInMemory } from '../helpers/open.ts'
import { searchAllTests } from '../shared/search-all.ts'

searchAllTests(openInMemory, 25)
