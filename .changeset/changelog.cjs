// Changelog entries for readers: the note without its commit, and one line for all updated dependencies.
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
  },
  getDependencyReleaseLine: async (_, all) => {
    // The first release of a dependency is no update of it.
    const dependencies = all.filter(({ oldVersion }) => oldVersion !== '0.0.0')
    if (dependencies.length === 0) return ''
    return `- Updates ${dependencies.map(({ name, newVersion }) => `${name} to ${newVersion}`).join(', ')}`
  },
}
