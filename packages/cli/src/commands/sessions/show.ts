import { noticeText } from '@lamella/core/plugin'
import { sessionMissing } from '@lamella/store'
import { type Command, Option } from 'commander'
import type { Io } from '../../io.ts'
import { withStore } from '../../open-store.ts'
import { type Palette, paletteFor } from '../../palette.ts'
import { parseCount, parseCountFrom } from '../../parse.ts'
import { plain, toJson } from '../../plain.ts'
import { type ScopeOptions, scopeOf } from '../../scope-options.ts'
import { messageLines } from '../../text/message-lines.ts'
import { shorten } from '../../text/width.ts'
import { counted, grouped, minute } from '../../text/words.ts'
import { type ShownMessage, transcriptPage } from '../../transcripts/transcript-page.ts'
import { warn } from '../../write.ts'
import { sessionsCommand, storeArgument } from './command.ts'

interface ShowOptions extends ScopeOptions {
  readonly messages: number
  readonly before?: number
  readonly json?: true
}

/** Adds `lamella sessions show`: prints the newest messages of a session. */
export function addShow(parent: Command, io: Io): void {
  sessionsCommand(
    parent,
    'show',
    'Print the newest messages of a session.',
    'lamella sessions show ./data telegram_4711',
  )
    .argument('<store>', `${storeArgument[1]}; or a session file of another program`)
    .argument('[session]', 'id of the session; not needed for a file with one')
    .addOption(new Option('-n, --messages <count>', 'number of messages').argParser(parseCountFrom(1)).default(20))
    .addOption(new Option('--before <position>', 'messages before a position (default: the end)').argParser(parseCount))
    .option('--json', 'as JSON, with messages as stored')
    .action(async (path: string, session: string | undefined, options: ShowOptions, command: Command) => {
      const { messages, before } = options
      const shown = await transcriptPage(path, session, options)
      if (shown) {
        for (const note of shown.notes) warn(io, note)
        if (options.json) io.stdout.write(`${toJson(shown.json)}\n`)
        else io.stdout.write(`${lines(shown.title, shown.page, shown.cuts, io).join('\n')}\n`)
        return
      }
      if (session === undefined) return command.error("error: missing required argument 'session'")
      const scope = scopeOf(options)
      const { page, compactions } = await withStore(path, async ({ sessions }) => {
        const page = await sessions.page(scope, session, { messages, ...(before !== undefined && { before }) })
        if (page.revision === 0 && page.notices.length === 0) throw sessionMissing(session)
        return { page, compactions: await sessions.compactions.list(scope, session) }
      })
      for (const notice of page.notices) warn(io, `${notice.code}: ${noticeText(notice)}`)
      if (options.json) io.stdout.write(`${toJson({ session, ...page, compactions })}\n`)
      else {
        const title = `${plain(session)}: ${counted(page.length, 'message')}, revision ${grouped(page.revision)}`
        const cuts = compactions.map(
          ({ start, end, text }) => `messages ${start} to ${end - 1} are summarized: ${text}`,
        )
        io.stdout.write(`${lines(title, page, cuts, io).join('\n')}\n`)
      }
    })
}

/** Used if the terminal does not report its width. */
const usualWidth = 100

function lines(
  title: string,
  { messages, start }: { readonly messages: readonly ShownMessage[]; readonly start: number },
  cuts: readonly string[],
  { stdout, env }: Io,
): readonly string[] {
  const palette = paletteFor(stdout, env)
  const width = Math.max(40, stdout.columns ?? usualWidth)
  const isTimed = messages.some(({ at }) => at !== undefined)
  const digits = grouped(messages.at(-1)?.position ?? 0).length
  const shown = messages.flatMap((stored) => messageRows(stored, { digits, isTimed, width }, palette))
  return [
    palette.bold(title),
    ...cuts.map((cut) => palette.cyan(shorten(flat(cut, width), width))),
    ...(shown.length === 0 ? [] : ['', ...shown]),
    ...(start === 0 ? [] : ['', palette.dim(`${counted(start, 'message')} before these: --before ${start}`)]),
  ]
}

interface Layout {
  readonly digits: number
  readonly isTimed: boolean
  readonly width: number
}

/** Returns the rows of a message: its position, role and time, next to a line for each part. */
function messageRows({ position, message, at }: ShownMessage, layout: Layout, palette: Palette): readonly string[] {
  const { digits, isTimed, width } = layout
  const time = isTimed ? `${minute(at).padEnd(16)}  ` : ''
  const place = `${grouped(position).padStart(digits)}  `
  const role = `${message.role.padEnd(9)}  `
  const indent = place.length + role.length + time.length
  return messageLines(message).map((line, index) => {
    const text = shorten(flat(line, width), Math.max(10, width - indent))
    if (index > 0) return `${' '.repeat(indent)}${text}`.trimEnd()
    return `${palette.dim(place)}${palette.green(role)}${palette.dim(time)}${text}`.trimEnd()
  })
}

/**
 * Returns the beginning of a text on one line: no more than can be shown, so that a text of several megabytes costs
 * nothing.
 */
function flat(text: string, width: number): string {
  const most = width * 8
  if (text.length <= most) return plain(text).replace(/ {2,}/g, ' ').trim()
  // The cut may leave half a surrogate pair.
  const beginning = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return `${plain(beginning).replace(/ {2,}/g, ' ').trim()}…`
}
