import type { Session } from '../../src/session.ts'
import { move, type Solutions, untilEnd, type Way } from '../solution.ts'

interface World {
  secret: bigint
}

const SPREAD = { one: 'desk', two: 'aunt', three: 'studio' }

const until = (split: Record<string, string>) => [move('split', split), move('year')]

const losing = (ends: string, split: Record<string, string>): Way => ({
  ends,
  async *play() {
    yield* until(split)
  },
})

async function restored(session: Session<World>): Promise<string> {
  const { rows } = await session.scene()
  const [first, second] = rows.flatMap(({ label, value }) => {
    const share = /^Share (\d)/.exec(label)?.[1]
    const number = /^\d+/.exec(value)?.[0]
    return share && number ? [{ x: Number(share), y: Number(number) }] : []
  })
  if (!first || !second) throw new Error('There are no two shares left')
  let difference = second.y - first.y
  while (difference % (second.x - first.x) !== 0) difference += 97
  const rise = difference / (second.x - first.x)
  return `${(((first.y - first.x * rise) % 97) + 97) % 97}`
}

export const secretSharingSolutions: Solutions = {
  reference: {
    ends: 'solved',
    async *play(session: Session<World>) {
      yield* until({ needed: '2', ...SPREAD })
      yield move('restore', { secret: await restored(session) })
    },
  },
  'an error in the sums, and again': {
    ends: 'solved',
    async *play(session: Session<World>) {
      yield* until({ needed: '2', ...SPREAD })
      const right = await restored(session)
      yield move('restore', { secret: '97' })
      yield move('restore', { secret: `${(Number(right) + 1) % 97}` })
      yield move('restore', { secret: right })
    },
  },
  'each share is the secret': losing('alone', { needed: '1', ...SPREAD }),
  'two in one drawer': losing('together', { needed: '2', one: 'desk', two: 'studio', three: 'desk' }),
  'all needed, all in one drawer': losing('together', { needed: '3', one: 'aunt', two: 'aunt', three: 'aunt' }),
  'all needed': losing('too-many', { needed: '3', ...SPREAD }),
  'all needed, two in one drawer': losing('too-many', { needed: '3', one: 'studio', two: 'studio', three: 'aunt' }),
  'trying numbers': {
    ends: 'too-late',
    async *play(session: Session<World>) {
      yield* until({ needed: '2', ...SPREAD })
      for (let step = 1; (await session.verdict()).state === 'open'; step++)
        yield move('restore', { secret: `${(Number(session.world.secret) + step) % 97}` })
    },
  },
  'only waiting': {
    ends: 'too-late',
    async *play(session) {
      yield* until({ needed: '2', ...SPREAD })
      yield* untilEnd(session, 'wait')
    },
  },
}
