import { postgres } from '@lamella/provider-postgres'
import { joinCrowd } from '../../../provider-sqlite/test/shared/crowd.ts'

/** A separate process that talks in a session with others. */
const [address = '', schema = '', name = '', turns = '0', seed = '1'] = process.argv.slice(2)

const stores = await postgres(address, { schema, maxConnections: 2 })
await joinCrowd(stores, name, Number(turns), Number(seed))
await stores.close()
process.stdin.destroy()
