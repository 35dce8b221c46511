import { defineLayer, type Fragment, type Layer, type Message, type Notice, oldestFirst } from '@lamella/core'
import { type DigestPolicy, type Omission, storePlaces } from '@lamella/core/plugin'
import { canRead, readerCall, sentText } from '@lamella/store'
import { formsFirst } from './forms-first.ts'
import { historyFragments } from './history-fragments.ts'
import { checkHistory, type HistoryOptions } from './history-options.ts'
import { type MayLoseMedia, withoutMedia } from './media/without-media.ts'
import { openExchange } from './open-exchange.ts'
import { readHistory } from './read-history.ts'
import { tokensOf } from './read-tail.ts'
import { resultsFirst } from './results/results-first.ts'
import { shorterResults } from './results/shorter-results.ts'

/** The tokens that the layer keeps while another layer has more than its own minimum. */
const minTokens = 500

/**
 * The share of the layer's limit that an epoch may take before its old results have shorter forms, in case that it ends with less
 * room: for a smaller model, for example. Below it, forms would cost time in every request and hardly ever be used.
 */
const mayOverflow = 0.75

/** Characters of a page to each token that a step saves at least: with four characters a token, half a page. */
const charactersPerHalfPage = 8

/** Stands for the call of a message whose position is not known yet. */
const longestCall = (part?: number): string => readerCall('000000', part)

/** The priority of the newest messages: they survive memory and skills. */
const newestPriority = 90

/**
 * Creates the history layer: the conversation so far, with roles, tool calls and results unchanged, read from the end
 * of the session. When tokens run out, the oldest pages are dropped first, before anything from the other standard
 * layers, and its old results are shortened before that; the last exchange is dropped last. What is kept begins with a user message.
 * Where images or bytes are limited, old images and files become a text with their name and size first.
 * Summaries of older messages are pinned, and so are the messages that `pin` names, and the system messages with which a session
 * begins, up to a quarter of what the layer gets.
 *
 * In a run, the messages that were sent stay, and new ones follow; a cut shortens old results, then drops single messages,
 * whatever `cut` says, because it is rare and goes far. `maxMessages` is a limit that also begins a new epoch.
 *
 * Without a new message in the request (in the middle of an agent's loop), the newest user message is pinned.
 *
 * @throws LamellaError `OPTION_INVALID`; at build `PIN_INVALID`, when a function of `pin` returns something else
 * @example
 * createContext().use(history({ maxMessages: 200 }))
 */
export function history(options: HistoryOptions = {}): Layer<'history'> {
  const { maxMessages, cut, page, digest, results, pin, handles } = checkHistory(options)
  const mayLoseMedia: MayLoseMedia = (toolName) => results?.get(toolName) !== 'keep'
  return defineLayer('history', {
    order: 600,
    priority: 10,
    stability: 'turn',
    placement: 'messages',
    budget: { min: minTokens },
    truncation: formsFirst(
      oldestFirst({ newestPriority }),
      cut === 'pages' ? page.characters / charactersPerHalfPage : 0,
    ),
    ...(digest && { digest: handles ? digest : withoutTools(digest) }),
    load: async (request) => {
      const { session, message, limit, count, run, tools } = request
      const isReadable = handles && canRead(tools, session)
      const placeOf = storePlaces(session)
      const limits = {
        maxMessages: run?.keep === undefined ? maxMessages : Math.max(1, Math.floor(maxMessages * run.keep)),
        minTokens,
        // Above the minimum everything gives way in a different order than below it, so offer at least this much.
        maxTokens: Math.max(limit, minTokens),
      }
      // In a run the cut is rare and goes far, so it needs no pages.
      const unit = run ? 'run' : cut
      const { tail, notices } = await readHistory(request, {
        ...limits,
        pageMessages: unit === 'pages' ? page.messages : 1,
        wholeTurns: unit === 'turns',
        shortestOld:
          run &&
          results &&
          ((item) =>
            shorterResults(item, results, isReadable ? longestCall : undefined).at(-1) ??
            withoutMedia(item, mayLoseMedia)),
        pin,
      })
      const isFull = run?.kept === undefined || tokensOf(tail, count) > mayOverflow * limit
      const rules = run && isFull ? results : undefined
      const pinNewestUser = message === undefined
      const fragments = historyFragments(tail, {
        ...limits,
        cut: unit,
        page,
        pinNewestUser,
        count: (item) => count([item]),
        sizeBefore: session.sizeBefore?.bind(session),
        results: run ? rules : cut === 'pages' ? results : undefined,
        mayLoseMedia,
        callOf: isReadable ? (position, part) => readerCall(placeOf(position), part) : undefined,
      })
      // Inside an epoch, what was left out is what its cut has left out.
      const left = run?.kept ? 0 : session.length - fragments.length
      const omitted: Omission = tail.byCount
        ? { count: left, reason: `older than the ${maxMessages} most recent messages`, cause: 'limit' }
        : { count: left, reason: 'older than the window can hold', cause: 'window' }
      return {
        fragments,
        omitted: left > 0 ? [omitted] : [],
        notices: [
          ...(session.notices ?? []),
          ...notices,
          ...(message && endsWith(fragments, message) ? [sentTwice] : []),
        ],
        ...(rules && { truncation: resultsFirst(rules, { newestPriority }) }),
        ...(run?.kept && isOverCount(fragments, maxMessages, pinNewestUser) && { cut: true }),
      }
    },
  })
}

const sentTwice: Notice = {
  code: 'MESSAGE_TWICE',
  what: 'The session already ends with the new message, which is sent twice.',
  fix: 'Pass it once: as message, or in the session.',
}

/** Whether the newest message of the session is equal to the new one. Late results may follow it. */
function endsWith(fragments: readonly Fragment[], message: Message): boolean {
  const isResult = (one: Message | string | undefined): boolean => typeof one === 'object' && one.role === 'tool'
  const newest = fragments.findLast(({ content }) => !isResult(content.at(-1)))?.content.at(-1)
  return typeof newest === 'object' && newest.role === 'user' && sentText(newest) === sentText(message)
}

/** A digest that names no tool. */
function withoutTools(digest: NonNullable<Layer['digest']>): typeof digest {
  return typeof digest === 'function' ? async () => toolless(await digest()) : toolless(digest)
}

function toolless(policy: DigestPolicy): DigestPolicy {
  return { ...policy, digest: (request) => policy.digest({ ...request, tools: [] }) }
}

/** Whether a run sends more messages than `maxMessages` in addition to what is pinned. */
function isOverCount(fragments: readonly Fragment[], maxMessages: number, pinNewestUser: boolean): boolean {
  const exchange = pinNewestUser ? openExchange(fragments.map(({ content }) => content[0] as Message)) : undefined
  const least = exchange ? fragments.length - exchange.answer + 1 : 0
  const counted = fragments.filter(({ pinned }) => !pinned).length + (exchange ? 1 : 0)
  return counted > Math.max(maxMessages, least)
}
