import { OperatorError, UnusableSettings } from './platform/operator-error.ts'

/** Prints to stderr why a program failed, with the stack unless the operator can fix it. Exit code 1. */
export function tellFailure(error: unknown): void {
  process.stderr.write(`${sentence(error)}\n`)
  process.exitCode = 1
}

function sentence(error: unknown): string {
  if (error instanceof UnusableSettings) return `Aura cannot start with these settings:\n${error.message}`
  if (error instanceof OperatorError) return error.message
  const { code, syscall, address, port } = (error ?? {}) as Partial<Record<string, unknown>>
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to another one.`
  if (syscall === 'listen') {
    if (code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to 1024 or more.`
    if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set HOST to one of its own.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
