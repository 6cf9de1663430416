import { expect, it } from 'vitest'
import { markupOf } from '../../dev/markup.tsx'
import part from './profile.tsx'

const shown = (trust: { points: number; supporters: number }, viewer: 'owner' | 'member') => {
  const Figures = part.figures
  if (!Figures) throw new Error('the profile shows no figure')
  return markupOf(
    <Figures profile={{ trust: { ...trust, top: [] } } as never} viewer={viewer as never} inEth={() => null} />,
  )
}

it('tells somebody nobody stands behind from somebody whom less than a point reaches [trust.profile-none]', () => {
  expect(shown({ points: 0, supporters: 0 }, 'member')).toContain('none reaches them yet')
  expect(shown({ points: 0, supporters: 0 }, 'owner')).toContain('none reaches you yet')
  expect(shown({ points: 0, supporters: 2 }, 'member')).toContain('less than one point reaches them')
  expect(shown({ points: 3, supporters: 2 }, 'member')).toContain('from 2 people')
})
