import { relationsDue } from '../../../server/src/features/related-accounts/relate-accounts.ts'
import { features } from '../../../server/src/features.ts'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'

const DEVICE = 'aura_device'

/** Signs accounts in on the first one's device, one after another, on several days. Each keeps its own session. */
export async function shareDevice(test: TestApp, actors: readonly Actor[], days = 6): Promise<void> {
  for (let day = 0; day < days; day++) {
    for (const actor of actors) {
      const device = actors[0]?.cookies.get(DEVICE)
      if (device !== undefined) actor.cookies.set(DEVICE, device)
      await actor.signIn()
    }
    test.ctx.clock.advance({ days: 1 })
  }
}

/** Calculates the relations of all accounts in the queue. */
export async function relate(test: TestApp): Promise<void> {
  const job = relationsDue(test.ctx, { features })
  while (await job.runBatch()) {
    // Repeats until the queue is empty.
  }
}

/** Stores that two accounts are related, or share traces without being so. */
export const relatePair = (test: TestApp, a: string, b: string, isRelated = true) =>
  test.ctx.db.query(
    `insert into related_pairs (a_id, b_id, score, reasons, is_related, calculated_at)
     values (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid), 120, $3, $4, $5)`,
    [a, b, JSON.stringify([{ kind: 'device', points: 120, accounts: 2 }]), isRelated, test.ctx.clock.now()],
  )
