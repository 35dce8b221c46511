import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { postgres } from '@lamella/provider-postgres'
import { afterAll, describe, expect, it } from 'vitest'
import { lamella } from '../support/lamella.ts'
import { storeWithChat } from '../support/stores.ts'

const engine = await PGlite.create()
await engine.exec('CREATE ROLE app LOGIN')
const server = new PGLiteSocketServer({ db: engine, host: '127.0.0.1', port: 0, maxConnections: 10 })
await server.start()
afterAll(async () => {
  await server.stop()
  await engine.close()
})

const place = server.getServerConn()
const address = `postgres://postgres:s3cret-word@${place}/postgres`
const secret = 's3cret-word'
let count = 0
const newSchema = (): string => `cli_${count++}`

describe('lamella postgres', () => {
  it('migrates a schema once, also by the address of DATABASE_URL, and checks it', async () => {
    const schema = newSchema()
    const of = ['--schema', schema, '--role', 'app']
    const missing = await lamella(['postgres', 'check', address, ...of])
    expect(missing.code).toBe(1)
    expect(missing.stdout).toContain('SCHEMA_MISSING')
    const first = await lamella(['postgres', 'migrate', address, ...of, '--partitions', '2'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(new RegExp(`^The schema ${schema} was migrated from version 0 to \\d+\\.\\n$`))
    const again = await lamella(['postgres', 'migrate', ...of], { env: { DATABASE_URL: address } })
    expect(again.stdout).toContain('nothing to do')
    const { code, stdout } = await lamella(['postgres', 'check', ...of], { env: { DATABASE_URL: address } })
    expect(stdout).toMatch(/^PostgreSQL \d+.*, schema cli_\d+ at version (\d+) of \1, role app\n/)
    expect(stdout).toMatch(/\nmessages_1 /)
    expect(stdout).toMatch(/No problems found\.\n$/)
    expect(code).toBe(0)
  })

  it('prints JSON on request, and ends with 1 if something is wrong', async () => {
    const schema = newSchema()
    const migrated = await lamella(['postgres', 'migrate', address, '--schema', schema, '--json'])
    expect(JSON.parse(migrated.stdout)).toMatchObject({ schema, from: 0 })
    const { code, stdout } = await lamella(['postgres', 'check', address, '--schema', schema, '--json'])
    expect(code).toBe(1)
    const { problems, role } = JSON.parse(stdout)
    expect(role).toEqual({ name: 'postgres', exists: true, bypassesPolicies: true })
    expect(problems.map((one: { readonly code: string }) => one.code)).toEqual(['POLICIES_BYPASSED'])
  })

  it('adds the messages of a tenant to the index of words, once', async () => {
    const schema = newSchema()
    const { sessions } = await postgres(engine, { schema })
    await sessions.append({ tenant: 'acme', user: 'ada' }, 's', [{ role: 'user', content: 'Green tea' }])
    const of = ['postgres', 'index', address, '--tenant', 'acme', '--schema', schema, '--texts']
    expect(await lamella(of)).toMatchObject({ code: 0, stdout: '1 message indexed.\n' })
    expect(JSON.parse((await lamella([...of, '--json'])).stdout)).toEqual({ messages: 0 })
  })

  it('makes indexes of vectors where pgvector is installed, and says what is missing elsewhere', async () => {
    const other = await PGlite.create({ extensions: { vector } })
    const socket = new PGLiteSocketServer({ db: other, host: '127.0.0.1', port: 0, maxConnections: 10 })
    await socket.start()
    try {
      const at = `postgres://postgres@${socket.getServerConn()}/postgres`
      const embedder = {
        name: 'm',
        dimensions: 2,
        embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0])),
      }
      const { memory } = await postgres(other, { embedder })
      for (let n = 0; n < 3; n++) await memory.put({ tenant: 'acme', user: 'ada' }, { id: `${n}`, text: `tea ${n}` })
      const of = ['postgres', 'index', at, '--tenant', 'acme', '--least', '3']
      const missing = await lamella(of)
      expect(missing.code).not.toBe(0)
      expect(missing.stderr).toContain('pgvector 0.8')
      await other.exec('CREATE EXTENSION vector')
      expect((await lamella([...of.slice(0, 5), '--least', '4'])).stdout).toContain('nothing to do')
      expect((await lamella(of)).stdout).toMatch(/^nearest_\w+: made, 3 vectors \(entry, m\) of user ada\n$/)
      const { stdout } = await lamella([...of, '--json'])
      expect(JSON.parse(stdout)).toMatchObject([{ state: 'present', of: { user: 'ada', vectors: 3 } }])
      await memory.erase({ tenant: 'acme' })
      expect((await lamella(of)).stdout).toMatch(/^nearest_\w+: removed\n$/)
    } finally {
      await socket.stop()
      await other.close()
    }
  })

  it('prints statements that make the same schema, without a database', async () => {
    const schema = newSchema()
    const { code, stdout } = await lamella(['postgres', 'sql', '--schema', schema, '--role', 'app'])
    expect(code).toBe(0)
    await engine.exec(stdout)
    expect((await lamella(['postgres', 'check', address, '--schema', schema, '--role', 'app'])).code).toBe(0)
  })

  it.each([
    ['no address', [], 2],
    ['a path', ['./agent.db'], 2],
    ['an address that is none', [`postgres://a:${secret}@[`], 1],
    ['an unreachable server', [`postgres://a:${secret}@127.0.0.1:1/x?password=${secret}`], 1],
    ['a bad schema', [address, '--schema', 'pg_x'], 1],
  ])('reports %s, without a password', async (_, argv, wanted) => {
    for (const command of ['migrate', 'check']) {
      const { code, stdout, stderr } = await lamella(['postgres', command, ...argv], { env: { LAMELLA_DEBUG: '1' } })
      expect(code).toBe(wanted)
      expect(stderr).toContain('error')
      expect(`${stdout}${stderr}`).not.toContain(secret)
    }
  })
})

describe('a store at an address', () => {
  it('is not created by reading', async () => {
    const { code, stderr } = await lamella(['sessions', 'list', address])
    expect(code).toBe(1)
    expect(stderr).toContain('error [POSTGRES_OUTDATED]')
    expect((await engine.query("SELECT to_regclass('lamella.sessions') AS found")).rows).toEqual([{ found: null }])
  })

  it('is used by the commands of sessions like one at a path', async () => {
    const from = await storeWithChat('agent.db')
    expect((await lamella(['sessions', 'copy', from, address])).stdout).toMatch(/^Copied 1 session /)
    const shown = await lamella(['sessions', 'show', address, 'chat'])
    expect(shown.stdout).toBe((await lamella(['sessions', 'show', from, 'chat'])).stdout)
    const exported = await lamella(['sessions', 'export', address, 'chat'])
    expect(exported.stdout).toBe((await lamella(['sessions', 'export', from, 'chat'])).stdout)
    expect((await lamella(['sessions', 'verify', address])).stdout).toContain('no problems')
    expect((await lamella(['sessions', 'copy', from, address])).stdout).toContain('1 was already there')
    const none = await lamella(['sessions', 'show', address, 'missing'])
    expect(none.code).toBe(1)
    expect(none.stderr).toContain('SESSION_MISSING')
    expect((await lamella(['sessions', 'delete', address, 'chat', '--yes'])).code).toBe(0)
  })
})
