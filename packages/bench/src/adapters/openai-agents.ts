import { runOptions } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import { type CallModelInputFilter, MemorySession } from '@openai/agents'
import { replay } from '../../../openai-agents/test/helpers/replay.ts'
import type { Loop } from './loops.ts'
import { reserve, type Way, window } from './way.ts'
import { responses } from './wires.ts'

/** Items that the filter keeps. */
const newest = 20

const everything = (): object => ({ session: new MemorySession() })

/** The simplest filter: the newest items. */
const filtered = (): object => {
  const callModelInputFilter: CallModelInputFilter = ({ modelData }) => ({
    ...modelData,
    input: modelData.input.slice(-newest),
  })
  return { session: new MemorySession(), callModelInputFilter }
}

const own = (): object =>
  runOptions({ sessions: createSessionStore(), scope: { tenant: 'bench', session: 'loop' }, window, reserve })

const way = (name: string, options: () => object, isOwn: boolean): Way => ({
  host: 'OpenAI Agents',
  name,
  own: isOwn,
  wire: responses,
  play: async (loop: Loop) => {
    const { sent, play } = replay(loop, loop.messages)
    const shared = options()
    await play(() => shared)
    return sent.map((body) => ({ body, refused: false }))
  },
})

export const openaiAgents: readonly Way[] = [
  way('everything, in a `MemorySession`', everything, false),
  way(`\`callModelInputFilter\`: the newest ${newest} items`, filtered, false),
  way('`runOptions({ sessions, scope })`', own, true),
]
