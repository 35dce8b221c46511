import { type Command, Option } from 'commander'
import type { Io } from '../io.ts'
import type { McpOptions } from '../mcp/mcp-options.ts'
import { loadOptional } from '../optional.ts'
import { kinds } from '../options.ts'
import { parsePort, parseTokens, parseWord } from '../parse.ts'
import { addScopeOptions } from '../scope-options.ts'

const notes = `
Serves over standard input and output, as MCP hosts start it; --http serves over
HTTP instead, for this machine only unless --host names another address.
LAMELLA_MCP_TOKEN sets a token that requests must have; other addresses need
one. Clients act for the owner that the options select, and cannot name another
one. They can only read without --allow-write.

Examples:
  $ lamella mcp ./agent --tenant acme --user ada --sessions ./agent.db
  $ lamella mcp --docs`

/** A token of the length that `serveHttp` demands. */
const longToken = 'x'.repeat(16)

/** Adds `lamella mcp`: serves a workspace to MCP clients. */
export function addMcp(program: Command, io: Io): void {
  addScopeOptions(program.command('mcp'))
    .argument('[workspace]', 'folder with SOUL.md, AGENTS.md, TOOLS.md, memory/ and skills/')
    .addOption(
      new Option('--kind <kind>', 'kind of session; only private sessions include memory and sessions')
        .argParser(parseWord(kinds))
        .default('private'),
    )
    .option('-s, --sessions <store>', 'a store whose sessions are served (default: none)')
    .option('--docs', 'serve the guides of the installed packages instead; the argument is the folder of the project')
    .option('--allow-write', 'let clients add and delete memories in MEMORY.md')
    .option('--http', 'serve over HTTP, at /mcp')
    .addOption(new Option('--port <number>', 'port for --http').argParser(parsePort).default(0, 'any free port'))
    .option('--host <address>', 'address for --http', '127.0.0.1')
    .option('--allow-host <names...>', 'names for --http by which clients may address this machine, such as a DNS name')
    .addOption(
      new Option('-w, --window <tokens>', 'size of the prompt `context`').argParser(parseTokens).default(32_000, '32k'),
    )
    .summary('serve a workspace to MCP clients')
    .description(
      'Serves the skills, the memory and the sessions of a workspace to MCP clients, reading only by default.',
    )
    .addHelpText('after', notes)
    .action(async (given: string | undefined, options: Omit<McpOptions, 'version'>, command: Command) => {
      const isSet = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
      const lone = options.http ? undefined : ['port', 'host', 'allowHost'].find(isSet)
      if (lone !== undefined) command.error(`error: --${lone === 'allowHost' ? 'allow-host' : lone} is for --http.`)
      const { length } = io.env['LAMELLA_MCP_TOKEN'] ?? longToken
      if (options.http && length < longToken.length) {
        command.error(`error: LAMELLA_MCP_TOKEN needs at least ${longToken.length} characters.`)
      }
      const root = given ?? (options.docs ? '.' : command.error("error: missing required argument 'workspace'"))
      // The SDK takes longer to load than most commands to run.
      const load = () => import('../mcp/serve-workspace.ts')
      const packages = ['@lamella/mcp', '@modelcontextprotocol/server']
      const { serveWorkspace } = await loadOptional(load, 'This command', ...packages)
      await serveWorkspace(root, { ...options, version: program.version() }, io)
    })
}
