import { z } from 'zod'
import { LAB_ID } from '../lab/lab-id.ts'

const Text = z.string().min(1)

const shared = {
  /** Unique within the lesson, and never changed: answers and reviews refer to it. */
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .refine((id) => id !== LAB_ID, 'this is the name of a lesson’s lab'),
  text: Text,
  /** Number of the paragraph that explains it, from 1. */
  paragraph: z.int().min(1),
}

const Explained = z.strictObject({ text: Text, explanation: Text })

const lastIsIn = ({ options, answer }: { options: readonly unknown[]; answer: number }) => answer < options.length

const ChooseOne = z
  .strictObject({
    kind: z.literal('choose-one'),
    ...shared,
    options: z.array(Explained).min(2).max(6),
    answer: z.int().min(0),
  })
  .refine(lastIsIn, 'the answer must be one of the options')

const ChooseAll = z
  .strictObject({
    kind: z.literal('choose-all'),
    ...shared,
    options: z
      .array(Explained.extend({ holds: z.boolean() }))
      .min(3)
      .max(6),
    explanation: Text,
  })
  .refine(({ options }) => options.some(({ holds }) => holds), 'at least one option must be right')

const PutInOrder = z
  .strictObject({
    kind: z.literal('put-in-order'),
    ...shared,
    /** Options in the right order. */
    options: z.array(Text).min(3).max(6),
    explanation: Text,
    mistake: Text,
  })
  .refine(({ options }) => new Set(options).size === options.length, 'two steps are the same')

const Decimal = z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/)

const TypeNumber = z.strictObject({
  kind: z.literal('type-number'),
  ...shared,
  unit: z.string().min(1).max(20),
  answer: Decimal,
  explanation: Text,
  /** Wrong results and how people arrive at them. */
  mistakes: z.array(z.strictObject({ answer: Decimal, explanation: Text })),
  mistake: Text,
})

const PointAtLine = z
  .strictObject({
    kind: z.literal('point-at-line'),
    ...shared,
    /** Lines of a transaction, a message or code, shown in this order. */
    options: z.array(Explained).min(3).max(12),
    answer: z.int().min(0),
  })
  .refine(lastIsIn, 'the answer must be one of the lines')

export const QuestionFile = z.discriminatedUnion('kind', [ChooseOne, ChooseAll, PutInOrder, TypeNumber, PointAtLine])
export type QuestionFile = z.output<typeof QuestionFile>
