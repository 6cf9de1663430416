import { TRUST_RULES } from '@aura/api/rules/trust'

/**
 * Returns, for each inviter, the number of accounts in the largest group of related accounts among the people they
 * invited themselves. Only pairs of a group's own members connect it: people invited by others connect no one. Leaves
 * out inviters of groups that don't count.
 */
export function ringSizes(
  pairs: readonly (readonly [string, string])[],
  inviterOf: ReadonlyMap<string, string>,
): Map<string, number> {
  const groups = new Map<string, Groups>()
  for (const [one, other] of pairs) {
    const inviter = inviterOf.get(one)
    if (inviter === undefined || inviter !== inviterOf.get(other)) continue
    const mine = groups.get(inviter) ?? new Groups()
    groups.set(inviter, mine)
    mine.join(one, other)
  }
  const sizes = [...groups].map(([inviter, { largest }]) => [inviter, largest] as const)
  return new Map(sizes.filter(([, size]) => size > TRUST_RULES.ringFree))
}

/** Disjoint sets, with the size of the largest. */
class Groups {
  largest = 0
  readonly #parent = new Map<string, string>()
  readonly #size = new Map<string, number>()

  join(one: string, other: string): void {
    const [a, b] = [this.#rootOf(one), this.#rootOf(other)]
    if (a === b) return
    const [sizeA, sizeB] = [this.#size.get(a) ?? 1, this.#size.get(b) ?? 1]
    const [root, child] = sizeA >= sizeB ? [a, b] : [b, a]
    this.#parent.set(child, root)
    this.#size.set(root, sizeA + sizeB)
    this.largest = Math.max(this.largest, sizeA + sizeB)
  }

  #rootOf(id: string): string {
    let root = id
    for (let next = this.#parent.get(root); next !== undefined; next = this.#parent.get(root)) root = next
    return root
  }
}
