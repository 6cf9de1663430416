import type { Question } from '@aura/api/calls/lessons/lesson'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Given } from '../lesson-progress.ts'
import { ResponseForm } from './response-form.tsx'

const OPTIONS = ['Gas', 'A nonce', 'A password']

function rowsAfter(
  kind: Question['kind'],
  { response, right, correct }: Pick<Given, 'response' | 'right' | 'correct'>,
): string[] {
  const question = { id: 'q', kind, text: 'What does it need?', options: OPTIONS, unit: null } as unknown as Question
  const given = { question, response, right, correct, explanation: '', message: '', paragraph: 1 }
  const page = renderToStaticMarkup(
    <ResponseForm question={question} response={null} onRespond={() => {}} given={given} labelledBy="q" />,
  )
  return OPTIONS.map((option) => {
    const row = page.split('<label').find((part) => part.includes(option)) ?? ''
    const isChosen = /aria-checked="true"| checked=""/.test(row)
    return `${isChosen ? 'chosen' : 'free'}${row.includes('Your answer') ? ', struck' : ''}${row.includes('Right answer') ? ', right' : ''}`
  })
}

it.each([
  ['choose-all', [0, 2], [0, 1], ['free, right', 'free, right', 'free, struck']],
  ['choose-one', 2, 1, ['free', 'free, right', 'free, struck']],
  ['point-at-line', 0, 2, ['free, struck', 'free', 'free, right']],
] as const)(
  'a wrong answer clears the selection of %s, strikes what was chosen and marks what is right [learning.state-lesson-wrong] [learning.right-marked]',
  (kind, response, right, rows) => expect(rowsAfter(kind, { response, right, correct: false })).toEqual(rows),
)

it('a right answer stays ticked', () => {
  const given = { response: [0, 1], right: [0, 1], correct: true }
  expect(rowsAfter('choose-all', given)).toEqual(['chosen', 'chosen', 'free'])
})
