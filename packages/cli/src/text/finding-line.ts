import { noticeText } from '@lamella/core/plugin'
import type { Finding } from '../findings.ts'
import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'

/** Formats a finding on one line: its code, the session, what happened. */
export function findingLine({ session, notice }: Finding, paint: Palette['red']): string {
  const where = session === undefined ? '' : ` ${plain(session)}`
  return `${paint(notice.code)}${where}: ${plain(noticeText(notice))}`
}
