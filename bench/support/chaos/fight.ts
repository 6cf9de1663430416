import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Context } from '../../../server/src/platform/context.ts'
import { nextMessage } from '../servers/next-message.ts'

export type GiftReport = { key: string; given: boolean; code?: string }

/** Servers without HTTP that take gifts as messages: a program of this folder's kind, and its arguments. */
export interface WorkerProgram {
  file: string
  args: string[]
}

export const LIVE_MS = 900
const SETTLED_WITHIN_MS = 20_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function startWorker({ file, args }: WorkerProgram): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '..', file), args)
  await nextMessage(child)
  return child
}

export interface Fight {
  random: () => number
  program: WorkerProgram
  /** Instead of killing a worker. */
  fault?: () => Promise<void>
}

/** Sends gifts to two workers during a battle of `LIVE_MS` and past its end, with one fault meanwhile. By key. */
export async function fight(
  workers: ChildProcess[],
  wanted: readonly { key: string }[],
  { random, program, fault }: Fight,
): Promise<Map<string, GiftReport>> {
  const heard = new Map<string, GiftReport>()
  const hear = (report: GiftReport) => void heard.set(report.key, report)
  for (const child of workers) child.on('message', hear)
  const doomed = random() < 0.5 ? 0 : 1
  const faulty = (async () => {
    await pause(random() * LIVE_MS * 1.3)
    if (fault) return fault()
    const child = workers[doomed] as ChildProcess
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    const next = await startWorker(program)
    workers[doomed] = next
    next.on('message', hear)
  })()
  for (const [index, gift] of wanted.entries()) {
    const child = workers[index % 2] as ChildProcess
    if (child.connected) child.send(gift, () => {})
    if (index % 8 === 7) await pause((LIVE_MS * 1.2 * 8) / wanted.length)
  }
  await faulty
  await pause(200)
  for (const child of workers) child.off('message', hear)
  return heard
}

/** Throws if it takes too long. */
export async function untilSettled(ctx: Context, battleId: string): Promise<void> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS
  while (performance.now() < untilMs) {
    const [row] = await ctx.db.query<{ status: string }>('select status from battles where id = $1', [battleId])
    if (row?.status === 'completed') return
    await pause(20)
  }
  throw new Error(`battle ${battleId} was not settled`)
}

/** Throws unless a battle was started and settled once. */
export async function checkSteps(ctx: Context, battleId: string): Promise<void> {
  const steps = await ctx.db.query<{ step: string }>('select step from battle_steps where battle_id = $1 order by id', [
    battleId,
  ])
  const told = steps.map(({ step }) => step).join(' ')
  if (told !== 'create accept start settle') throw new Error(`battle ${battleId} went ${told}`)
}
