import { TRUST_RULES } from '@aura/api/rules/trust'

/** Returns the accounts of groups of related accounts that are too large to be a couple. */
export function ringAccounts(pairs: readonly { aId: string; bId: string }[]): string[] {
  const groupOf = new Map<string, string[]>()
  for (const { aId, bId } of pairs) {
    const [one, other] = [groupOf.get(aId) ?? [aId], groupOf.get(bId) ?? [bId]]
    if (one === other) continue
    const [larger, smaller] = one.length >= other.length ? [one, other] : [other, one]
    larger.push(...smaller)
    for (const id of larger) groupOf.set(id, larger)
  }
  return [...new Set(groupOf.values())].filter(({ length }) => length > TRUST_RULES.ringFree).flat()
}

type Groups = ReadonlyMap<string, readonly (readonly string[])[]>

/**
 * Returns each inviter's largest group of related accounts. Leaves out groups that an admin found to be no ring, until
 * they grow by an account: those within one of the inviter's `granted` groups.
 */
export function countingRings(rings: Groups, granted: Groups): Map<string, readonly string[]> {
  const counting = new Map<string, readonly string[]>()
  for (const [inviter, groups] of rings) {
    const known = (granted.get(inviter) ?? []).map((ids) => new Set(ids))
    const [largest] = groups
      .filter((group) => !known.some((ids) => group.every((id) => ids.has(id))))
      .toSorted((one, other) => other.length - one.length)
    if (largest) counting.set(inviter, largest)
  }
  return counting
}
