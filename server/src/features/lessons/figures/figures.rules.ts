import type { QuestionFile } from '../check/question-file.ts'

/** First answers to a question with the same response. */
export interface AnsweredAlike {
  isRight: boolean
  /** Response in the form of `Verdict.given`. */
  given: string
  times: number
}

export interface Mistake {
  text: string
  times: number
}

const MAX_MISTAKES = 5

/** Returns the numbers of answers and of right first answers, and the most frequent mistakes. */
export function figuresOf(question: QuestionFile, answers: readonly AnsweredAlike[]) {
  const mistakes = new Map<string, number>()
  for (const { isRight, given, times } of answers) {
    if (isRight) continue
    for (const text of mistakesIn(question, given)) mistakes.set(text, (mistakes.get(text) ?? 0) + times)
  }
  const sum = (its: readonly AnsweredAlike[]) => its.reduce((total, { times }) => total + times, 0)
  return {
    answered: sum(answers),
    right: sum(answers.filter(({ isRight }) => isRight)),
    mistakes: [...mistakes]
      .map(([text, times]): Mistake => ({ text, times }))
      .sort((a, b) => b.times - a.times || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_MISTAKES),
  }
}

/** Shown for an option that a release has removed since. */
const GONE = 'an option that is gone'

function mistakesIn(question: QuestionFile, given: string): string[] {
  switch (question.kind) {
    case 'choose-one':
    case 'point-at-line':
      return [question.options[Number(given)]?.text ?? GONE]
    case 'choose-all': {
      const places = given.split(',').map(Number)
      return question.options.flatMap(({ text, holds }, place) => {
        if (holds === places.includes(place)) return []
        return holds ? `Left out: ${text}` : `Chose: ${text}`
      })
    }
    case 'put-in-order':
      return [
        given
          .split(',')
          .map((place) => Number(place) + 1)
          .join(', '),
      ]
    case 'type-number':
      return [`${given} ${question.unit}`]
  }
}
