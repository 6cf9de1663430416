import type { ServerConfig } from '../../env/config.ts'
import type { Chain } from '../chain/chain.ts'
import type { Queryable } from '../db/db.ts'
import { withDeadline } from '../outgoing/deadline.ts'

export type Status = 'ok' | 'warning' | 'problem' | 'skipped'

/** `text` is one sentence; a warning or a problem has a second one that says what to do. */
export interface Finding {
  status: Status
  text: string
}

export interface Check {
  readonly name: string
  /** Throwing reports a problem. The signal is aborted when the time is up. */
  run(signal: AbortSignal): Promise<readonly Finding[]>
}

export interface CheckSubject {
  readonly config: ServerConfig
  readonly chain: Chain
  /** Undefined if it can't be examined, which another check reports. */
  readonly db: Queryable | undefined
}

export interface Checked extends Finding {
  check: string
}

export const ok = (text: string): Finding => ({ status: 'ok', text })
export const warning = (text: string): Finding => ({ status: 'warning', text })
export const problem = (text: string): Finding => ({ status: 'problem', text })
export const skipped = (text: string): Finding => ({ status: 'skipped', text })

/** Runs all at once and returns their findings in order. Never throws. */
export async function runChecks(checks: readonly Check[], timeoutMs: number): Promise<Checked[]> {
  const found = await Promise.all(
    checks.map(async ({ name, run }) => {
      const findings = await bounded(run, timeoutMs).catch((error: unknown) => [problem(reasonOf(error))])
      return findings.map((finding) => ({ check: name, ...finding }))
    }),
  )
  return found.flat()
}

/** Ends even work that ignores its signal. */
const bounded = (run: Check['run'], timeoutMs: number) =>
  withDeadline(timeoutMs, null, (signal) => {
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return Promise.race([run(signal), late])
  })

/** Returns the first line: libraries add requests and stacks below it. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  const { message = String(error), cause } = (error ?? {}) as { message?: string; cause?: unknown }
  const reason = message.split('\n', 1)[0] ?? ''
  // `fetch` gives the reason only in the error's cause.
  return reason === 'fetch failed' && cause ? reasonOf(cause) : reason
}

/** Prints findings, as JSON for `--json`. Sets the exit code: 1 if there is a problem, else 0. */
export function printFindings(found: readonly Checked[]): void {
  const isOk = isSound(found)
  const asJson = process.argv.includes('--json')
  process.stdout.write(asJson ? `${JSON.stringify({ ok: isOk, findings: found }, null, 2)}\n` : report(found))
  process.exitCode = isOk ? 0 : 1
}

const MARKS: Record<Status, string> = { ok: 'ok      ', warning: 'WARNING ', problem: 'PROBLEM ', skipped: 'skipped ' }

export function report(found: readonly Checked[]): string {
  const width = Math.max(...found.map(({ check }) => check.length))
  const lines = found.flatMap(({ check, status, text }) =>
    text.split('\n').map((line) => `${MARKS[status]} ${check.padEnd(width)}  ${line}`),
  )
  const count = (status: Status) => found.filter((each) => each.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const number = (n: number, word: string) => `${n === 0 ? 'no' : n} ${word}${n === 1 ? '' : 's'}`
  return `${lines.join('\n')}\n\n${number(problems, 'problem')}, ${number(warnings, 'warning')}\n`
}

export const isSound = (found: readonly Checked[]): boolean => found.every(({ status }) => status !== 'problem')
