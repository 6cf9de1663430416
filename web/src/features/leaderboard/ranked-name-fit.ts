import { type NameFit, nameFit } from '#aura/name-fit.ts'

/** Each has room for eleven average letters. Below 60 % they are hard to read in a list. */
const FIRST = { weight: 850, full: 150, roomEm: 10.9, narrowest: 60 } as const
const TOP = { weight: 700, full: 115, roomEm: 9.2, narrowest: 60 } as const
const OTHERS = { weight: 700, full: 80, roomEm: 7.2, narrowest: 60 } as const

export const rankedNameFit = (rank: number, name: string): NameFit =>
  nameFit(name, rank === 1 ? FIRST : rank <= 3 ? TOP : OTHERS)
