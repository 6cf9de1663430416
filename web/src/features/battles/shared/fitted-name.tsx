import { lettersOf } from '@aura/api/letters'
import type { CSSProperties } from 'react'
import { nameFit } from '#aura/name-fit.ts'

interface Rooms {
  weight: 850 | 700
  wide: { full: number; roomEm: number }
  phone: { full: number; roomEm: number }
}

export function nameStyle(name: string, { weight, wide, phone }: Rooms): CSSProperties {
  const [onWide, onPhone] = [nameFit(name, { weight, ...wide }), nameFit(name, { weight, ...phone })]
  return {
    '--stretch': `${onWide.stretch}%`,
    '--em': onWide.em,
    '--stretch-phone': `${onPhone.stretch}%`,
    '--em-phone': onPhone.em,
  } as CSSProperties
}

/** A name that would be too small on one line breaks in its middle, so that no letter is left alone. */
export function FittedName({ name }: { name: string }) {
  const letters = lettersOf(name)
  const middle = Math.ceil(letters.length / 2)
  return (
    <>
      {letters.slice(0, middle).join('')}
      <wbr />
      {letters.slice(middle).join('')}
    </>
  )
}
