import { westernNumber } from '@aura/api/amounts'
import type { Question } from '@aura/api/calls/lessons/lesson'
import { CheckList } from '#ui/forms/check-list'
import { Field } from '#ui/forms/field'
import { OrderList } from '#ui/forms/order-list'
import { RadioList } from '#ui/forms/radio-list'
import { type Given, type Response, responseText } from '../lesson-progress.ts'

interface ResponseFormProps {
  question: Question
  response: Response | null
  onRespond: (response: Response) => void
  /** The judged response, which is shown and can't be changed. */
  given: Given | null
  labelledBy: string
  describedBy?: string | undefined
}

const HINTS: Partial<Record<Question['kind'], string>> = {
  'choose-all': 'Choose all that apply.',
  'put-in-order': 'Put the steps in order, starting at the top.',
  'point-at-line': 'Choose the line.',
}

export function ResponseForm({ question, response, onRespond, given, labelledBy, describedBy }: ResponseFormProps) {
  const shown = given?.response ?? response
  const places = typeof shown === 'number' ? [shown] : typeof shown === 'string' || shown === null ? [] : [...shown]
  const isWrong = given?.correct === false
  const right = isWrong ? given.right : null
  const rightPlaces = typeof right === 'string' || right === null ? [] : [right].flat()
  const struck = isWrong ? places.filter((place) => !rightPlaces.includes(place)) : []
  const shared = { labelledBy, describedBy, options: question.options, disabled: given !== null }
  const hint = right !== null && question.kind === 'put-in-order' ? 'The right order:' : HINTS[question.kind]
  return (
    <>
      {hint && <p className="mb-3 text-ink-2">{hint}</p>}
      {(question.kind === 'choose-one' || question.kind === 'point-at-line') && (
        <RadioList
          {...shared}
          code={question.kind === 'point-at-line'}
          selected={isWrong ? null : (places[0] ?? null)}
          onSelect={onRespond}
          struck={struck}
          struckNote="Your answer"
          right={rightPlaces}
        />
      )}
      {question.kind === 'choose-all' && (
        <CheckList
          {...shared}
          selected={isWrong ? [] : places}
          onSelect={onRespond}
          struck={struck}
          struckNote="Your answer"
          right={rightPlaces}
        />
      )}
      {question.kind === 'put-in-order' && (
        <OrderList
          {...shared}
          order={rightPlaces.length > 0 ? rightPlaces : places.length > 0 ? places : undefined}
          onOrder={onRespond}
        />
      )}
      {question.kind === 'type-number' && (
        <Field
          label="Your answer"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          disabled={given !== null}
          after={question.unit}
          value={typeof shown === 'string' ? shown : ''}
          onText={(text) => onRespond(westernNumber(text).trim())}
          {...(typeof right === 'string' && { ok: `Right answer: ${responseText(question, right)}` })}
          aria-describedby={describedBy}
        />
      )}
    </>
  )
}
