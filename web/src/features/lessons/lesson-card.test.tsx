import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LessonCard } from './lesson-card.tsx'

it('a card shows what its lesson pays, that its check rests, or that it is done [learning.check-rests]', () => {
  const card = (completed: boolean, triesLeft: number) => {
    const lesson = {
      title: 'Gas',
      content: '',
      auraReward: 60,
      difficulty: 'beginner',
      completed,
      check: { triesLeft },
    }
    return renderToStaticMarkup(<LessonCard lesson={lesson as Lesson} next={false} onOpen={() => {}} />)
  }
  expect(card(false, 2)).toContain('+60')
  expect(card(false, 0)).toContain('Rests today')
  expect(card(false, 0)).not.toContain('+60')
  expect(card(true, 0)).toContain('Completed')
})
