import { z } from 'zod'
import type { AuditRun } from '#platform/audit/audit-run'
import type { Findings } from '#platform/audit/findings'
import {
  type CheckedKeys,
  checkGifts,
  checkKeys,
  checkKeysOfTime,
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

const MAX_BATTLES = 64
/** Longer than any transaction that gives takes. */
const UNSETTLED_MS = 3_600_000
const [MIN_WINDOW_MS, FIRST_WINDOW_MS, MAX_WINDOW_MS] = [1_000, 60_000, 3_600_000]

const Checkpoint = z.strictObject({ version: z.literal(1), giftsUpTo: z.iso.datetime().nullable() })

/** The time up to which gifts and keys were compared; null for none, also if an earlier version wrote another form. */
export function readGiftsCheckpoint(value: unknown): Date | null {
  const { data } = Checkpoint.safeParse(value)
  return data?.giftsUpTo ? new Date(data.giftsUpTo) : null
}

/**
 * Compares each battle's gifts with their count and keys, and each key with its gift. After a checkpoint it reads the
 * battles that hadn't ended then, and the keys of later gifts. Each comparison is of gifts and keys of one snapshot.
 */
export async function auditGifts(run: AuditRun, findings: GiftFindings, since: Date | null) {
  const audit = new GiftAudit(run, findings)
  await audit.readBattles(since)
  if (since) await audit.readKeysSince(since)
  else await audit.readAllKeys()
  const upToMs = Math.max(since?.getTime() ?? 0, audit.newestMs - UNSETTLED_MS)
  return {
    counts: { gifts: audit.gifts, keys: audit.keys },
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
        findGifted(snapshot, { after: from, since }, MAX_BATTLES),
      )
      for (const battle of battles) await this.#readBattle(battle)
      const last = battles.at(-1)
      if (!last) return
      after = last.id
      this.#run.progress("battles' gifts", Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
    }
  }

  /** Up to its count: later gifts come after it, whatever others do meanwhile. */
  async #readBattle({ id, giftCount }: GiftedBattle): Promise<void> {
    let found = 0
    for (let after = 0; after < giftCount; ) {
      const from = after
      const { rows } = this.#run
      const { count, last, newest, wrong } = await this.#run.read((snapshot) =>
        checkGifts(snapshot, { id, after: from, upTo: giftCount }, rows),
      )
      for (const seq of wrong)
        this.#findings.add('every gift has its key', `${id}/${seq}`, 'has none, or that of another')
      found += count
      this.#saw(newest)
      if (last === null || count < rows) break
      after = last
    }
    this.gifts += found
    if (found === giftCount) return
    this.#findings.add(GIFT_PROMISES[0], id, `stored ${giftCount}, found ${found}`)
  }

  async readAllKeys(): Promise<void> {
    for (let after: KeyPlace | null = null; ; ) {
      const from: KeyPlace | null = after
      const { last, ...found }: CheckedKeys = await this.#run.read((snapshot) =>
        checkKeys(snapshot, from, this.#run.rows),
      )
      this.#sawKeys(found)
      if (!last) return
      after = last
      this.#run.progress('keys of gifts', Number.parseInt(last.giverId.slice(0, 8), 16) / 2 ** 32)
    }
  }

  /** In windows of about as many keys as are read at once. */
  async readKeysSince(since: Date): Promise<void> {
    let fromMs = since.getTime()
    for (let ms = FIRST_WINDOW_MS; ; ) {
      const toMs = fromMs + ms
      const isLast = toMs > this.newestMs
      const window = { from: new Date(fromMs), to: isLast ? null : new Date(toMs) }
      const found = await this.#run.read((snapshot) => checkKeysOfTime(snapshot, window))
      this.#sawKeys(found)
      if (isLast) return
      ms = found.count > this.#run.rows ? Math.max(MIN_WINDOW_MS, ms / 2) : Math.min(MAX_WINDOW_MS, ms * 2)
      fromMs = toMs
    }
  }

  #sawKeys({ count, newest, wrong }: { count: number; newest: Date | null; wrong: readonly string[] }): void {
    this.keys += count
    this.#saw(newest)
    for (const key of wrong) this.#findings.add('every key is of its gift', `key ${key}`, 'is of none')
  }

  #saw(newest: Date | null): void {
    this.newestMs = Math.max(this.newestMs, newest?.getTime() ?? 0)
  }
}
