import type { Question } from '@aura/api/calls/lessons/lesson'

/** Returns a random response of the question's form; numbers are from 0 to 100. */
export function blindAnswer({ kind, options }: Question, random: () => number): number | number[] | string {
  const upTo = (count: number) => Math.floor(random() * count)
  const places = options.map((_, place) => place)
  switch (kind) {
    case 'choose-one':
    case 'point-at-line':
      return upTo(options.length)
    case 'choose-all': {
      const chosen = places.filter(() => random() < 0.5)
      return chosen.length > 0 ? chosen : [upTo(options.length)]
    }
    case 'put-in-order':
      return places
        .map((place) => ({ place, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ place }) => place)
    case 'type-number':
      return String(upTo(101))
  }
}
