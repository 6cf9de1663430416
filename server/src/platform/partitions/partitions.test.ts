import client from '@prometheus-io/client'
import { expect, it } from 'vitest'
import type { PartitionedTable } from './partitioned-table.ts'
import { checkPartitions, partitionsDue, registerPartitionMetrics } from './partitions.ts'

const NOW = new Date('2026-11-28T00:00:00Z')
const ctx = { clock: { sqlNow: () => NOW }, db: {} } as never

interface Stage {
  added: unknown[]
  table(name: string, ahead: number | Error): PartitionedTable
}

function stage(): Stage {
  const added: unknown[] = []
  return {
    added,
    table: (name, ahead) => ({
      table: name,
      rows: `Rows of ${name}`,
      add: async (_db, now) => {
        if (ahead instanceof Error) throw ahead
        added.push([name, now])
        return 1
      },
      countAhead: async () => {
        if (ahead instanceof Error) throw ahead
        return ahead
      },
    }),
  }
}

it('the job adds to every table, also when one fails, and fails itself', async () => {
  const { table, added } = stage()
  const job = (tables: readonly PartitionedTable[]) => partitionsDue(ctx, tables).runBatch()
  await expect(job([table('broken', new Error('no disk')), table('whole', 0)])).rejects.toThrow('no disk')
  expect(added).toEqual([['whole', NOW]])
  expect(await job([table('whole', 0)])).toBe(false)
})

it('the doctor says which tables have none ahead', async () => {
  const { table } = stage()
  const tables = [table('a', 1), table('b', 0), table('c', -2)]
  expect(await checkPartitions(ctx, tables)).toEqual([
    { status: 'ok', text: 'Rows of a have a partition ahead' },
    { status: 'problem', text: expect.stringMatching(/^Rows of b have no partition ahead, and fail once/) },
    { status: 'problem', text: expect.stringMatching(/^Rows of c have no partition ahead, and fail once/) },
  ])
})

it('the metric has each table, also when one can’t be asked', async () => {
  const { table } = stage()
  const register = new client.Registry()
  registerPartitionMetrics(register, ctx, [table('a', 2), table('b', new Error('gone'))])
  const lines = (await register.metrics()).split('\n').filter((line) => line.startsWith('partitions_ahead'))
  expect(lines).toEqual(['partitions_ahead{table="a"} 2', 'partitions_ahead{table="b"} Nan'])
})
