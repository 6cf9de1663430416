/**
 * Returns the environment variable that points to the compiled sources kept by `npm test`, for programs that get no
 * other variable of this process. Without it a program compiles all its sources again, a third of its start-up time.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
