// Changelog entries for readers: the note without its commit, and one line for all updated dependencies.
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
  },
  getDependencyReleaseLine: async (_, dependencies) => {
    if (dependencies.length === 0) return ''
    return `- Updates ${dependencies.map(({ name, newVersion }) => `${name} to ${newVersion}`).join(', ')}`
  },
}
