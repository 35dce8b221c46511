import { mcpServer, serveHttp } from '@lamella/mcp'

export const expected = '401'
export default async function run() {
  const makeServer = mcpServer({ scope: { tenant: 'acme', kind: 'private' } })
  const { url, close } = await serveHttp(makeServer, { token: 'a long random token of this program' })
  const { status } = await fetch(url, { method: 'POST', body: '{}' })
  await close()
  return String(status)
}
