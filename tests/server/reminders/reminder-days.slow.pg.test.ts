import { expect, it } from 'vitest'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { newPostgresDatabase } from '../database/open-test-database.ts'
import { makeLearners, reminderDays, WINDOWS } from './reminder-days.ts'

const zones = [
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Atlantic/Azores',
  'America/Nuuk',
  'America/New_York',
  'Pacific/Pago_Pago',
]

it('each reminder and recap goes out once, and no reminder after the day counts, while clocks change', async () => {
  const db = await openPg({ url: await newPostgresDatabase(), poolSize: 2 })
  // Work takes no simulated time, so nothing depends on the machine.
  const options = { people: 700, zones, seed: 7, rate: 0 }
  const hours = await makeLearners(db, options)
  for (const start of WINDOWS) {
    const { late, wrong, recaps } = await reminderDays(db, hours, start, options)
    expect(wrong).toBe(0)
    expect(late.length).toBeGreaterThan(300)
    expect(recaps).toBeGreaterThan(5)
    expect(Math.max(...late)).toBeLessThan(1_000)
  }
  await db.close()
})
