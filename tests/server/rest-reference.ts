/** A day of a person's calendar. `isLost`: skipped by a change of time zone. */
export interface ActiveDay {
  day: string
  learned: 'nothing' | 'some' | 'all'
  isLost: boolean
}

interface RestReference {
  streak: number
  kept: number
  progress: number
  rested: string[]
}

/**
 * Reference implementation of rest days. Walks a person's calendar day by day and applies the rule at each midnight.
 */
export function restReference(calendar: readonly ActiveDay[]): RestReference {
  const state: RestReference = { streak: 0, kept: 0, progress: 0, rested: [] }
  for (const [index, { day: name, learned, isLost }] of calendar.entries()) {
    const isToday = index === calendar.length - 1
    if (learned !== 'nothing') {
      state.streak += 1
      if (learned === 'all' && state.kept < 2) state.progress += 1
      if (state.progress === 7) Object.assign(state, { kept: state.kept + 1, progress: 0 })
    } else if (!isLost && !isToday && state.streak > 0) {
      if (state.kept > 0) {
        state.kept -= 1
        state.rested.push(name)
      } else Object.assign(state, { streak: 0, kept: 0, progress: 0 })
    }
  }
  return state
}
