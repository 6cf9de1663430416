import { expect, it } from 'vitest'
import { type Adapter, guardedDb } from './db.ts'
import { limitedDb } from './limited-db.ts'

function waitingDb() {
  const underWay: { text: string; go: () => void }[] = []
  const query: Adapter['query'] = (text) =>
    new Promise((resolve) => underWay.push({ text, go: () => resolve([{ text }]) }))
  const db = guardedDb({
    query,
    script: async () => {},
    transaction: (work) => work(query),
    close: async () => {},
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  async function letGo() {
    underWay.shift()?.go()
    await turn()
  }
  return { db, letGo, names: () => underWay.map(({ text }) => text), turn }
}

it('uses no more connections than its limit, in request order', async () => {
  const { db, letGo, names, turn } = waitingDb()
  const limited = limitedDb(db, 2)
  const all = Promise.all([
    limited.query('a'),
    limited.tx((tx) => tx.query('b')),
    limited.query('c'),
    limited.tx(async (tx) => [await tx.query('d1'), await tx.query('d2')]),
  ])
  await turn()
  expect(names()).toEqual(['a', 'b'])
  await letGo()
  expect(names()).toEqual(['b', 'c'])
  await letGo()
  expect(names()).toEqual(['c', 'd1'])
  void db.query('other')
  expect(names()).toEqual(['c', 'd1', 'other'])
  for (let left = 4; left > 0; left--) await letGo()
  expect(await all).toEqual([[{ text: 'a' }], [{ text: 'b' }], [{ text: 'c' }], [[{ text: 'd1' }], [{ text: 'd2' }]]])
})

it('gives a connection back after a failure', async () => {
  const { db, letGo, names, turn } = waitingDb()
  const limited = limitedDb(db, 1)
  await expect(limited.tx(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  void limited.query('next')
  await turn()
  expect(names()).toEqual(['next'])
  await letGo()
})

it('rejects use inside one of its transactions instead of waiting for ever', async () => {
  const { db } = waitingDb()
  const limited = limitedDb(db, 1)
  await expect(limited.tx(() => limited.query('select 1'))).rejects.toThrow('db.query was used inside db.tx')
})
