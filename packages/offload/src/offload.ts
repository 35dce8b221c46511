import type { Message } from '@lamella/core'
import {
  type Checks,
  checkMessages,
  checkOptions,
  isObject,
  mustBeFunction,
  mustBeObject,
  mustBeWhole,
  mustHaveMethod,
  plainValue,
} from '@lamella/core/plugin'
import { changeEach } from './aside/map-media.ts'
import { mediaAside } from './aside/media-aside.ts'
import { messageAside } from './aside/message-aside.ts'
import { createKeeper, unsettled } from './aside/put-aside.ts'
import type { Settings } from './aside/settings.ts'
import type { Offload } from './contract/offload.ts'
import type { OffloadOptions } from './contract/options.ts'
import { createMemo } from './memo.ts'

/** The least limit in tokens: a head with its closing line must be well below it. */
const leastLimit = 400

const orFalse =
  (least: number) =>
  (value: unknown): string | undefined =>
    value === false || mustBeWhole(least)(value) === undefined ? undefined : `must be false, or ${least} or more`

const checks: Checks<OffloadOptions> = {
  blobs: (store) => ['put', 'info', 'read', 'list', 'delete'].map((name) => mustHaveMethod(name)(store)).find(Boolean),
  limit: mustBeWhole(leastLimit),
  head: mustBeWhole(1),
  tools: (value) =>
    isObject(value) && Object.values(value).every((rule) => rule === undefined || isRule(rule))
      ? undefined
      : `must have for each tool 'keep', or { limit } with ${leastLimit} or more`,
  texts: orFalse(leastLimit),
  media: orFalse(0),
  storage: (value) => (isPolicy(value) ? undefined : "must be { maxBytes, whenFull: 'keep' | 'remove-oldest' }"),
  now: mustBeFunction,
  onNotice: mustBeFunction,
}

/**
 * Creates what puts large results, texts, images and files aside when they enter a session: the content goes to a blob store,
 * and the message keeps a head with a handle, by which the tool of `readResult` reads it. `withOffload` does it for a store of
 * sessions.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const sessions = withOffload(createSessionStore(), offload({ blobs: createBlobStore(), tools: { read_file: 'keep' } }))
 */
export function offload(options: OffloadOptions): Offload {
  const {
    blobs,
    limit = 4_000,
    head,
    tools = {},
    texts = false,
    media = 4_096,
    storage,
    now,
    onNotice,
  } = checkOptions('offload', options, checks, ['blobs'])
  if (storage?.whenFull === 'remove-oldest') {
    checkOptions('offload', { now }, { now: mustBeFunction }, ['now'])
  }
  const rules = Object.entries(tools).filter(([, rule]) => rule !== undefined)
  const settings: Settings = { limit, head, texts, media, tools: new Map(rules) }
  const keeping = { storage, now, onNotice }
  const memo = createMemo(blobs)
  return {
    blobs,
    messages: (scope, session, messages) =>
      inOrder(messages, (message) =>
        memo(scope, session, message, async () => {
          const keeper = createKeeper({ blobs, scope, session }, keeping)
          const aside = await messageAside(keeper, plainValue(message), settings)
          await keeper.settle()
          const ids = keeper.ids()
          return { message: aside, ids, key: ids.length > 0 ? await keeper.key() : undefined }
        }),
      ),
    stored: async (scope, session, messages) => {
      const keeper = createKeeper({ blobs, scope, session }, keeping)
      const stored = await inOrder(messages, async (message) => {
        const light = media === false ? message : await mediaAside(keeper, message, media)
        return messageAside(keeper, plainValue(light), settings)
      })
      // The messages are stored by then: a host that repeats an append which failed would store them twice.
      const settle = () => keeper.settle().catch((error: unknown) => onNotice?.(unsettled(session, error)))
      return { messages: stored, settle }
    },
  }
}

/** One after the other: a message may have 50 MB. @throws LamellaError `MESSAGE_INVALID` */
async function inOrder(
  messages: readonly Message[],
  change: (message: Message) => Promise<Message>,
): Promise<readonly Message[]> {
  return [...(await changeEach(checkMessages(messages, 'messages'), change))]
}

function isRule(rule: unknown): boolean {
  if (rule === 'keep') return true
  return isObject(rule) && Object.keys(rule).join() === 'limit' && mustBeWhole(leastLimit)(rule['limit']) === undefined
}

function isPolicy(value: unknown): boolean {
  if (!isObject(value) || mustBeObject(value) !== undefined) return false
  const { maxBytes, whenFull, ...others } = value
  const isKnown = whenFull === 'keep' || whenFull === 'remove-oldest'
  return isKnown && mustBeWhole(0)(maxBytes) === undefined && Object.keys(others).length === 0
}
