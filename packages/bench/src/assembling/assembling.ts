import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { duration, measure, once, times } from '../measure.ts'
import { atLeast, atMost, type Section } from '../section.ts'
import { tempFolder } from '../stores/temp-folder.ts'
import { assembleByHand } from './by-hand.ts'
import { bundled, coldProcess, scriptOf } from './cold-process.ts'
import { profileOf } from './profile.ts'
import { sizes, writeAgent } from './typical-agent.ts'
import { openAgent, perConversation, storeSession, turnsWith } from './with-assembler.ts'

/** Compares the whole request of a typical agent, by the assembler and by hand. */
export async function assembling(): Promise<Section> {
  const folder = tempFolder()
  try {
    await writeAgent(folder.path)
    await storeSession(folder.path)
    return await compare(folder.path)
  } finally {
    folder.remove()
  }
}

async function compare(root: string): Promise<Section> {
  const ours = scriptOf('cold-assembler')
  const [nothing, coldHand, coldOurs, coldBundle] = [
    scriptOf('cold-nothing'),
    scriptOf('cold-by-hand'),
    ours,
    await bundled(ours),
  ].map((script) => coldProcess(script, root)) as [number, number, number, number]
  const trusting = await openAgent(root, 60_000)
  const checking = await openAgent(root, 0)
  const { assembler } = trusting
  const question = 'What did we decide about the launch?'
  const firstHand = await once(() => assembleByHand(root, question))
  const first = await once(() => assembler.assemble('s', undefined, { message: question }))
  const request = toOpenAIChat(await assembler.assemble('s'))
  const { hand, own, allChecked, cached, stringify, checks } = await measure(
    {
      hand: () => assembleByHand(root, question),
      own: turnsWith(trusting, 'trusting'),
      allChecked: turnsWith(checking, 'checking'),
      cached: () => assembler.assemble('s'),
      stringify: () => JSON.stringify(request),
      checks: () => fileChecks(root),
    },
    { rounds: 25, turn: 100, cpu: true },
  )
  await Promise.all([trusting.close(), checking.close()])
  const parts = (await profileOf(ours, [root])).slice(0, 8)
  return {
    title: 'A whole request of a typical agent',
    about:
      `${sizes.messages} messages (in SQLite; by hand in JSONL), ${sizes.tools} tools, ${sizes.skills} skills, ` +
      `${sizes.memories} memories, three instruction files, exact counts, a request of ` +
      `${JSON.stringify(request).length} characters. "By hand" uses \`fs\`, \`gray-matter\` and \`tiktoken\`, reads and ` +
      'counts everything each time, and chooses memories by common words. CPU time. "Cold": a new process, from its ' +
      `start to its first request; Node alone takes ${duration(nothing)} of it. "Bundled": the same program as one ` +
      'file of esbuild. "Warm": a turn of a conversation, which stores the last answer and makes the next request, in ' +
      `conversations of ${perConversation} turns that begin with a copy of the session; files are trusted for a ` +
      'minute, or every file is checked. "Cached": nothing is new. Counts of an earlier process are in a file ' +
      '(`fileCounts`), and each request is in the state of a run. The last rows profile the cold process.',
    table: [
      ['', 'by hand', 'assembler', 'by hand / assembler'],
      ['cold process', duration(coldHand), duration(coldOurs), times(coldHand / coldOurs)],
      ['cold process, bundled', '', duration(coldBundle), times(coldHand / coldBundle)],
      ['first request in a warm process', duration(firstHand), duration(first), times(firstHand / first)],
      ['warm', duration(hand), duration(own), times(hand / own)],
      ['warm, every file checked', duration(hand), duration(allChecked), times(hand / allChecked)],
      ['cached', '', duration(cached), times(hand / cached)],
      ['`JSON.stringify` of the request', '', duration(stringify), ''],
      ['file checks alone', '', duration(checks), ''],
      ...parts.map(({ part, share }) => [`cold process: ${part}`, '', `${Math.round(100 * share)} %`, '']),
    ],
    claims: [
      atMost(
        'a cold process takes at most 0.4 of the CPU time of the one by hand',
        coldOurs / coldHand,
        0.4,
        `${times(coldOurs / coldHand)} that`,
      ),
      atLeast('the first request in a warm process: at least 1.5 times faster than by hand', firstHand / first, 1.5),
      atLeast('warm: at least 10 times faster than by hand', hand / own, 10),
      atLeast('warm, every file checked: at least 8 times faster than by hand', hand / allChecked, 8),
      atLeast('cached: at least 10 times faster than warm', own / cached, 10),
    ],
  }
}

/** Does the disk checks that every turn needs: whether memories and skills are unchanged. */
async function fileChecks(root: string): Promise<void> {
  const skills = async (): Promise<void> => {
    const folders = await readdir(join(root, 'skills'), { withFileTypes: true })
    await Promise.all(folders.map(({ name }) => stat(join(root, 'skills', name, 'SKILL.md'), { bigint: true })))
  }
  await Promise.all([stat(join(root, 'MEMORY.md'), { bigint: true }), skills()])
}
