type Loose = Record<string, unknown> & { actions: Record<string, unknown>[] }

const ODD = [null, true, -1, 1e308, '', [], {}, '__proto__', 'constructor', '0', '1', '999999999', 'x'.repeat(90), '💥']
const ODD_AMOUNTS = ['0.000001', '115792089237316195423570985008687907']

/**
 * Returns a function that changes a transcript in one to four ways, as a cheater or a broken page might. `runs` are
 * transcripts to take foreign actions from; `random` returns numbers in [0, 1).
 */
export function tamperer(runs: readonly string[], random: () => number): (run: string) => string {
  const upTo = (count: number): number => Math.floor(random() * count)
  const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T
  const allActions = runs.flatMap((run) => (JSON.parse(run) as Loose).actions)
  const foreign = () => structuredClone(pick(allActions))
  // Copied, because a later change may write into it.
  const odd = (more: readonly unknown[] = []) => structuredClone(pick([...ODD, ...more]))
  const changes: ((run: Loose) => void)[] = [
    ({ actions }) => actions.splice(upTo(actions.length), 1),
    ({ actions }) => actions.splice(upTo(actions.length), 0, foreign()),
    ({ actions }) => actions.splice(upTo(actions.length), 0, ...actions.slice(upTo(actions.length))),
    ({ actions }) => actions.push(...Array.from({ length: upTo(40) }, foreign)),
    ({ actions }) => actions.sort(() => random() - 0.5),
    ({ actions }) => {
      const action = pick(actions) ?? {}
      action[pick(['do', 'move', 'request', 'input', 'more'])] = odd()
    },
    ({ actions }) => {
      const { input } = pick(actions) ?? {}
      if (!input || typeof input !== 'object') return
      Object.assign(input, { [pick(Object.keys(input))]: odd(ODD_AMOUNTS) })
    },
    (run) => {
      run[pick(['kind', 'version', 'seed', 'actions', 'more'])] = odd()
    },
  ]
  return (text) => {
    const run = JSON.parse(text) as Loose
    for (let round = upTo(4); round >= 0 && Array.isArray(run.actions); round--) pick(changes)(run)
    const changed = JSON.stringify(run)
    if (random() > 0.05) return changed
    const at = upTo(changed.length)
    return changed.slice(0, at) + pick(['', '"', '}', '[['.repeat(2_000)]) + changed.slice(at + upTo(3))
  }
}
