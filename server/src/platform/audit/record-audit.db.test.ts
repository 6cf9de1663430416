import { expect, it } from 'vitest'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { findProvenAudit, recordAudit } from './record-audit.ts'

const KEYS = { hashKey: 'k'.repeat(32), previousHashKeys: [] }
const OTHER = { hashKey: 'o'.repeat(32), previousHashKeys: [] }
const CHECKPOINTS = { ledger: { upTo: 12 } }

const test = openForEach(testApp)

const record = (audit: { isFull: boolean; findings: number; isCompared?: boolean }, keys = KEYS) =>
  recordAudit(test.ctx.db, {
    clock: test.ctx.clock,
    keys,
    audit: { isCompared: true, ...audit, checkpoints: CHECKPOINTS },
  })
async function shown() {
  const { body } = await test.app.inject({ url: '/metrics' })
  return [...body.matchAll(/^audit_\w+(?:\{kind="(\w+)"\})? ([\d.e+]+)$/gm)].map(([, kind, value]) => [
    kind,
    Number(value),
  ])
}
const proven = (keys: Parameters<typeof findProvenAudit>[1] = KEYS) => findProvenAudit(test.ctx.db, keys)

it('returns what the newest audit proved', async () => {
  expect(await proven()).toBeNull()
  await record({ isFull: true, findings: 0 })
  expect(await proven()).toEqual({ finishedAt: test.ctx.clock.now(), checkpoints: CHECKPOINTS })
})

it('returns nothing once an audit found something, until one finds nothing', async () => {
  await record({ isFull: true, findings: 0 })
  await record({ isFull: false, findings: 2 })
  expect(await proven()).toBeNull()
  await record({ isFull: true, findings: 0 })
  expect(await proven()).toMatchObject({ checkpoints: CHECKPOINTS })
})

it('lets no incremental audit declare mended what a full one found meanwhile', async () => {
  await record({ isFull: true, findings: 0 })
  await record({ isFull: true, findings: 2 })
  await record({ isFull: false, findings: 0 })
  expect(await proven()).toBeNull()
  expect(await shown()).toContainEqual([undefined, 2])
  await record({ isFull: true, findings: 0 })
  expect(await proven()).toMatchObject({ checkpoints: CHECKPOINTS })
  expect(await shown()).toContainEqual([undefined, 0])
})

it('lets no audit that was not compared with the network declare mended what an earlier one found', async () => {
  await record({ isFull: true, findings: 1 })
  await record({ isFull: true, isCompared: false, findings: 0 })
  expect(await proven()).toBeNull()
  expect(await shown()).toContainEqual([undefined, 1])
  await record({ isFull: true, findings: 0 })
  expect(await proven()).toMatchObject({ checkpoints: CHECKPOINTS })
  expect(await shown()).toContainEqual([undefined, 0])
})

it('continues from an audit that was not compared with the network if none found anything', async () => {
  await record({ isFull: true, isCompared: false, findings: 0 })
  expect(await proven()).toMatchObject({ checkpoints: CHECKPOINTS })
  expect(await shown()).toContainEqual(['full', 0])
})

it('believes a checkpoint only if a known key signed it', async () => {
  await record({ isFull: true, findings: 0 })
  expect(await proven(OTHER)).toBeNull()
  expect(await proven({ ...OTHER, previousHashKeys: [KEYS.hashKey] })).toMatchObject({ checkpoints: CHECKPOINTS })
  await test.ctx.db.query(`update audit_runs set checkpoint = replace(checkpoint, '12', '13')`)
  expect(await proven()).toBeNull()
})

it('shows when an audit finished and what it found', async () => {
  const at = test.ctx.clock.now().getTime() / 1_000
  expect(await shown()).toEqual([
    [undefined, 0],
    ['any', 0],
    ['full', 0],
  ])
  await record({ isFull: false, findings: 3 })
  expect(await shown()).toEqual([
    [undefined, 3],
    ['any', at],
    ['full', 0],
  ])
  await record({ isFull: true, findings: 0 })
  expect(await shown()).toEqual([
    [undefined, 0],
    ['any', at],
    ['full', at],
  ])
})
