/** Returns whole numbers below a limit, the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    // A linear congruential generator is enough for tests (Numerical Recipes, 1,664,525 and 1,013,904,223).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
