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
