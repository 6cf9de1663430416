import { TRUST_RULES } from '@aura/api/rules/trust'

/**
 * Returns, for each inviter, the groups of related accounts among the people they invited themselves. Only pairs of a
 * group's own members connect it: people invited by others connect no one. Leaves out groups too small to count.
 */
export function invitedRings(
  pairs: readonly (readonly [string, string])[],
  inviterOf: ReadonlyMap<string, string>,
): Map<string, string[][]> {
  const groupOf = new Map<string, string[]>()
  for (const [one, other] of pairs) {
    const inviter = inviterOf.get(one)
    if (inviter === undefined || inviter !== inviterOf.get(other)) continue
    const [mine, theirs] = [groupOf.get(one) ?? [one], groupOf.get(other) ?? [other]]
    if (mine === theirs) continue
    const [larger, smaller] = mine.length >= theirs.length ? [mine, theirs] : [theirs, mine]
    larger.push(...smaller)
    groupOf.set(one, larger).set(other, larger)
    for (const id of smaller) groupOf.set(id, larger)
  }
  const rings = [...new Set(groupOf.values())].filter(({ length }) => length > TRUST_RULES.ringFree)
  return Map.groupBy(rings, ([first = '']) => inviterOf.get(first) as string)
}
