import { defineLayer } from '@lamella/core'

const oneLine = (text) => text.replace(/\s+/g, ' ')
const asFragment = ({ key, title, urgency }) => ({
  id: key,
  content: `- ${key}: ${oneLine(title)}`, // People outside wrote it: no line of theirs may look like one of ours.
  shorter: [`- ${key}`],
  rank: urgency, // When tokens run out, the least urgent gives way first.
  origin: { by: 'untrusted' },
})

/**
 * The open issues of a tracker, most urgent last to go. The build goes on without them when the tracker does not answer.
 *
 * @param {{ open(tenant: string, signal: AbortSignal): Promise<readonly { key: string, title: string, urgency: number }[]> }} tracker
 * @example createContext().use(openIssues(tracker), { before: 'history' })
 */
export const openIssues = (tracker) =>
  defineLayer('open-issues', {
    order: 450,
    priority: 25,
    onError: 'omit',
    load: async ({ scope, signal }) => (await tracker.open(scope.tenant, signal)).map(asFragment),
    compose: (kept) => ['Open issues:', ...kept.map(({ content }) => content)].join('\n'),
  })
