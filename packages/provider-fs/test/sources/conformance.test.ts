import {
  createFileReader,
  fileMemory,
  instructionFiles,
  memoryFiles,
  skillFolder,
  textFile,
  workspaceSources,
} from '@lamella/provider-fs'
import { memorySource } from '@lamella/store'
import { memorySourceSuite, registerSuite, skillSourceSuite, textSourceSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const files = {
  'AGENTS.md': '# Agents\n\nHelp.',
  'AGENT.md': 'a\0',
  'AGENTS.scribe.md': 'Write it down.',
  'SOUL.md': '---\nsummary: Who\n---\nBe kind.',
  'USER.md': 'Ada.',
  'TOOLS.md': 'x'.repeat(30_000),
  'MEMORY.md': '# Taste\n\n- Ada likes green tea.\n- Ada likes green tea.\n\n## Plans\n\nThe launch is on June 3.',
  'memory/2026-05-12.md': 'Met the vendors.',
  'memory/2026-05-13-launch.md': 'Moved the launch.',
  'memory/2026-05-14.md': 'a\0',
  'skills/weather/SKILL.md': '---\nname: weather\ndescription: Knows the weather.\n---\nLook outside.',
  'skills/invoices/SKILL.md': '---\nname: invoices\ndescription: Writes invoices.\n---\nCount.',
  'skills/broken/SKILL.md': 'no front matter',
}

/**
 * Creates a source over a new folder with the same files, so that its output must not depend on the folder's location.
 */
function inFolder<Source>(open: (root: string) => Source): () => Promise<Source> {
  return async () => {
    return open((await tempFolder(files)).path)
  }
}

const runner = { describe, it }
const ada = { tenant: 'acme', user: 'ada', agent: 'scribe', kind: 'private' } as const

const texts = {
  'textFile of a file': inFolder((root) => textFile(createFileReader(root), 'SOUL.md')),
  'textFile of a missing file': inFolder((root) => textFile(createFileReader(root), 'IDENTITY.md')),
  'instructionFiles with a broken one': inFolder((root) =>
    instructionFiles(createFileReader(root), ['AGENTS.md', 'AGENT.md'], { perAgent: false }),
  ),
  'agents of a workspace': inFolder((root) => workspaceSources(root).agents),
  'user of a workspace': inFolder((root) => workspaceSources(root).user),
  'tools of a workspace': inFolder((root) => workspaceSources(root).tools),
}
for (const [name, make] of Object.entries(texts)) registerSuite(runner, name, textSourceSuite(make, { scope: ada }))

const memories = {
  memoryFiles: inFolder((root) => memoryFiles(createFileReader(root))),
  'memory of a workspace that is believed for a minute': inFolder(
    (root) => workspaceSources(root, { ttl: { memory: 60_000 } }).memory,
  ),
}
for (const [name, make] of Object.entries(memories))
  registerSuite(runner, name, memorySourceSuite(make, { scope: ada, runs: 25 }))

registerSuite(
  runner,
  'memorySource of fileMemory',
  memorySourceSuite(
    async () => {
      const store = fileMemory((await tempFolder()).path, { fsync: 'os' })
      await store.put(ada, { id: 'tea', text: 'Ada likes green tea.' })
      await store.put(ada, { id: 'launch', text: 'The launch is on June 3.', date: '2026-05-12' })
      return memorySource(store)
    },
    { scope: ada, others: [{ tenant: 'acme' }, { ...ada, user: 'bob' }, { ...ada, tenant: 'umbrella' }], runs: 25 },
  ),
)

const skills = {
  skillFolder: inFolder((root) => skillFolder(createFileReader(root))),
  'skills of a workspace that are believed for a minute': inFolder(
    (root) => workspaceSources(root, { ttl: { skills: 60_000 } }).skills,
  ),
}
for (const [name, make] of Object.entries(skills)) registerSuite(runner, name, skillSourceSuite(make, { scope: ada }))
