/** For jobs whose failure ends the test. */
export const rethrow = (error: unknown): never => {
  throw error
}
