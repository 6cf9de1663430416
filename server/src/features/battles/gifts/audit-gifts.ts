import { z } from 'zod'
import type { AuditRun } from '#platform/audit/audit-run'
import type { Findings } from '#platform/audit/findings'
import {
  type CheckedKeys,
  checkGifts,
  checkKeys,
  findGifted,
  type GiftedBattle,
  type KeyPlace,
} from './audit-gifts-store.ts'

export const GIFT_PROMISES = [
  'every battle has all of its gifts, given while it ran',
  'every gift has its key',
  'every key is of its gift',
] as const

type GiftFindings = Pick<Findings<(typeof GIFT_PROMISES)[number]>, 'add'>

const PAGE = 1_024
/** Longer than any transaction that gives. */
const UNSETTLED_MS = 3_600_000

const Checkpoint = z.strictObject({ version: z.literal(1), giftsUpTo: z.iso.datetime().nullable() })

/** Returns the time up to which gifts were compared with their keys; null if none, or of another version. */
export function readGiftsCheckpoint(value: unknown): Date | null {
  const { data } = Checkpoint.safeParse(value)
  return data?.giftsUpTo ? new Date(data.giftsUpTo) : null
}

/**
 * Compares each battle's gifts with their count and keys, and each key with its gift. After a checkpoint it reads the
 * battles that hadn't ended then, and no keys without a gift: an index to find those would cost every gift 1.7 us. Each
 * comparison of gifts and keys uses one snapshot.
 */
export async function auditGifts(run: AuditRun, findings: GiftFindings, since: Date | null) {
  const audit = new GiftAudit(run, findings)
  await audit.readBattles(since)
  if (!since) await audit.readKeys()
  const upToMs = Math.max(since?.getTime() ?? 0, audit.newestMs - UNSETTLED_MS)
  return {
    counts: { gifts: audit.gifts, ...(since ? {} : { keys: audit.keys }) },
    checkpoint: { version: 1, giftsUpTo: upToMs > 0 ? new Date(upToMs).toISOString() : null },
  }
}

class GiftAudit {
  readonly #run: AuditRun
  readonly #findings: GiftFindings
  gifts = 0
  keys = 0
  newestMs = 0

  constructor(run: AuditRun, findings: GiftFindings) {
    this.#run = run
    this.#findings = findings
  }

  async readBattles(since: Date | null): Promise<void> {
    for (let after: string | null = null; ; ) {
      const from: string | null = after
      const battles: GiftedBattle[] = await this.#run.read((snapshot) =>
        findGifted(snapshot, { after: from, since }, PAGE),
      )
      for (const battle of battles) if (battle.isDue) await this.#readBattle(battle)
      const last = battles.at(-1)
      if (!last) return
      after = last.id
      this.#run.progress("battles' gifts", Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
    }
  }

  /** Reads gifts up to the battle's count. Later gifts come after it, so concurrent writes don't matter. */
  async #readBattle({ id, giftCount }: GiftedBattle): Promise<void> {
    let found = 0
    let after = 0
    do {
      const from = after
      const upTo = Math.min(giftCount, from + this.#run.rows)
      const { count, newest, wrong, beyond } = await this.#run.read((snapshot) =>
        checkGifts(snapshot, { id, after: from, upTo }),
      )
      for (const seq of wrong)
        this.#findings.add('every gift has its key', `${id}/${seq}`, 'has none, or that of another')
      if (beyond !== null && upTo === giftCount)
        this.#findings.add(GIFT_PROMISES[0], `${id}/${beyond}`, 'is more than the battle counts')
      found += count
      this.newestMs = Math.max(this.newestMs, newest?.getTime() ?? 0)
      after = upTo
    } while (after < giftCount)
    this.gifts += found
    if (found === giftCount) return
    this.#findings.add(GIFT_PROMISES[0], id, `stored ${giftCount}, found ${found}`)
  }

  async readKeys(): Promise<void> {
    for (let after: KeyPlace | null = null; ; ) {
      const from: KeyPlace | null = after
      const { last, count, wrong }: CheckedKeys = await this.#run.read((snapshot) =>
        checkKeys(snapshot, from, this.#run.rows),
      )
      this.keys += count
      for (const key of wrong) this.#findings.add('every key is of its gift', `key ${key}`, 'is of none')
      if (!last) return
      after = last
      this.#run.progress('keys of gifts', Number.parseInt(last.giverId.slice(0, 8), 16) / 2 ** 32)
    }
  }
}
