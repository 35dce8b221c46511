import { searchAllTests } from '../../../provider-sqlite/test/shared/search-all.ts'
import { openEmpty } from '../helpers/open.ts'

searchAllTests(openEmpty, 8)
