import type { BuildEvent, Observer } from '../contract/events.ts'
import { noticeText } from '../text/notice-text.ts'

/** The methods `logTo` needs from a logger; `console`, pino and winston have them. */
export interface Logger {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
}

/**
 * Creates an observer that logs one line per event: failures, repairs and notices as warnings, truncation as info, the
 * rest as debug.
 *
 * @example
 * createContext().observe(logTo(console))
 */
export function logTo(logger: Logger): Observer {
  return (event) => {
    const line = `lamella: ${lineOf(event)}`
    if (event.type === 'truncated') logger.info(line)
    else if (event.type === 'built' || event.type === 'layer-hidden') logger.debug(line)
    else logger.warn(line)
  }
}

function lineOf(event: BuildEvent): string {
  switch (event.type) {
    case 'layer-hidden':
      return `layer '${event.layer}' is hidden: ${event.why}`
    case 'layer-failed':
      return `layer '${event.layer}' failed and is omitted: ${String(event.error)}`
    case 'notice':
      return `${event.layer === undefined ? '' : `layer '${event.layer}': `}${noticeText(event.notice)} [${event.notice.code}]`
    case 'repaired':
      return `layer '${event.layer}', fragment '${event.fragment}': repaired, ${event.repair} ('${event.id}')`
    case 'truncated':
      return `${event.tokensBefore} tokens cut to ${event.tokensAfter}: ${event.shortened} shortened, ${event.dropped} dropped`
    case 'built':
      return `built ${event.total} of ${event.window} tokens`
    default:
      event satisfies never
      return ''
  }
}
