import type { Rounds } from '@aura/api/calls/battles/rounds'

export type Choice = readonly number[]

/** What a viewer or participant answered, followed between reads: the live state is everybody's and has nothing own. */
export interface OwnRecord {
  /** The server's record that this one continues. */
  source: Rounds['own']
  /** The newest choice that counts. */
  choice: { number: number; choice: Choice } | null
  /** The last closed round that is counted. */
  upTo: number
  answered: number
  right: number
  /** Right answers in a row. */
  streak: number
}

const isSameChoice = (a: Choice, b: Choice): boolean => a.length === b.length && a.every((option) => b.includes(option))

/** Returns the record after this state and this counted answer; the same object if nothing changed. */
export function followOwn(
  known: OwnRecord | null,
  { own, open, last }: Pick<Rounds, 'own' | 'open' | 'last'>,
  sent: { number: number; choice: Choice } | null,
): OwnRecord {
  let next = known?.source === own ? known : begin(known, own, open?.number, last?.number ?? 0)
  if (sent && sent.number > (next.choice?.number ?? 0)) {
    next = { ...next, choice: { number: sent.number, choice: sent.choice } }
  }
  return last && last.number > next.upTo ? count(next, last) : next
}

function begin(known: OwnRecord | null, own: Rounds['own'], openNumber: number | undefined, upTo: number): OwnRecord {
  const read = own?.choice && openNumber !== undefined ? { number: openNumber, choice: own.choice } : null
  return {
    source: own,
    choice: read ?? known?.choice ?? null,
    upTo,
    answered: own?.answered ?? 0,
    right: own?.right ?? 0,
    streak: own?.streak ?? 0,
  }
}

function count(record: OwnRecord, { number, right, result }: NonNullable<Rounds['last']>): OwnRecord {
  const mine = record.choice?.number === number && result !== 'interrupted' ? record.choice.choice : null
  if (!mine) return { ...record, upTo: number }
  const isRight = isSameChoice(mine, right)
  return {
    ...record,
    upTo: number,
    answered: record.answered + 1,
    right: record.right + (isRight ? 1 : 0),
    streak: isRight ? record.streak + 1 : 0,
  }
}
