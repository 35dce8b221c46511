import { vectorOnlyTests } from '../../../provider-sqlite/test/shared/vector-only.ts'
import { openEmpty } from '../helpers/open.ts'

vectorOnlyTests(openEmpty)
