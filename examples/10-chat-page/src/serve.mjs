// Serves the chat on this machine, until it is stopped. The conversation is in chat.db, beside package.json.

import { fileURLToPath } from 'node:url'
import { startChat } from './server.mjs'

const database = fileURLToPath(new URL('../chat.db', import.meta.url))
const { url } = await startChat({ database, port: Number(process.env.PORT ?? 4_310), delay: 40 })
console.log(`The chat is at ${url}`)
