/** Assumed, not observed: a tenth of all people come a day, and each does a hundred actions of the mix, half within 4 hours. */
export const HABITS = { comeADay: 0.1, actionsADay: 100, inTheEvening: 0.5, eveningS: 14_400 }

/** A tenth of all people watch the one battle everybody talks about. */
const VIEWING = 0.1

/** Bytes with indexes, from docs/scale.md: a transfer with its key, a gift with its key, what a day of lessons leaves, a stored answer. */
const BYTES = { transfer: 438, gift: 454, learningDay: 5 * 249, answer: 703 }
const ANSWER_DAYS = 30

/** An update of a battle (docs/benchmarks.md, fanout). */
const UPDATE_BYTES = 3_700

/** One process keeps to these of the product's limits. */
export interface LiveLimits {
  streams: number
  messagesPerS: number
  /** How many reads a change of a battle causes among the viewers of one process. */
  readsPerS: number
}

export interface Demand {
  actionsPerS: number
  viewers: number
  /** Processes that hold the streams of viewers; 0 if one server holds them beside its requests. */
  edges: number
  /** Of the viewers' streams together, when each sees what one process can send. */
  gbitPerS: number
  /** Reads after the battle has ended, and for how long they go on. */
  rush: { perSecond: number; seconds: number }
  /** Rows that are never removed. */
  gbAYear: number
  /** Stored answers of calls that move value, which are removed. */
  gbOfAnswers: number
}

/** `giftsOf100` and `claimsOf100` count gifts and claims among a hundred actions. */
export function demandOf(people: number, mix: { giftsOf100: number; claimsOf100: number }, limits: LiveLimits): Demand {
  const { comeADay, actionsADay, inTheEvening, eveningS } = HABITS
  const visitors = people * comeADay
  const viewers = people * VIEWING
  const processes = Math.ceil(viewers / limits.streams)
  const updatesPerS = Math.min(10, limits.messagesPerS / (viewers / processes))
  const moves = (actionsADay / 100) * (mix.giftsOf100 + mix.claimsOf100)
  const kept =
    moves * BYTES.transfer +
    (actionsADay / 100) * mix.giftsOf100 * BYTES.gift +
    (mix.claimsOf100 > 0 ? BYTES.learningDay : 0)
  const readsPerS = Math.min(viewers, processes * limits.readsPerS)
  return {
    actionsPerS: (visitors * actionsADay * inTheEvening) / eveningS,
    viewers,
    edges: processes > 1 ? processes : 0,
    gbitPerS: (viewers * updatesPerS * UPDATE_BYTES * 8) / 1e9,
    rush: { perSecond: readsPerS, seconds: viewers / readsPerS },
    gbAYear: (visitors * kept * 365) / 1e9,
    gbOfAnswers: (visitors * moves * ANSWER_DAYS * BYTES.answer) / 1e9,
  }
}
