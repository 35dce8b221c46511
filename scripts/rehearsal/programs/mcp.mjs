import { mcpServer, serveHttp } from '@lamella/mcp'

export const expected = '401'
export default async function run() {
  const makeServer = mcpServer({ scope: { tenant: 'acme', kind: 'private' } })
  const { url, close } = await serveHttp(makeServer, { token: 'w8Zt3v9QmK5rX2bL' })
  const { status } = await fetch(url, { method: 'POST', body: '{}' })
  await close()
  return String(status)
}
