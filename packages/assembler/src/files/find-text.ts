import type { FileText } from '@lamella/provider-fs'

/** What is there of one kind. */
export interface Found {
  /** The agent's own file; `undefined` when none was looked for. */
  readonly own: FileText | undefined
  readonly general: FileText
}

/**
 * Looks for an agent's own file and the general one: both at once, as the general one is nearly always needed.
 *
 * @param name Such as `SOUL`.
 */
export async function findText(
  look: (path: string) => Promise<FileText>,
  name: string,
  agentId: string | undefined,
): Promise<Found> {
  const [own, general] = await Promise.all([
    agentId === undefined ? undefined : look(`${name}.${agentId}.md`),
    look(`${name}.md`),
  ])
  return { own, general }
}

/** Whether nothing has changed. Two reads at one time give two objects of one file, so the texts decide. */
export function saysTheSame(a: Found, b: Found): boolean {
  return isSameText(a.own, b.own) && isSameText(a.general, b.general)
}

function isSameText(a: FileText | undefined, b: FileText | undefined): boolean {
  if (a === b) return true
  return (
    a?.state === b?.state &&
    a?.text === b?.text &&
    a?.notices.length === b?.notices.length &&
    (a?.notices ?? []).every(({ message }, at) => message === b?.notices[at]?.message)
  )
}
