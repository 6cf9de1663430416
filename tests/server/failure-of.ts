/** Returns the error that this fails with. Throws if it doesn't. */
export const failureOf = (work: Promise<unknown>): Promise<Error & { code?: string }> =>
  work.then(
    () => {
      throw new Error('it should have failed')
    },
    (error) => error,
  )
