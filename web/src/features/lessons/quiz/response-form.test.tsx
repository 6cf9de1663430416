import type { Question } from '@aura/api/calls/lessons/lesson'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Given } from '../lesson-progress.ts'
import { ResponseForm } from './response-form.tsx'

const OPTIONS = ['Gas', 'A nonce', 'A password']

function rowsAfter(kind: Question['kind'], response: Given['response'], correct: boolean): string[] {
  const question = { id: 'q', kind, text: 'What does it need?', options: OPTIONS, unit: null } as unknown as Question
  const given = { question, response, correct, explanation: '', message: '', paragraph: 1 }
  const page = renderToStaticMarkup(
    <ResponseForm question={question} response={null} onRespond={() => {}} given={given} labelledBy="q" />,
  )
  return OPTIONS.map((option) => {
    const row = page.split('<label').find((part) => part.includes(option)) ?? ''
    const isChosen = /aria-checked="true"| checked=""/.test(row)
    return `${isChosen ? 'chosen' : 'free'}${row.includes('Your answer') ? ', struck' : ''}`
  })
}

it.each([
  ['choose-all', [0, 2]],
  ['choose-one', 2],
] as const)(
  'a wrong answer clears the selection of %s and strikes what was chosen [learning.state-lesson-wrong]',
  (kind, response) => {
    const struck = OPTIONS.map((_, place) => ([response].flat().includes(place as never) ? 'free, struck' : 'free'))
    expect(rowsAfter(kind, response as Given['response'], false)).toEqual(struck)
  },
)

it('a right answer stays ticked', () => {
  expect(rowsAfter('choose-all', [0, 1], true)).toEqual(['chosen', 'chosen', 'free'])
})
