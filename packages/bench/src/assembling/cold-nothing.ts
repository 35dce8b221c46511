// Does nothing, to measure what Node alone takes.
const { user, system } = process.cpuUsage()
console.log((user + system) / 1_000)
