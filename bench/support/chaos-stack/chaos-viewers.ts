import { fork } from 'node:child_process'
import { join } from 'node:path'
import { nextMessage } from '../servers/next-message.ts'
import type { ViewersOrder, ViewersReport, ViewersStart } from './viewer-worker.ts'

export interface ChaosViewers {
  shown(moreThan: number): Promise<ViewersReport>
  /** Ends every stream and returns the failures. */
  stop(): Promise<ViewersReport['failures']>
  kill(): void
}

const PROGRAM = join(import.meta.dirname, 'viewer-worker.ts')

export function startChaosViewers(start: ViewersStart): ChaosViewers {
  const child = fork(PROGRAM, [JSON.stringify(start)])
  const ask = (order: ViewersOrder) => {
    const report = nextMessage<ViewersReport>(child)
    child.send(order)
    return report
  }
  return {
    shown: (moreThan) => ask({ op: 'shown', moreThan }),
    stop: async () => (await ask({ op: 'stop' })).failures,
    kill: () => void child.kill('SIGKILL'),
  }
}
