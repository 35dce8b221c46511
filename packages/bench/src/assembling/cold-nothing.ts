// What Node itself takes before anything runs.
const { user, system } = process.cpuUsage()
console.log((user + system) / 1_000)
