import { defineLayer } from '@lamella/core'

const oneLine = (text) => text.replace(/\s+/g, ' ')
const asFragment = ({ key, title, urgency }) => ({
  id: key,
  content: `- ${key}: ${oneLine(title)}`, // Outside users write these, so none of their lines may look like one of ours.
  shorter: [`- ${key}`],
  rank: urgency, // When tokens run out, the least urgent issue is dropped first.
  origin: { by: 'untrusted' },
})

/**
 * Lists the open issues of a tracker and keeps the most urgent longest. If the tracker does not answer, the build
 * continues without them.
 *
 * @param {{ open(tenant: string, signal: AbortSignal): Promise<readonly { key: string, title: string, urgency: number }[]> }} tracker
 * @example createContext().use(openIssues(tracker), { before: 'history' })
 */
export const openIssues = (tracker) =>
  defineLayer('open-issues', {
    order: 450,
    priority: 25,
    update: 'replace', // In a run, the model learns which issues changed or were closed.
    onError: 'omit',
    load: async ({ scope, signal }) => (await tracker.open(scope.tenant, signal)).map(asFragment),
    compose: (kept) => ['Open issues:', ...kept.map(({ content }) => content)].join('\n'),
  })
