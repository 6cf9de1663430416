import { expect, it } from 'vitest'
import { AppError } from '#platform/app-error'
import { ChainUnreachable } from '#platform/chain/chain'
import { afterSync } from './after-sync.ts'

function stage(failing: Record<string, Error | null>) {
  let nowMs = 0
  const ran: string[] = []
  const logged: unknown[] = []
  const log = {
    warn: ({ task }: { task?: string }, text: string) => void logged.push([task, text]),
    error: ({ task }: { task?: string }, text: string) => void logged.push([task, text]),
  }
  const tasks = Object.fromEntries(
    Object.keys(failing).map((name) => [
      name,
      async () => {
        ran.push(name)
        if (failing[name]) throw failing[name]
      },
    ]),
  )
  const run = afterSync({ clock: { elapsedMs: () => nowMs } as never }, log as never, tasks)
  return {
    ran,
    logged,
    after: async (ms: number) => {
      nowMs += ms
      ran.length = 0
      await run()
      return [...ran]
    },
  }
}

it('runs every task though one fails, and that one again later, less and less often', async () => {
  const failing: Record<string, Error | null> = { first: new Error('broken'), second: null }
  const { after, logged } = stage(failing)
  expect([await after(0), await after(500), await after(500), await after(1_000), await after(1_000)]).toEqual([
    ['first', 'second'],
    ['second'],
    ['first', 'second'],
    ['second'],
    ['first', 'second'],
  ])
  const line = ['first', 'a task after chain sync failed and will be retried']
  expect(logged).toEqual([line, line, line])
  failing.first = null
  await after(30_000)
  expect([await after(0), logged.length]).toEqual([['first', 'second'], 3])
})

it('reports an outage as one, whichever layer noticed it', async () => {
  const { after, logged } = stage({ one: new ChainUnreachable('down'), other: new AppError('CHAIN_UNAVAILABLE') })
  await after(0)
  expect(logged).toEqual([
    ['one', 'the network is not responding'],
    ['other', 'the network is not responding'],
  ])
})
