/**
 * Waits for what a call returns, but no longer than some milliseconds, so that what hangs fails its case with and without a
 * runner.
 *
 * @returns The result; `undefined` if the call hangs.
 */
export async function within<Result>(
  patience: number,
  call: () => Result | PromiseLike<Result>,
): Promise<{ readonly result: Result } | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hung = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  // A separate function, so that synchronous throws also reject.
  const called = async (): Promise<{ readonly result: Result }> => ({ result: await call() })
  try {
    return await Promise.race([called(), hung])
  } finally {
    clearTimeout(timer)
  }
}
