import { openInMemory } from '../helpers/open.ts'
import { messageTests } from '../shared/messages.ts'

messageTests(openInMemory, 300)
