// What does not run, and why, in one sentence each. The rehearsal fails if something else does not run, or if one of these does.

const withoutNode = {
  'claude-agent':
    'It hashes with `node:crypto` and makes folders, beside a program that pages and workers do not start.',
  cli: 'It is a command.',
  mcp: 'It imports `node:http` and `node:stream`, to serve HTTP.',
  'provider-fs': 'It reads and writes files, which pages and workers do not have.',
  'provider-postgres': 'Its driver opens sockets of Node.js: let a server keep the sessions.',
  'provider-sqlite': 'It opens a file with a module of Node.js: let a server keep the sessions.',
}

/** Package to sentence, for each runtime. */
export const reasons = {
  workerd: {
    ...withoutNode,
    blocks: 'loro-crdt loads its WebAssembly by an address, and workers take only what was deployed with them.',
    'openai-agents': 'The OpenAI Agents SDK imports `node:process`, which workers have only with `nodejs_compat`.',
    'tokenizer-tiktoken': 'Workers read no files: pass the table with `readTable`.',
  },
  Chromium: withoutNode,
}
